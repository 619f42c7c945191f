#include "culprits_command.h"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "analysis/trace_model/culprits.h"
#include "analysis/trace_model/longest_intervals.h"
#include "analysis/trace_model/thread_waits.h"
#include "read_model.h"
#include "words.h"

namespace ranvier::apps {
namespace {

using namespace trace_model;
using Json = nlohmann::ordered_json;

struct Options {
  std::string directory;
  ChainQuery query;
  CulpritOptions culprits;
  bool timers = false;
  bool of_chains = false;  // a word was given that is of chains alone
  bool json = false;
};

std::optional<Options> parse(const std::vector<std::string>& words) {
  if (words.empty()) return std::nullopt;
  Options options;
  options.directory = words[0];
  for (std::size_t i = 1; i < words.size(); ++i) {
    const bool has_value = i + 1 < words.size();
    if (words[i] == "--json") {
      options.json = true;
    } else if (words[i] == "--timers") {
      options.timers = true;
    } else if (words[i] == "--hops") {
      options.query.what = ChainQuery::What::kHops;
      options.of_chains = true;
    } else if (words[i] == "--chain" && has_value) {
      options.query = {ChainQuery::What::kNamed, names_in(words[++i])};
      if (options.query.names.empty()) return std::nullopt;
      options.of_chains = true;
    } else if (words[i] == "--floor" && has_value) {
      if (!read_milliseconds("--floor", words[++i], options.culprits.floor)) return std::nullopt;
      options.of_chains = true;
    } else {
      return std::nullopt;
    }
  }
  if (options.timers && options.of_chains) return std::nullopt;
  return options;
}

// Who ran on the cores that the thread waited for; empty if no kernel's events tell.
std::vector<std::string> meanwhile(const Model& model, const Blame& blame) {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> names;
  if (blame.cause != Cause::kCpuContention) return names;
  for (const CoreTaken& one : model.cores_taken) {
    if (one.thread == blame.who && names.size() < kMost) {
      names.push_back(describe_task(model, one.task));
    }
  }
  return names;
}

double milliseconds(Nanoseconds ns) { return static_cast<double>(ns) / 1e6; }

void print_text(const Model& model, const Chain& chain, const Culprits& found) {
  std::printf("%s\n", printable(describe(model, chain)).c_str());
  std::printf("  %zu messages, %.3f ms as a rule; %zu later than that by more than %.3f ms\n",
              chain.count(), milliseconds(found.usual), found.slow.size(),
              milliseconds(found.limit));
  if (!found.all.empty()) {
    std::printf("  %-15s %6s %9s %14s  %s\n", "cause", "share", "messages", "ms each", "who");
  }
  for (const Culprit& one : found.all) {
    const auto each = milliseconds(one.blame.excess) / static_cast<double>(one.messages);
    std::printf("  %-15s %5.1f%% %9zu %14.3f  %s\n", name_of(one.blame.cause), one.share * 100,
                one.messages, each, printable(describe(model, one.blame)).c_str());
    for (const std::string& task : meanwhile(model, one.blame)) {
      std::printf("%*s  while on its core ran %s\n", 47, "", printable(task).c_str());
    }
  }
  std::printf("\n");
}

Json json_of(const Model& model, const Blame& blame) {
  return {{"cause", name_of(blame.cause)},
          {"who", describe(model, blame)},
          {"excess_ns", blame.excess}};
}

Json json_of(const Model& model, const Chain& chain, const Culprits& found) {
  Json json{{"chain", describe(model, chain)},
            {"count", chain.count()},
            {"usual_ns", found.usual},
            {"limit_ns", found.limit}};
  json["culprits"] = Json::array();
  for (const Culprit& one : found.all) {
    Json entry = json_of(model, one.blame);
    entry["share"] = one.share;
    entry["messages"] = one.messages;
    if (const auto others = meanwhile(model, one.blame); !others.empty()) {
      entry["meanwhile"] = others;
    }
    json["culprits"].push_back(std::move(entry));
  }
  json["slow"] = Json::array();
  for (const SlowWay& slow : found.slow) {
    Json entry{{"begin_ns", chain.begins[slow.way]},
               {"start_ns", chain.starts[slow.way]},
               {"end_ns", chain.ends[slow.way]},
               {"excess_ns", slow.excess}};
    entry["blames"] = Json::array();
    for (const Blame& blame : slow.blames) entry["blames"].push_back(json_of(model, blame));
    json["slow"].push_back(std::move(entry));
  }
  return json;
}

Json json_of(const Model& model, const LongestInterval& one) {
  return {{"timer", model.describe(model.timers[one.timer].callback)},
          {"period_ns", model.timers[one.timer].period},
          {"length_ns", one.length},
          {"end_ns", model.runs[one.run].end},
          {"beyond_period_ns", one.beyond_period},
          {"overrun_ns", one.overrun},
          {"no_cpu_ns", one.no_cpu},
          {"queued_ns", one.queued},
          {"work_ns", one.work},
          {"unexplained_ns", one.unexplained},
          {"short_before_ns", one.short_before},
          {"parts", describe_parts(model, one)}};
}

// What made the longest interval of each timer as long.
int print_timers(const ReadModel& read, bool as_json) {
  const auto all = longest_intervals(read.model);
  complain(read);
  Json json{{"complaints", complaints(read)}, {"clocks", clocks_of(read.trace)}};
  json["timers"] = Json::array();
  for (const LongestInterval& one : all) {
    if (as_json) {
      json["timers"].push_back(json_of(read.model, one));
      continue;
    }
    std::printf("%s\n  longest from end to end: %.3f ms, %.3f ms beyond its period: %s\n\n",
                printable(read.model.describe(read.model.timers[one.timer].callback)).c_str(),
                milliseconds(one.length), milliseconds(one.beyond_period),
                printable(describe_parts(read.model, one)).c_str());
  }
  if (as_json) std::puts(json.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
  if (!all.empty()) return 0;
  std::fprintf(stderr, "No timer of this trace ended two runs of its callback.\n");
  return 1;
}

}  // namespace

int print_culprits(const std::vector<std::string>& words, const trace_read::ReadOptions& how) {
  const auto options = parse(words);
  if (!options) {
    std::fprintf(stderr, "usage:\n%s", kCulpritsUsage);
    return 2;
  }
  const auto read = read_model(options->directory, how);
  if (!read) return 1;
  if (options->timers) return print_timers(*read, options->json);
  const auto chains = find_chains(read->model, options->query);
  const auto found = find_culprits(read->model, chains, options->culprits);
  complain(*read);
  Json json{{"complaints", complaints(*read)},
            {"clocks", clocks_of(read->trace)},
            {"chains", Json::array()}};
  for (std::size_t i = 0; i < chains.size(); ++i) {
    if (options->json) {
      json["chains"].push_back(json_of(read->model, chains[i], found[i]));
    } else {
      print_text(read->model, chains[i], found[i]);
    }
  }
  if (options->json) {
    std::puts(json.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
  }
  if (!chains.empty()) return 0;
  std::fprintf(stderr,
               "No message of this trace can be followed to the end of a chain%s. "
               "`ranvier-trace chains` says which nodes and topics there are.\n",
               options->query.names.empty() ? "" : " of these names");
  return 1;
}

}  // namespace ranvier::apps
