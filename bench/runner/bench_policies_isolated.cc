#include "bench/runner/policies.h"

namespace ranvier::bench {
namespace {

constexpr const char* kPlacement =
    "free cores; a topic of 50 Hz to a subscription in each group, in turn; ours: a "
    "CallbackIsolatedExecutor; raw: a thread for "
    "each group with a futex of its own; single: ours on a "
    "SingleThreadedExecutor";

Plan isolated_plan(const std::string& side, const std::string& executor, const std::string& groups,
                   bool two_processes, double seconds) {
  const auto role = [&](const char* name, bool counted) {
    Role made{"bench_isolated_" + side,
              {std::string("role=") + name, "executor=" + executor, "groups=" + groups, "rate=50"}};
    made.publishes = name != std::string("sub");
    made.counted = counted;
    return made;
  };
  Plan plan{{}, seconds};
  if (two_processes) {
    plan.roles = {role("pub", false), role("sub", true)};
  } else {
    plan.roles = {role("both", true)};
  }
  plan.counts_switches = true;
  return plan;
}

// What the thread of a group costs is the difference to the single-threaded run.
std::function<RunResult()> by_group(Plan plan, double groups) {
  return [plan = std::move(plan), groups] {
    RunResult result = run_plan(plan);
    result.quantities["pss_of_group_kb"] = result.quantities["pss_kb"] / groups;
    return result;
  };
}

Case isolated_case(const std::string& groups, bool two_processes, double seconds) {
  const double count = std::stod(groups);
  const auto side = [&](const char* program, const char* executor) {
    return by_group(isolated_plan(program, executor, groups, two_processes, seconds), count);
  };
  Case result;
  result.name = std::string("policies/isolated/") +
                (two_processes ? "two-processes/" : "same-process/") + groups;
  result.placement = kPlacement;
  if (two_processes) result.placement += "; what is counted is the process of the groups";
  result.quantity = {"switches", "switches_per_second", "a second"};
  result.also = {{"cpu", "cpu_percent", "% core"}, {"p99", "p99_us", "us"}};
  for (Quantity& quantity : delivery()) result.also.push_back(std::move(quantity));
  Quantity pss{"pss / groups", "pss_of_group_kb", "kB"};
  pss.difference = true;
  result.second = side("ours", "single");
  result.second_name = "single";
  result.second_also = {{"cpu", "cpu_percent", "% core"}, pss};
  result.ours = side("ours", "callback_isolated");
  result.raw = side("raw", "callback_isolated");
  return result;
}

}  // namespace

std::vector<Case> policies_isolated_cases(const Options& options) {
  const double seconds = options.window(options.all ? 4 : 1);
  std::vector<Case> cases;
  for (const bool two_processes : {false, true}) {
    for (const char* groups : {"1", "10", "30", "100"}) {
      const bool core = std::string(groups) == "100";
      if (core || options.all) cases.push_back(isolated_case(groups, two_processes, seconds));
    }
  }
  for (Case& each : cases) each.repeats = options.all ? 0 : 3;
  return cases;
}

}  // namespace ranvier::bench
