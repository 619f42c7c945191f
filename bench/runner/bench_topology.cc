#include <filesystem>

#include "bench/common/tracker.h"
#include "bench/runner/benches.h"
#include "bench/runner/deployments.h"
#include "bench/runner/flight.h"
#include "bench/runner/topology.h"

namespace ranvier::bench {
namespace {

// The words that tell each process of a deployment which nodes it has.
std::vector<std::string> places(const Topology& topology, const Deployment& how) {
  std::vector<std::string> words;
  if (how.one_process()) return {""};
  if (how.processes == Deployment::Processes::kAsRecorded) {
    for (const std::string& name : topology.processes()) words.push_back("process=" + name);
    return words;
  }
  for (std::size_t i = 0; i < topology.nodes.size(); ++i)
    words.push_back("node=" + std::to_string(i));
  return words;
}

Plan plan(const std::string& file, const Topology& topology, const Deployment& how, bool is_ours,
          double seconds) {
  const std::string program = std::string("bench_topology_") + (is_ours ? "ours" : "raw");
  Plan plan;
  plan.seconds = seconds;
  plan.settle_s = 0.2;
  if (is_ours) plan.environment = how.environment;
  for (const std::string& place : places(topology, how)) {
    plan.roles.push_back({program, {"file=" + file}});
    std::vector<std::string>& words = plan.roles.back().words;
    if (!place.empty()) words.push_back(place);
    if (is_ours) words.insert(words.end(), how.words.begin(), how.words.end());
    if (how.in_place) words.push_back("in_place=1");
  }
  return plan;
}

std::function<RunResult()> side(const Plan& plan) {
  return [plan] {
    RunResult result = run_plan(plan);
    Outcome& out = result.quantities;
    out["latency_us"] = out["received"] > 0 ? out["sum_us"] / out["received"] : 0;
    out["p50_us"] = LatencyBuckets::quantile(out, 0.5);
    return result;
  };
}

// Ours runs with flight recorders; beside it, but for one deployment more, without.
void add_flight(const std::string& directory, const Deployment& how, Plan ours, Case& to) {
  if (how.name != "composed-without-intra-process") {
    to.second = side(ours);
    to.second_name = kWithoutRecorder;
    to.second_also = {{"latency", "latency_us", "us"}};
  }
  ours.environment = flight_environment(directory);
  to.ours = side(ours);
}

std::string placement_of(const Deployment& how) {
  const std::string threads =
      " (ours: executor, raw: one thread with timers and waitset) and Cyclone's own";
  if (how.processes == Deployment::Processes::kOneEach)
    return "free cores; a process per node, each with its threads" + threads;
  if (!how.one_process())
    return "free cores; the processes of the file, each with its threads" + threads;
  return "free cores; one process with the threads of its executor" + threads;
}

Case topology_case(const Topology& topology, const Options& options, const Deployment& how) {
  const std::string file = std::filesystem::absolute(options.file);
  const double seconds = options.window(options.all ? 6 : 3);
  Case result;
  result.name = "topology/" + topology.name + "/" + how.name;
  result.placement = placement_of(how);
  result.quantity = {"cpu", "cpu_percent", "% core"};
  result.also = {{"pss", "pss_kb", "kB"},         {"private", "private_kb", "kB"},
                 {"latency", "latency_us", "us"}, {"p50", "p50_us", "us"},
                 {"late", "late", "messages"},    {"too_late", "too_late", "messages"},
                 {"lost", "lost", "messages"},    {"received", "received", "messages", true}};
  const Plan ours = plan(file, topology, how, true, seconds);
  result.ours = side(ours);
  result.raw = side(plan(file, topology, how, false, seconds));
  if (!options.flight.empty()) add_flight(options.flight, how, ours, result);
  return result;
}

}  // namespace

std::vector<Case> topology_cases(const Options& options) {
  const Topology topology = load_topology(options.file);
  std::vector<Case> cases;
  for (const Deployment& how : deployments_of(topology, options.policy)) {
    if (how.core || options.all) cases.push_back(topology_case(topology, options, how));
  }
  return cases;
}

}  // namespace ranvier::bench
