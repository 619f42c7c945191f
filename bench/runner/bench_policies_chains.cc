#include <sstream>

#include "bench/common/chains.h"
#include "bench/runner/policies.h"

namespace ranvier::bench {
namespace {

constexpr const char* kPlacement =
    "pinned to two cores; a thread for each chain, most urgent first, under SCHED_FIFO if the user "
    "may, best effort on ordinary threads; callbacks by priority from a file; raw: the "
    "same threads, a lock and a futex each; default: ours, a thread for each core, an ordinary one";

Plan chains_plan(const std::string& program, const std::string& half, const std::string& placing,
                 const std::string& raised, double seconds) {
  return {{{program, {"half=" + half, "placing=" + placing, "raised=" + raised}}}, seconds};
}

// Our program with the order of the file.
std::function<RunResult()> ordered(const std::string& half, const std::string& raised,
                                   double seconds) {
  const RunFile file(policy_of(make_study(half, Placing::kPublished)));
  Plan plan = chains_plan("bench_chains_ours", half, "published", raised, seconds);
  plan.environment = {{"RANVIER_EXECUTOR_POLICY", file.path()}};
  return [plan, file] { return run_plan(plan); };
}

Quantity p99_of(const std::string& chain) {
  return {"chain " + chain + " p99", "chain" + chain + "_p99_ms", "ms"};
}

// The real-time chains of the half, and what they failed.
std::vector<Quantity> of_the_chains(const std::string& half) {
  std::vector<Quantity> all{{"beyond their bound", "beyond", "instances"},
                            {"deadlines missed", "missed", "instances"},
                            {"due", "due", "instances", true}};
  for (const schedule::Chain& chain : make_study(half, Placing::kPublished).chains) {
    const std::string number = chain.name.substr(6);
    if (!chain.best_effort)
      all.push_back({chain.name + " at most", "chain" + number + "_max_ms", "ms"});
  }
  all.push_back({"under SCHED_FIFO", "realtime", "threads", true});
  return all;
}

Case half_case(const std::string& half, const std::string& first_chain, const Options& options) {
  const double seconds = options.window(options.all ? 15 : 2.2);
  Case result;
  result.name = "policies/chains/" + half;
  result.placement = kPlacement;
  result.quantity = p99_of(first_chain);
  result.also = of_the_chains(half);
  result.ours = ordered(half, "1", seconds);
  result.raw = runs(chains_plan("bench_chains_raw", half, "published", "1", seconds));
  result.second = runs(chains_plan("bench_chains_ours", half, "default", "1", seconds));
  result.second_name = "default";
  result.second_also = of_the_chains(half);
  result.second_also.pop_back();
  result.repeats = options.all ? 0 : 3;
  result.tells = true;
  return result;
}

// What best effort takes must not matter to the most critical chain.
Case raised_case(const Options& options) {
  const double seconds = options.window(options.all ? 15 : 2.2);
  Case result;
  result.name = "policies/chains/ab/raised";
  result.placement =
      "left: our program of policies/chains/ab with best-effort callbacks that take twice as long; right: no "
      "yardstick, but the same without that";
  result.quantity = p99_of("1");
  result.also = of_the_chains("ab");
  result.ours = ordered("ab", "2", seconds);
  result.raw = ordered("ab", "1", seconds);
  result.repeats = options.all ? 0 : 3;
  return result;
}

}  // namespace

std::vector<Case> policies_chains_cases(const Options& options) {
  return {half_case("ab", "1", options), raised_case(options), half_case("cd", "3", options)};
}

}  // namespace ranvier::bench
