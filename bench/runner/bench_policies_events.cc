#include "bench/runner/policies.h"

namespace ranvier::bench {
namespace {

constexpr const char* kPlacement =
    "free cores, one process; ours: an EventsCBGExecutor of two threads; raw: two threads, bounded boxes, a lock and a "
    "condition; 20 topics, five in each of four exclusive groups, depth 10, and a thread that "
    "sends to them in turn";

Case events_case(const std::string& rate, const std::string& work_us, double seconds) {
  Case result;
  result.placement = kPlacement;
  const auto plan = [&](const char* side) {
    return Plan{{{std::string("bench_events_") + side, {"rate=" + rate, "work_us=" + work_us}}},
                seconds};
  };
  result.ours = runs(plan("ours"));
  result.raw = runs(plan("raw"));
  return result;
}

Case rate_case(const std::string& rate, double seconds) {
  Case result = events_case(rate, "0", seconds);
  result.name = "policies/events/" + rate + "Hz";
  result.quantity = {"cpu", "cpu_percent", "% core"};
  result.also = {{"of a delivery", "cpu_us_per_delivery", "us"},
                 {"p99", "p99_us", "us"},
                 {"behind at most", "behind", "messages"}};
  for (Quantity& quantity : delivery()) result.also.push_back(std::move(quantity));
  return result;
}

// Callbacks that take several times what two cores have.
Case overload_case(double seconds) {
  Case result = events_case("1200", "400", seconds);
  result.name = "policies/events/overload";
  result.placement += "; each callback computes for 400 us";
  result.quantity = {"behind at most", "behind", "messages"};
  result.also = {{"p99", "p99_us", "us"}, {"pss", "pss_kb", "kB"}};
  for (Quantity& quantity : delivery()) result.also.push_back(std::move(quantity));
  result.loss_is_overload = false;
  return result;
}

}  // namespace

std::vector<Case> policies_events_cases(const Options& options) {
  const double seconds = options.window(options.all ? 5 : 0.6);
  std::vector<Case> cases;
  for (const char* rate : {"300", "600", "900", "1200"}) {
    const bool core = std::string(rate) == "300" || std::string(rate) == "1200";
    if (core || options.all) cases.push_back(rate_case(rate, seconds));
  }
  cases.push_back(overload_case(seconds));
  for (Case& each : cases) each.repeats = options.all ? 0 : 4;
  return cases;
}

}  // namespace ranvier::bench
