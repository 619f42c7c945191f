#include "bench/common/payload.h"
#include "bench/common/work.h"
#include "bench/runner/benches.h"

namespace ranvier::bench {
namespace {

constexpr double kWorkUs = 500;

struct Container {
  const char* kind;
  const char* placement;
};
constexpr Container kContainers[] = {
    {"single",
     "free cores; one thread; ours: a SingleThreadedExecutor with all nodes (component_container)"},
    {"mt",
     "free cores; a thread per core; ours: a MultiThreadedExecutor with all nodes (component_container_mt); raw: a pool"},
    {"isolated",
     "free cores; a thread per node; ours: a SingleThreadedExecutor each (component_container_isolated)"},
};

Plan plan(const std::string& side, const Container& container, int subscriptions, double seconds) {
  return {{{"bench_containers_" + side,
            {std::string("kind=") + container.kind, "subs=" + std::to_string(subscriptions),
             "rate=50", "steps=" + std::to_string(steps_for(kWorkUs))}}},
          seconds};
}

// The figure of seed 000: 500 KB at 50 Hz, 500 us of work in each callback.
Case container_case(const Container& container, int subscriptions, double seconds) {
  Case result;
  result.name = std::string("containers/") + container.kind + "/" + std::to_string(subscriptions);
  result.placement = container.placement;
  result.quantity = {"cpu", "cpu_percent", "% core"};
  result.also = {{"latency", "mean_us", "us"}, {"p99", "p99_us", "us"}};
  for (Quantity& quantity : delivery()) result.also.push_back(std::move(quantity));
  result.ours = [=] { return run_plan(plan("ours", container, subscriptions, seconds)); };
  result.raw = [=] { return run_plan(plan("raw", container, subscriptions, seconds)); };
  return result;
}

}  // namespace

std::vector<Case> containers_cases(const Options& options) {
  const std::vector<int> counts =
      options.all ? std::vector<int>{1, 2, 4, 8, 16} : std::vector<int>{1, 4, 16};
  std::vector<Case> cases;
  for (const Container& container : kContainers) {
    for (const int count : counts)
      cases.push_back(container_case(container, count, options.window(options.all ? 2 : 1.2)));
  }
  return cases;
}

}  // namespace ranvier::bench
