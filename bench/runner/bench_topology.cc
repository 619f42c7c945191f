#include <filesystem>

#include "bench/runner/benches.h"
#include "bench/runner/flight.h"
#include "bench/runner/topology.h"

namespace ranvier::bench {
namespace {

enum class Mode { kMultiProcess, kComposed, kComposedDds };

const char* name_of(Mode mode) {
  switch (mode) {
    case Mode::kMultiProcess: return "multi-process";
    case Mode::kComposed: return "composed";
    case Mode::kComposedDds: return "composed-without-intra-process";
  }
  return "";
}

Plan plan(const std::string& file, std::size_t nodes, Mode mode, const std::string& side,
          double seconds) {
  const std::string program = "bench_topology_" + side;
  std::vector<std::string> words{"file=" + file};
  if (mode == Mode::kComposedDds) words.push_back("intra=0");
  if (mode == Mode::kComposed) words.push_back("in_place=1");
  Plan plan;
  plan.seconds = seconds;
  plan.settle_s = 0.2;
  if (mode != Mode::kMultiProcess) {
    plan.roles.push_back({program, words});
    return plan;
  }
  for (std::size_t i = 0; i < nodes; ++i) {
    plan.roles.push_back({program, words});
    plan.roles.back().words.push_back("node=" + std::to_string(i));
  }
  return plan;
}

std::function<RunResult()> side(const Plan& plan) {
  return [plan] {
    RunResult result = run_plan(plan);
    Outcome& out = result.quantities;
    out["latency_us"] = out["received"] > 0 ? out["sum_us"] / out["received"] : 0;
    return result;
  };
}

// Ours runs with flight recorders; beside it, but for one deployment more, without.
void add_flight(const std::string& directory, Mode mode, Plan ours, Case& to) {
  if (mode != Mode::kComposedDds) {
    to.second = side(ours);
    to.second_name = kWithoutRecorder;
    to.second_also = {{"latency", "latency_us", "us"}};
  }
  ours.environment = flight_environment(directory);
  to.ours = side(ours);
}

Case topology_case(const Topology& topology, const Options& options, Mode mode) {
  const std::string file = std::filesystem::absolute(options.file);
  const double seconds = options.window(options.all ? 6 : 3);
  Case result;
  result.name = "topology/" + topology.name + "/" + name_of(mode);
  result.placement =
      mode == Mode::kMultiProcess
          ? "free cores; a process per node, each with one thread (ours: executor, raw: timers and waitset) and Cyclone's own"
          : "free cores; one process with one thread (ours: SingleThreadedExecutor, raw: timers and waitset) and Cyclone's own";
  result.quantity = {"cpu", "cpu_percent", "% core"};
  result.also = {{"pss", "pss_kb", "kB"},
                 {"private", "private_kb", "kB"},
                 {"latency", "latency_us", "us"},
                 {"late", "late", "messages"},
                 {"too_late", "too_late", "messages"},
                 {"lost", "lost", "messages"},
                 {"received", "received", "messages", true}};
  result.ours = side(plan(file, topology.nodes.size(), mode, "ours", seconds));
  result.raw = side(plan(file, topology.nodes.size(), mode, "raw", seconds));
  if (!options.flight.empty()) {
    add_flight(options.flight, mode, plan(file, topology.nodes.size(), mode, "ours", seconds),
               result);
  }
  return result;
}

}  // namespace

std::vector<Case> topology_cases(const Options& options) {
  const Topology topology = load_topology(options.file);
  std::vector<Case> cases;
  for (const Mode mode : {Mode::kMultiProcess, Mode::kComposed, Mode::kComposedDds}) {
    cases.push_back(topology_case(topology, options, mode));
  }
  return cases;
}

}  // namespace ranvier::bench
