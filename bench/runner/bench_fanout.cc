#include "bench/runner/policies.h"

namespace ranvier::bench {
namespace {

constexpr const char* kPlacement =
    "free cores; ours: one SingleThreadedExecutor thread per process; raw: one thread per process "
    "that serves timers and a waitset; both: Cyclone's own threads";

constexpr const char* kThreadsPlacement =
    "free cores; ours: one MultiThreadedExecutor of N threads (mt-N); raw: the same program of "
    "ours on our SingleThreadedExecutor, not Cyclone; both: Cyclone's own threads";

/// Another executor, or another order of its callbacks.
struct Kind {
  const char* name;
  const char* executor;
  const char* order;  ///< in the file of RANVIER_EXECUTOR_POLICY; empty: none
};
constexpr Kind kKinds[] = {{"static", "static", ""},
                           {"events", "events", ""},
                           {"events-cbg", "events_cbg", ""},
                           {"callback-isolated", "callback_isolated", ""},
                           {"order-priority", "single", "priority"},
                           {"order-deadline", "single", "deadline"}};

struct Shape {
  bool two_processes;
  bool spread;
  int nodes;
  int topics = 20;

  std::string name() const {
    return std::string("fanout/") + (two_processes ? "two-processes/" : "same-process/") +
           (spread ? "spread/" : "burst/") + (nodes == 1 ? "1-node" : "10-nodes");
  }
};

Role role(const Shape& shape, const std::string& side, const char* part, bool listener) {
  return {"bench_fanout_" + side,
          {std::string("role=") + part, "topics=" + std::to_string(shape.topics), "fan=10",
           "payload=68", "rate=50", "nodes=" + std::to_string(shape.nodes),
           std::string("pattern=") + (shape.spread ? "spread" : "burst"),
           listener ? "listener=1" : "listener=0"},
          std::string(part) != "sub"};
}

Plan plan(const Shape& shape, const std::string& side, double seconds, bool listener = false) {
  if (!shape.two_processes) return {{role(shape, side, "both", listener)}, seconds};
  return {{role(shape, side, "sub", listener), role(shape, side, "pub", listener)}, seconds};
}

void add_words(Plan& to, const std::vector<std::string>& words) {
  for (Role& role : to.roles) role.words.insert(role.words.end(), words.begin(), words.end());
}

Case common_case(const std::string& name, const std::string& placement) {
  Case result;
  result.name = name;
  result.placement = placement;
  result.quantity = {"cpu", "cpu_percent", "% core"};
  result.also = delivery();
  result.also.push_back({"pss", "pss_kb", "kB"});
  result.also.push_back({"private", "private_kb", "kB"});
  result.also.push_back({"threads", "threads", "threads"});
  return result;
}

Case fanout_case(const Shape& shape, double seconds) {
  Case result = common_case(shape.name(), kPlacement);
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
  add_words(many, {"executor=mt", "threads=" + std::to_string(threads)});
  Case result = common_case(shape.name() + "/mt-" + std::to_string(threads), kThreadsPlacement);
  result.ours = runs(many);
  result.raw = runs(plan(shape, "ours", seconds));
  return result;
}

// The burst of one node on each executor, and in each order of ours.
Case kind_case(const Kind& kind, double seconds) {
  const Shape shape{false, false, 1};
  Case result = common_case(shape.name() + "/" + kind.name,
                            std::string(kPlacement) + "; ours here: executor " + kind.executor);
  Plan ours = plan(shape, "ours", seconds);
  add_words(ours, {std::string("executor=") + kind.executor});
  result.ours = runs(ours);
  if (const std::string order = kind.order; !order.empty()) {
    const RunFile file("order: " + order + "\n");
    result.placement += ", callbacks in order of " + order;
    ours.environment = {{"RANVIER_EXECUTOR_POLICY", file.path()}};
    result.ours = [ours, file] { return run_plan(ours); };
  }
  result.raw = runs(plan(shape, "raw", seconds));
  return result;
}

// Nodes and timers alone.
Case timers_case(double seconds) {
  const Shape shape{false, false, 10, 0};
  Case result;
  result.name = "fanout/same-process/timers/10-nodes";
  result.placement = std::string(kPlacement) + "; ten timers of 50 Hz, and nothing is published";
  result.quantity = {"cpu", "cpu_percent", "% core"};
  Quantity ticks{"ticks", "ticks", "calls", true};
  ticks.json_only = true;  // from the start to the end, not in the window
  result.also = {ticks,
                 {"pss", "pss_kb", "kB"},
                 {"private", "private_kb", "kB"},
                 {"threads", "threads", "threads"}};
  result.ours = runs(plan(shape, "ours", seconds));
  result.raw = runs(plan(shape, "raw", seconds));
  return result;
}

// The burst of one node beside functions that are called.
Case functions_case(double seconds) {
  const Shape shape{false, false, 1};
  Case result = common_case("fanout/same-process/functions/1-node",
                            "free cores; ours: one SingleThreadedExecutor thread; raw: one thread "
                            "that calls functions, without ROS and without DDS");
  result.ours = runs(plan(shape, "ours", seconds));
  Plan floor = plan(shape, "raw", seconds);
  floor.roles.front().program = "bench_functions_raw";
  result.raw = runs(floor);
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
  for (const Kind& kind : kKinds) cases.push_back(kind_case(kind, options.window(2)));
  cases.push_back(timers_case(options.window(2)));
  cases.push_back(functions_case(options.window(2)));
  for (const bool spread : {false, true}) {
    for (const int threads : {2, 4}) {
      cases.push_back(threads_case(spread, threads, options.window(2)));
    }
  }
  return cases;
}

}  // namespace ranvier::bench
