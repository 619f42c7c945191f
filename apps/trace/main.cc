// `ranvier-trace`: what a trace needs beside the process that records it.
#include <algorithm>
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allocations_command.h"
#include "buffers_command.h"
#include "chains_command.h"
#include "columns_command.h"
#include "culprits_command.h"
#include "export_command.h"
#include "kernel_command.h"
#include "live_command.h"
#include "print_command.h"
#include "ranvier/trace/ctf.h"
#include "ranvier/trace/recorder.h"
#include "read_model.h"
#include "report_command.h"
#include "session_command.h"
#include "words.h"

namespace {

constexpr const char* kUsage =
    "usage: ranvier-trace recover DIR   completes the traces in DIR of processes that were killed\n"
    "       ranvier-trace save DIR      saves the buffers of flight recorders into DIR\n"
    "       ranvier-trace events        prints the events and their fields\n"
    "       ranvier-trace chains DIR [--chain NAME,NAME...] [--hops] [--json]\n"
    "           prints where the time of messages and requests went, from publish() to the last\n"
    "           callback, and how long service calls and action goals took.\n"
    "           --chain: from the first to the last of these topics and nodes;\n"
    "           --hops: each pair of publisher and subscription\n"
    "       ranvier-trace callbacks DIR [--json]\n"
    "           prints how long callbacks took, and how regularly they began\n";

int recover(const char* directory) {
  const auto done = ranvier::trace::recover(directory);
  if (!done) {
    std::fprintf(stderr, "%s\n", done.error().what.c_str());
    return 1;
  }
  std::printf("%zu traces completed\n", *done);
  return 0;
}

int save(const char* directory) {
  const auto saved = ranvier::trace::save_others(directory);
  if (!saved) {
    std::fprintf(stderr, "%s\n", saved.error().what.c_str());
    return 1;
  }
  for (const std::string& folder : *saved) std::printf("%s\n", folder.c_str());
  if (!saved->empty()) return 0;
  std::fprintf(stderr,
               "No flight recorder records into '%s'. A process has one that was started "
               "with RANVIER_TRACE=%s RANVIER_TRACE_KEEP=last.\n",
               directory, directory);
  return 1;
}

int wrong_usage() {
  std::fputs(kUsage, stderr);
  std::fputs(ranvier::apps::kLiveUsage, stderr);
  std::fputs(ranvier::apps::kOffsetUsage, stderr);
  std::fputs(ranvier::apps::kCulpritsUsage, stderr);
  std::fputs(ranvier::apps::kAllocationsUsage, stderr);
  std::fputs(ranvier::apps::kReportUsage, stderr);
  std::fputs(ranvier::apps::kExportUsage, stderr);
  std::fputs(ranvier::apps::kPrintUsage, stderr);
  std::fputs(ranvier::apps::kColumnsUsage, stderr);
  std::fputs(ranvier::apps::kKernelUsage, stderr);
  std::fputs(ranvier::apps::kSessionUsage, stderr);
  std::fputs(ranvier::apps::kBuffersUsage, stderr);
  return 2;
}

int analyse(bool callbacks, const std::vector<std::string>& words,
            const ranvier::trace_read::ReadOptions& how) {
  using ranvier::trace_model::ChainQuery;
  if (words.empty()) return wrong_usage();
  ranvier::apps::ReportOptions options;
  options.directory = words[0];
  options.read = how;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "--json") {
      options.json = true;
    } else if (words[i] == "--hops" && !callbacks) {
      options.query.what = ChainQuery::What::kHops;
    } else if (words[i] == "--chain" && !callbacks && i + 1 < words.size()) {
      options.query = {ChainQuery::What::kNamed, ranvier::apps::names_in(words[++i])};
      if (options.query.names.empty()) return wrong_usage();
    } else {
      return wrong_usage();
    }
  }
  return callbacks ? ranvier::apps::print_callbacks(options) : ranvier::apps::print_chains(options);
}

// The commands that read traces; nothing if it is none of them.
std::optional<int> read_traces(std::string_view command, std::vector<std::string> words) {
  using Run = int (*)(const std::vector<std::string>&, const ranvier::trace_read::ReadOptions&);
  static const std::map<std::string_view, Run> kCommands{
      {"chains", [](const auto& those, const auto& how) { return analyse(false, those, how); }},
      {"callbacks", [](const auto& those, const auto& how) { return analyse(true, those, how); }},
      {"allocations", &ranvier::apps::print_allocations},
      {"culprits", &ranvier::apps::print_culprits},
      {"report", &ranvier::apps::run_report},
      {"export", &ranvier::apps::run_export},
      {"columns", &ranvier::apps::run_columns},
      {"print", [](const auto& those, const auto& how) {
         return those.size() == 1 ? ranvier::apps::print_events(those[0], how) : wrong_usage();
       }}};
  const auto known = kCommands.find(command);
  if (known == kCommands.end()) return std::nullopt;
  const auto how = ranvier::apps::take_read_options(words);
  return how ? known->second(words, *how) : 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view command = argc > 1 ? argv[1] : "";
  if (command == "recover" && argc == 3) return recover(argv[2]);
  if (command == "save" && argc == 3) return save(argv[2]);
  if (command == "events" && argc == 2) {
    std::fputs(ranvier::trace::events_page().c_str(), stdout);
    return 0;
  }
  if (const auto code = read_traces(command, {argv + std::min(argc, 2), argv + argc})) return *code;
  if (command == "heap-library" && argc == 2) return ranvier::apps::print_heap_library();
  if (command == "live") return ranvier::apps::run_live({argv + 2, argv + argc});
  if (command == "kernel" && argc > 3) return ranvier::apps::record_kernel({argv + 2, argv + argc});
  if (command == "buffers") return ranvier::apps::run_buffers({argv + 2, argv + argc});
  if (command == "session") return ranvier::apps::run_session({argv + 2, argv + argc});
  return wrong_usage();
}
