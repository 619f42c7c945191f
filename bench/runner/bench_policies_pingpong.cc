#include "bench/common/placement.h"
#include "bench/runner/policies.h"

namespace ranvier::bench {
namespace {

// The published pairs: a CPU that the high path alone fills, and one that has room for most of
// the low one.
struct Pair {
  const char* name;
  const char* period;
  const char* high;
  const char* low;
};

Plan pingpong_plan(const std::string& side, const Pair& pair, double seconds) {
  const std::string core = std::to_string(core_count() - 1);
  return {{{"bench_priority_" + side,
            {std::string("period=") + pair.period, std::string("high=") + pair.high,
             std::string("low=") + pair.low, "cpus=" + core}}},
          seconds};
}

Case pair_case(const Pair& pair, const Options& options) {
  const double seconds = options.window(options.all ? 10 : 2);
  Case result;
  result.name = std::string("policies/pingpong/") + pair.name;
  result.placement =
      "core " + std::to_string(core_count() - 1) +
      "; two threads under SCHED_FIFO if the user may; ours: two SingleThreadedExecutors, the ping node and the high "
      "callback's group on the more urgent one; raw: two threads, a lock and a futex each. Linux "
      "leaves SCHED_FIFO 95 % of a second";
  result.quantity = {"high path, round trip", "high_rtt_ms", "ms"};
  result.also = {{"high path, jitter", "high_jitter_ms", "ms"},
                 {"high path, answered", "high_share", "%", true},
                 {"sent", "sent", "pings", true},
                 {"low path, round trip", "low_rtt_ms", "ms"},
                 {"low path, jitter", "low_jitter_ms", "ms"},
                 {"low path, answered", "low_share", "%", true},
                 {"under SCHED_FIFO", "realtime", "threads", true}};
  result.ours = runs(pingpong_plan("ours", pair, seconds));
  result.raw = runs(pingpong_plan("raw", pair, seconds));
  result.repeats = options.all ? 0 : 3;
  result.loss_is_overload = false;  // counted by path
  result.tells = true;
  return result;
}

}  // namespace

std::vector<Case> policies_pingpong_cases(const Options& options) {
  return {pair_case({"10ms", "10", "10", "10"}, options),
          pair_case({"33ms", "33", "25", "10"}, options)};
}

}  // namespace ranvier::bench
