#include <memory>

#include "bench/runner/policies.h"
#include "bench/runner/twin.h"

namespace ranvier::bench {
namespace {

struct Kind {
  const char* executor;
  const char* name;
  const char* placement;
  Quantity quantity;
};

constexpr const char* kOneThread =
    "free cores; ours: one executor thread; raw: an ideal run of the same callbacks, simulated: one thread, each "
    "callback as long as it took in the run of ours, at no cost between them";
constexpr const char* kManyThreads =
    "free cores; ours: an executor thread per core and one more, the planner's timer in a group of its own, its starts "
    "while a core was free; raw: the ideal single-threaded run of the same callbacks, simulated";

// What an ideal executor would have done with the callbacks of the same run.
RunResult ideal_of(RunResult& ours) {
  Outcome& out = ours.quantities;
  const double window_ns = out["cpu_ns"] * 100 / out["cpu_percent"];
  RunResult ideal;
  ideal.quantities = {{"jitter_us", out["ideal_jitter_us"]},
                      {"free_jitter_us", out["ideal_jitter_us"]},
                      {"cpu_percent", 100 * out["compute_ns"] / window_ns},
                      {"received", out["expected"]},
                      {"lost", 0},
                      {"free_share", 1},
                      {"starts", out["starts"]}};
  return ideal;
}

Plan reference_plan(const Kind& kind, double seconds) {
  return {{{"bench_reference_ours", {std::string("executor=") + kind.executor}}}, seconds};
}

// The same program with an order from a file.
std::function<RunResult()> planner_first(const Kind& kind, double seconds) {
  const RunFile file("order: priority\ncallbacks:\n  - {id: /BehaviorPlanner, priority: 1}\n");
  Plan plan = reference_plan(kind, seconds);
  plan.environment = {{"RANVIER_EXECUTOR_POLICY", file.path()}};
  return [plan, file] { return run_plan(plan); };
}

Case reference_case(const Kind& kind, double seconds) {
  const auto twin = std::make_shared<Twin>(reference_plan(kind, seconds), ideal_of);
  Case result;
  result.name = std::string("reference/") + kind.name;
  result.placement = kind.placement;
  result.quantity = kind.quantity;
  result.also = {
      {"cpu_over_compute", "cpu_percent", "% core"},  {"jitter_of_all", "jitter_us", "us"},
      {"core_was_free", "free_share", "share", true}, {"starts", "starts", "starts", true},
      {"received", "received", "messages", true},     {"lost", "lost", "messages"}};
  result.ours = [twin] { return twin->first(); };
  result.raw = [twin] { return twin->second(); };
  return result;
}

// One more column: what an order of its callbacks does for the planner.
Case with_planner_first(const Kind& kind, double seconds) {
  Case result = reference_case(kind, seconds);
  result.second = planner_first(kind, seconds);
  result.second_name = "planner first";
  return result;
}

}  // namespace

std::vector<Case> reference_cases(const Options& options) {
  const Quantity jitter{"jitter", "jitter_us", "us"};
  const double seconds = options.window(options.all ? 12 : 6);
  return {with_planner_first({"single", "single-threaded", kOneThread, jitter}, seconds),
          reference_case({"static", "static-single-threaded", kOneThread, jitter}, seconds),
          reference_case({"events", "events", kOneThread, jitter}, seconds),
          reference_case({"mt", "multi-threaded", kManyThreads, {"jitter", "free_jitter_us", "us"}},
                         seconds)};
}

}  // namespace ranvier::bench
