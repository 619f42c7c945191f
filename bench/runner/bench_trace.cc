#include "bench/runner/benches.h"

namespace ranvier::bench {
namespace {

Plan plan(const std::string& side, const std::string& mode) {
  Plan plan;
  plan.roles = {{"bench_trace_" + side, {"mode=" + mode, "cpus=0"}}};
  plan.seconds = 0.001;
  return plan;
}

// What one event takes from the thread that it is on.
Case event(const std::string& mode) {
  Case result;
  result.name = "trace/event-" + mode;
  result.placement = "one thread on core 0; left: our recorder, right: LTTng-UST with vpid, vtid, procname";
  result.quantity = {"event", "event_ns", "ns"};
  result.ours = runs(plan("ours", mode));
  result.raw = runs(plan("raw", mode));
  return result;
}

}  // namespace

std::vector<Case> trace_cases(const Options&) { return {event("on"), event("off")}; }

}  // namespace ranvier::bench
