#include "allocations_command.h"

#include <cstdio>
#include <filesystem>
#include <optional>

#include "allocations_data.h"
#include "read_model.h"

namespace ranvier::apps {
namespace {

using namespace trace_model;

struct Options {
  std::string directory;
  std::string state;
  std::string node;
  bool callbacks = false;
  bool none = false;
  bool json = false;
};

std::optional<Options> parse(const std::vector<std::string>& words) {
  if (words.empty()) return std::nullopt;
  Options options;
  options.directory = words[0];
  for (std::size_t i = 1; i < words.size(); ++i) {
    const bool has_value = i + 1 < words.size();
    if (words[i] == "--json") options.json = true;
    else if (words[i] == "--none") options.none = true;
    else if (words[i] == "--callbacks") options.callbacks = true;
    else if (words[i] == "--state" && has_value) options.state = words[++i];
    else if (words[i] == "--node" && has_value) options.node = words[++i];
    else return std::nullopt;
  }
  return options;
}

bool is_wanted(const Model& model, const AllocationTraffic& one, const Options& options) {
  if (options.callbacks && one.callback == kNone) return false;
  if (!options.state.empty() && one.state != options.state) return false;
  return options.node.empty() || (one.node != kNone && model.name_of(one.node) == options.node);
}

void print_text(const Model& model, const std::vector<AllocationTraffic>& all) {
  std::string title;
  for (const AllocationTraffic& one : all) {
    std::string here = one.node == kNone ? process_name(model, one) : model.name_of(one.node);
    if (!one.state.empty()) here += ", " + one.state;
    here += ": " + callback_name(model, one);
    if (here != title) std::printf("%s\n", printable(title = here).c_str());
    std::printf("  %llu times, %llu bytes\n", static_cast<unsigned long long>(one.count),
                static_cast<unsigned long long>(one.bytes));
    for (const std::string& line : stack_of(model, one)) {
      std::printf("      %s\n", printable(line).c_str());
    }
  }
}

void print_json(const ReadModel& read, const std::vector<AllocationTraffic>& all) {
  Json json{{"complaints", complaints(read)}, {"allocations", Json::array()}};
  for (const AllocationTraffic& one : all) json["allocations"].push_back(json_of(read.model, one));
  std::puts(json.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
}

// An answer of "none" is worth nothing of a process that nobody watched, or whose events are lost.
std::string why_unknown(const ReadModel& read) {
  if (read.model.allocations.empty()) {
    return "No process of this trace told what it takes from the heap. Start it with "
           "LD_PRELOAD=\"$(ranvier-trace heap-library)\", and record ranvier_allocate.";
  }
  if (read.trace.discarded > 0) {
    return std::to_string(read.trace.discarded) +
           " events were lost while recording, so there may be more. Record with larger buffers.";
  }
  return "";
}

}  // namespace

int print_allocations(const std::vector<std::string>& words, const trace_read::ReadOptions& how) {
  const auto options = parse(words);
  if (!options) {
    std::fprintf(stderr, "usage:\n%s", kAllocationsUsage);
    return 2;
  }
  const auto read = read_model(options->directory, how);
  if (!read) return 1;
  if (!options->json) complain(*read);
  const std::string unknown = why_unknown(*read);
  if (!unknown.empty()) std::fprintf(stderr, "%s\n", unknown.c_str());
  if (read->model.allocations.empty()) return 1;
  std::vector<AllocationTraffic> wanted;
  for (AllocationTraffic& one : allocation_traffic(read->model)) {
    if (is_wanted(read->model, one, *options)) wanted.push_back(std::move(one));
  }
  options->json ? print_json(*read, wanted) : print_text(read->model, wanted);
  return options->none && (!wanted.empty() || !unknown.empty()) ? 1 : 0;
}

int print_heap_library() {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  const auto library = self.parent_path().parent_path() / "lib" / "libranvier_heap.so";
  if (!std::filesystem::exists(library, error)) {
    std::fprintf(stderr, "'%s' is not there. It is made and installed with ranvier-trace.\n",
                 library.c_str());
    return 1;
  }
  std::puts(library.c_str());
  return 0;
}

}  // namespace ranvier::apps
