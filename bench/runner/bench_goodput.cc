#include "bench/common/payload.h"
#include "bench/runner/benches.h"

namespace ranvier::bench {
namespace {

struct Shape {
  bool two_processes;
  bool own_thread;  // publisher; else a zero-period timer on the subscriber's executor
  bool keep_all;
  std::size_t size;
  bool core;

  std::string name() const {
    return std::string("goodput/") + (two_processes ? "two-processes/" : "same-process/") +
           (own_thread ? "free-run/" : "free-run-own-timer/") +
           (keep_all ? "keep-all/" : "keep-last/") + size_name(size);
  }
};

std::string placement(const Shape& shape) {
  if (shape.two_processes)
    return "publisher thread on core 0, subscriber thread on core 1; ours: executor; raw: waitset";
  if (shape.own_thread)
    return "one process: publisher thread on core 0, subscriber thread on core 1; ours: executor; raw: waitset";
  return "one process, one thread on core 1: ours: zero-period timer and subscription on one executor; raw: write and waitset in turn";
}

// Keep all on the raw side is bounded by as many samples as ours by default,
// or memory would decide.
Role role(const Shape& shape, const std::string& side, const std::string& part) {
  return {"bench_goodput_" + side,
          {"role=" + part, std::string("publisher=") + (shape.own_thread ? "own-thread" : "timer"),
           std::string("history=") + (shape.keep_all ? "keep-all" : "keep-last"), "bound=1000",
           "size=" + size_name(shape.size), "pub_cpus=0", "sub_cpus=1"},
          part != "sub"};
}

Plan plan(const Shape& shape, const std::string& side, double seconds) {
  if (!shape.two_processes) return {{role(shape, side, "both")}, seconds};
  return {{role(shape, side, "sub"), role(shape, side, "pub")}, seconds};
}

Case goodput_case(const Shape& shape, double seconds) {
  Case result;
  result.name = shape.name();
  result.placement = placement(shape);
  result.quantity = {"goodput", "goodput_MBps", "MB/s", true};
  result.also = {{"longest_gap", "longest_gap_ms", "ms"}};
  for (const Quantity& quantity : delivery()) result.also.push_back(quantity);
  for (const Quantity& quantity : cpu_and_memory()) result.also.push_back(quantity);
  result.ours = runs(plan(shape, "ours", seconds));
  result.raw = runs(plan(shape, "raw", seconds));
  result.loss_is_overload = false;  // keep last drops by design when nothing pauses
  return result;
}

std::vector<Shape> shapes() {
  std::vector<Shape> shapes;
  for (const std::size_t size : {1'000u, 10'000u, 100'000u, 1'000'000u, 5'000'000u}) {
    const bool core = size == 1'000 || size == 1'000'000;
    shapes.push_back({false, true, false, size, core});
    shapes.push_back({false, true, true, size, core});
    shapes.push_back({false, false, false, size, core});
    shapes.push_back({false, false, true, size, false});
    shapes.push_back({true, true, false, size, core});
  }
  return shapes;
}

}  // namespace

std::vector<Case> goodput_cases(const Options& options) {
  std::vector<Case> cases;
  for (const Shape& shape : shapes()) {
    if (options.all || shape.core) cases.push_back(goodput_case(shape, options.window(0.7)));
  }
  for (Case& each : shm_goodput_cases(options)) cases.push_back(std::move(each));
  return cases;
}

}  // namespace ranvier::bench
