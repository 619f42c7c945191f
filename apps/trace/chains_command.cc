#include "chains_command.h"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>

#include "analysis/trace_model/scheduling.h"
#include "analysis/trace_model/thread_waits.h"
#include "analysis/trace_read/clocks.h"
#include "objects_data.h"
#include "read_model.h"
#include "services_data.h"

namespace ranvier::apps {
namespace {

using namespace trace_model;

Json json_head(const ReadModel& read) {
  Json json{{"events", read.trace.order.size()},
            {"discarded", read.trace.discarded},
            {"complaints", complaints(read)},
            {"clocks", clocks_of(read.trace)},
            {"about_clocks", trace_read::describe_clocks(read.trace)}};
  for (const trace_read::OtherEvents& one : read.trace.others) {
    if (one.count > 0) json["others"][one.name] = one.count;
  }
  json["processes"] = Json::array();
  for (const trace_read::Process& one : read.trace.processes) {
    json["processes"].push_back({{"host", one.host},
                                 {"program", one.program},
                                 {"pid", one.pid},
                                 {"clock", one.clock_uuid},
                                 {"clock_zero_ns", one.clock_zero}});
  }
  return json;
}

void print(const Json& json) {
  // A text that is no UTF-8 is no reason to fail.
  std::puts(json.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
}

std::string describe_link(const Model& model, const Chain::Link& link) {
  return describe(model, {{link}, {}, {}, {}, {}});
}

void print_text(const Model& model, const Chain& chain) {
  std::printf("%s\n", printable(describe(model, chain)).c_str());
  print_head(std::to_string(chain.count()) + " messages");
  print_row("  ", "publish() to last callback", statistics(chain.latencies()));
  print_row("  ", "publish() to its end", statistics(chain.totals()));
  for (std::size_t link = 0; link < chain.links.size(); ++link) {
    std::printf("  %s\n", printable(describe_link(model, chain.links[link])).c_str());
    for (std::size_t s = 0; s < kStageCount; ++s) {
      const auto stage = static_cast<Stage>(s);
      print_row("    ", name_of(stage), statistics(chain.stage(link, stage)));
    }
  }
  std::printf("\n");
}

Json json_of_chain(const Model& model, const Chain& chain) {
  Json json{{"chain", describe(model, chain)},
            {"count", chain.count()},
            {"latency", json_of(statistics(chain.latencies()))},
            {"total", json_of(statistics(chain.totals()))},
            {"links", Json::array()}};
  for (std::size_t link = 0; link < chain.links.size(); ++link) {
    const LinkNames names = names_of(model, chain.links[link]);
    Json one{{"from", names.from}, {"topic", names.topic}, {"to", names.to}, {"what", names.what}};
    for (std::size_t s = 0; s < kStageCount; ++s) {
      const auto stage = static_cast<Stage>(s);
      one["stages"][name_of(stage)] = json_of(statistics(chain.stage(link, stage)));
    }
    json["links"].push_back(std::move(one));
  }
  return json;
}

int none_found(const ReadModel& read, const ChainQuery& query) {
  std::string wanted;
  for (const std::string& name : query.names) wanted += (wanted.empty() ? "" : ",") + name;
  std::string words = wanted.empty()
                          ? "No message of this trace can be followed to the end of a chain."
                          : "No message of this trace went the way '" + wanted + "'.";
  std::set<std::string> names;
  for (const Node& node : read.model.nodes) names.insert(node.name);
  for (const Publisher& one : read.model.publishers) names.insert(one.topic);
  for (const Service& one : read.model.services) names.insert(one.name);
  words += names.empty() ? " It names no node." : " Its nodes, topics and services are:";
  for (const std::string& name : names) words += ' ' + name;
  if (wanted.empty() && !names.empty()) {
    words += ". Where every callback goes on, as in a ring, ask for --hops or name a --chain.";
  }
  std::fprintf(stderr, "%s\n", printable(words).c_str());
  return 1;
}

// How regularly a callback began; of a timer, how far it was from its period.
std::vector<Nanoseconds> intervals(const Model& model, const std::vector<Index>& runs) {
  std::vector<Nanoseconds> all;
  for (std::size_t i = 1; i < runs.size(); ++i) {
    all.push_back(model.runs[runs[i]].start - model.runs[runs[i - 1]].start);
  }
  return all;
}
std::vector<Nanoseconds> durations(const Model& model, const std::vector<Index>& runs) {
  std::vector<Nanoseconds> all;
  for (const Index run : runs) {
    if (model.runs[run].end != kNever) all.push_back(model.runs[run].end - model.runs[run].start);
  }
  return all;
}

// For how long its thread was ready and had no CPU, of each run; none if no kernel tells.
std::vector<Nanoseconds> waits(const Model& model, const WaitClock& clock,
                               const std::vector<Index>& runs) {
  std::vector<Nanoseconds> all;
  for (const Index index : runs) {
    const Run& run = model.runs[index];
    if (run.end == kNever || !clock.knows(run.thread)) continue;
    all.push_back(clock.waited(run.thread, run.start, run.end));
  }
  return all;
}

std::vector<std::vector<Index>> runs_by_callback(const Model& model) {
  std::vector<std::vector<Index>> runs(model.callbacks.size());
  for (std::size_t i = 0; i < model.runs.size(); ++i) {
    runs[model.runs[i].callback].push_back(static_cast<Index>(i));
  }
  return runs;
}

}  // namespace

int print_chains(const ReportOptions& options) {
  const auto read = read_model(options.directory, options.read);
  if (!read) return 1;
  ChainQuery query = options.query;
  query.through_calls = true;
  const auto chains = find_chains(read->model, query);
  if (options.json) {
    Json json = json_head(*read);
    json["chains"] = Json::array();
    for (const Chain& chain : chains) json["chains"].push_back(json_of_chain(read->model, chain));
    json["services"] = services_data(read->model);
    json["goals"] = goals_data(read->model);
    print(json);
  } else {
    complain(*read);
    for (const Chain& chain : chains) print_text(read->model, chain);
    print_services(read->model);
  }
  return chains.empty() ? none_found(*read, options.query) : 0;
}

int print_callbacks(const ReportOptions& options) {
  const auto read = read_model(options.directory, options.read);
  if (!read) return 1;
  const Model& model = read->model;
  const auto runs = runs_by_callback(model);
  const WaitClock clock(model);
  Json json = json_head(*read);
  json["callbacks"] = Json::array();
  json["executor_threads"] = executor_threads_data(model);
  if (!options.json) complain(*read);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].empty()) continue;
    const std::string name = model.describe(static_cast<Index>(i));
    const std::string group = group_in_words(model, static_cast<Index>(i));
    const Statistics took = statistics(durations(model, runs[i]));
    const Statistics apart = statistics(intervals(model, runs[i]));
    const Statistics waited = statistics(waits(model, clock, runs[i]));
    if (options.json) {
      json["callbacks"].push_back({{"callback", name},
                                   {"runs", runs[i].size()},
                                   {"group", group},
                                   {"duration", json_of(took)},
                                   {"interval", json_of(apart)}});
      if (waited.count > 0) json["callbacks"].back()["without_cpu"] = json_of(waited);
      continue;
    }
    const std::string title = group.empty() ? name : name + ", " + group;
    std::printf("%s\n", printable(title).c_str());
    print_head(std::to_string(runs[i].size()) + " runs");
    print_row("  ", "duration", took);
    print_row("  ", "from start to start", apart);
    print_row("  ", "without a CPU", waited);
  }
  if (options.json) print(json);
  return 0;
}

}  // namespace ranvier::apps
