#include <memory>

#include "bench/common/placement.h"
#include "bench/runner/benches.h"
#include "bench/runner/twin.h"

namespace ranvier::bench {
namespace {

// What the raw thread of the same run found.
RunResult raw_of(RunResult& ours) {
  Outcome& out = ours.quantities;
  RunResult raw;
  for (const char* key : {"p50_us", "p99_us", "p999_us", "max_us", "wakes"}) {
    raw.quantities[key] = out[std::string("raw_") + key];
  }
  raw.quantities["realtime"] = out["realtime"];
  return raw;
}

Case control_case(const char* name, const char* sleep, const char* words, double seconds) {
  const std::string core = std::to_string(core_count() - 1);
  const Plan plan{
      {{"bench_control_ours", {"rate=1000", "cpus=" + core, std::string("sleep=") + sleep}}},
      seconds};
  const auto twin = std::make_shared<Twin>(plan, raw_of);
  Case result;
  result.name = std::string("control/1kHz/") + name;
  result.placement =
      "both loops on core " + core + " under SCHED_FIFO if the user may; left: " + words +
      ", seven joints, their states published; right: clock_nanosleep() alone in the same process "
      "and run, half a period later";
  result.quantity = {"late p99.9", "p999_us", "us"};
  result.also = {{"late p50", "p50_us", "us"},
                 {"late p99", "p99_us", "us"},
                 {"late at most", "max_us", "us"},
                 {"wakes", "wakes", "wakes", true},
                 {"under SCHED_FIFO", "realtime", "threads", true}};
  result.ours = [twin] { return twin->first(); };
  result.raw = [twin] { return twin->second(); };
  return result;
}

}  // namespace

std::vector<Case> control_cases(const Options& options) {
  const double seconds = options.window(options.all ? 20 : 10);
  return {control_case("mock-hardware", "std", "std::this_thread::sleep_until()", seconds),
          control_case("rclcpp-clock", "clock", "rclcpp::Clock::sleep_until()", seconds)};
}

}  // namespace ranvier::bench
