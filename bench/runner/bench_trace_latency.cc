#include <memory>

#include "bench/runner/added_latency.h"
#include "bench/runner/benches.h"

namespace ranvier::bench {
namespace {

constexpr const char* kPlacement =
    "two processes through shared memory, publisher on core 0, subscriber on core 1, an executor "
    "thread each under SCHED_FIFO if the user may; left: mean latency with all events recorded "
    "less that without, from blocks of 0.4 s in turn";

std::vector<Traffic> points_of(const Options& options) {
  std::vector<Traffic> points;
  for (const Traffic& each : traffic_of_seed_001()) {
    if (options.all || each.core) points.push_back(each);
  }
  return points;
}

Case common_case(const std::string& name) {
  Case result;
  result.name = "trace/added-latency/" + name;
  result.placement = kPlacement;
  result.quantity = {"added latency", "added_us", "us"};
  result.quantity.bounded = true;
  result.repeats = 1;  // a run has many pairs
  Quantity plain{"with every pair", "plain_us", "us"};
  Quantity cpu{"cpu added", "cpu_points", "% core"};
  plain.bounded = cpu.bounded = true;
  result.also = {{"events on the way x cost", "events_us", "us"},
                 {"events on the way", "events_on_path", "events"},
                 {"events of a message", "events", "events"},
                 {"cost of an event", "event_ns", "ns"},
                 cpu,
                 plain,
                 {"pairs of blocks", "pairs", "pairs", true}};
  return result;
}

}  // namespace

std::vector<Case> trace_latency_cases(const Options& options) {
  const auto experiment = std::make_shared<AddedLatencyExperiment>(
      points_of(options), options.window(options.all ? 26 : 9));
  std::vector<Case> cases;
  for (std::size_t i = 0; i < experiment->points().size(); ++i) {
    cases.push_back(common_case(experiment->points()[i].name()));
    cases.back().also.push_back({"latency without", "off_us", "us"});
    cases.back().also.push_back({"under SCHED_FIFO", "realtime", "threads", true});
    cases.back().ours = [experiment, i] { return experiment->point(i); };
  }
  cases.push_back(common_case("aggregate"));
  cases.back().also.push_back({"cpu added at most", "most_cpu_points", "% core"});
  cases.back().ours = [experiment] { return experiment->aggregate(); };
  return cases;
}

}  // namespace ranvier::bench
