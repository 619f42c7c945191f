#include "bench/runner/benches.h"

namespace ranvier::bench {
namespace {

Plan plan(const std::string& mode, bool cross, double seconds) {
  return {{{"bench_floor_raw",
            {"mode=" + mode, "rate=1000", "size=256MB", "pub_cpus=0",
             cross ? "sub_cpus=1" : "sub_cpus=0"}}},
          seconds};
}

// Not a comparison with ours: "ours" is the hand-over between two processes,
// "raw" between two threads.
Case hand_over(bool cross, double seconds) {
  Case result;
  result.name =
      std::string("floor/futex-processes-over-threads/") + (cross ? "cross-core" : "same-core");
  result.placement = std::string("one end on core 0, the other on core ") + (cross ? "1" : "0") +
                     "; left: two processes, right: two threads";
  result.quantity = {"p50", "p50_us", "us"};
  result.also = {{"p99", "p99_us", "us"}, {"lost", "lost", "messages"}};
  result.ours = runs(plan("processes", cross, seconds));
  result.raw = runs(plan("threads", cross, seconds));
  return result;
}

// What a thread costs that wakes a thousand times a second and does nothing: no
// bench that wakes as often (fanout/*/spread) can cost less.
Case sleep(double seconds) {
  Case result;
  result.name = "floor/sleep/1000Hz";
  result.placement = "one thread on a free core; the same program on both sides";
  result.quantity = {"cpu", "cpu_percent", "% core"};
  result.ours = runs(plan("sleep", false, seconds));
  result.raw = result.ours;
  return result;
}

// The same program on both sides: the ratio is the machine's own noise.
Case copy() {
  Case result;
  result.name = "floor/memcpy/256MB";
  result.placement = "one thread on core 0; the same program on both sides";
  result.quantity = {"copy", "copy_GBps", "GB/s", true};
  result.ours = runs(plan("memcpy", false, 0.001));
  result.raw = result.ours;
  return result;
}

}  // namespace

std::vector<Case> floor_cases(const Options& options) {
  return {hand_over(false, options.window(0.5)), hand_over(true, options.window(0.5)),
          sleep(options.window(1)), copy()};
}

}  // namespace ranvier::bench
