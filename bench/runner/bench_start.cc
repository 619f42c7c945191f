#include "bench/runner/benches.h"

namespace ranvier::bench {

Plan start_plan(const std::string& side) {
  Plan plan;
  plan.seconds = 0.001;
  plan.settle_s = 0;
  plan.roles = {{"bench_memory_" + side, {"nodes=1", "bare=0", "name=start", "exec_ns=now"}}};
  return plan;
}

std::vector<Case> start_cases(const Options&) {
  Case first;
  first.name = "start/first-publish";
  first.placement =
      "free cores; one process, from exec to the end of its first publish, one default node";
  first.quantity = {"first_publish", "first_publish_ms", "ms"};
  first.ours = runs(start_plan("ours"));
  first.raw = runs(start_plan("raw"));
  return {first};
}

}  // namespace ranvier::bench
