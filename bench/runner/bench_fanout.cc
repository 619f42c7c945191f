#include "bench/runner/benches.h"

namespace ranvier::bench {
namespace {

constexpr const char* kPlacement =
    "free cores; ours: one SingleThreadedExecutor thread per process; raw: one thread per process "
    "that serves timers and a waitset; both: Cyclone's own threads";

constexpr const char* kThreadsPlacement =
    "free cores; ours: one MultiThreadedExecutor of N threads (mt-N); raw: the same program of "
    "ours on our SingleThreadedExecutor, not Cyclone; both: Cyclone's own threads";

struct Shape {
  bool two_processes;
  bool spread;
  int nodes;

  std::string name() const {
    return std::string("fanout/") + (two_processes ? "two-processes/" : "same-process/") +
           (spread ? "spread/" : "burst/") + (nodes == 1 ? "1-node" : "10-nodes");
  }
};

Role role(const Shape& shape, const std::string& side, const char* part, bool listener) {
  return {"bench_fanout_" + side,
          {std::string("role=") + part, "topics=20", "fan=10", "payload=68", "rate=50",
           "nodes=" + std::to_string(shape.nodes),
           std::string("pattern=") + (shape.spread ? "spread" : "burst"),
           listener ? "listener=1" : "listener=0"},
          std::string(part) != "sub"};
}

Plan plan(const Shape& shape, const std::string& side, double seconds, bool listener = false) {
  if (!shape.two_processes) return {{role(shape, side, "both", listener)}, seconds};
  return {{role(shape, side, "sub", listener), role(shape, side, "pub", listener)}, seconds};
}

Case fanout_case(const Shape& shape, double seconds) {
  Case result;
  result.name = shape.name();
  result.placement = kPlacement;
  result.quantity = {"cpu", "cpu_percent", "% core"};
  result.also = delivery();
  result.also.push_back({"pss", "pss_kb", "kB"});
  result.also.push_back({"private", "private_kb", "kB"});
  result.ours = runs(plan(shape, "ours", seconds));
  result.raw = runs(plan(shape, "raw", seconds));
  result.second = runs(plan(shape, "raw", seconds, true));
  result.second_name = "raw_listener";
  return result;
}

// What more threads cost when there is work for one: the same program on our
// MultiThreadedExecutor and, as the yardstick, on our SingleThreadedExecutor.
Case threads_case(bool spread, int threads, double seconds) {
  const Shape shape{false, spread, 1};
  Plan many = plan(shape, "ours", seconds);
  many.roles.front().words.push_back("threads=" + std::to_string(threads));
  Case result;
  result.name = shape.name() + "/mt-" + std::to_string(threads);
  result.placement = kThreadsPlacement;
  result.quantity = {"cpu", "cpu_percent", "% core"};
  result.also = delivery();
  result.ours = runs(many);
  result.raw = runs(plan(shape, "ours", seconds));
  return result;
}

}  // namespace

std::vector<Case> fanout_cases(const Options& options) {
  std::vector<Case> cases;
  for (const bool two : {false, true}) {
    for (const bool spread : {false, true}) {
      for (const int nodes : {1, 10}) {
        const bool core = nodes == 1 || (!two && !spread);
        if (!options.all && !core) continue;
        cases.push_back(fanout_case({two, spread, nodes}, options.window(options.all ? 2 : 1.2)));
      }
    }
  }
  for (Case& each : shm_fanout_cases(options)) cases.push_back(std::move(each));
  if (!options.all) return cases;
  for (const bool spread : {false, true}) {
    for (const int threads : {2, 4}) {
      cases.push_back(threads_case(spread, threads, options.window(2)));
    }
  }
  return cases;
}

}  // namespace ranvier::bench
