#include "bench/common/payload.h"
#include "bench/runner/benches.h"

namespace ranvier::bench {
namespace {

struct Shape {
  std::string route;  // same-thread, same-process, dds, dds-direct
  bool cross_core;
  bool reliable;
  std::size_t size;
  int rate;
  bool core;  // in the subset that runs without --all

  bool two_processes() const { return route == "dds" || route == "dds-direct"; }
  std::string name() const {
    return "pingpong/" + route + (cross_core ? "/cross-core/" : "/same-core/") +
           (reliable ? "reliable/" : "best-effort/") + size_name(size) + "/" +
           std::to_string(rate) + "Hz";
  }
};

std::string placement(const Shape& shape) {
  const std::string cores =
      shape.cross_core ? "publisher on core 0, subscriber on core 1" : "all threads on core 0";
  if (shape.route == "same-thread") {
    return cores +
           "; ours: one executor thread; raw: one thread that writes, with a listener called inside the write";
  }
  if (shape.route == "same-process") {
    return cores +
           "; ours: two executor threads in one process (Cyclone's own threads on either core); raw: two threads, futex";
  }
  return cores +
         " with all of their process; ours: one executor thread per process; raw: one thread per process" +
         (shape.route == "dds" ? ", subscriber in a waitset" : ", subscriber inside the listener") +
         "; both: Cyclone's own threads";
}

std::vector<std::string> traffic(const Shape& shape) {
  return {"size=" + size_name(shape.size), "rate=" + std::to_string(shape.rate),
          std::string("qos=") + (shape.reliable ? "reliable" : "best-effort")};
}

Role role(const Shape& shape, const std::string& program, const std::string& part,
          std::vector<std::string> more) {
  std::vector<std::string> words = traffic(shape);
  words.push_back("role=" + part);
  words.insert(words.end(), more.begin(), more.end());
  return {program, words, part != "sub"};
}

std::string cpus(const Shape& shape, bool subscriber) {
  return subscriber && shape.cross_core ? "1" : "0";
}

Plan dds_plan(const Shape& shape, const std::string& program, const std::string& subscriber_word,
              double seconds) {
  return {{role(shape, program, "sub", {"cpus=" + cpus(shape, true), subscriber_word}),
           role(shape, program, "pub", {"cpus=" + cpus(shape, false)})},
          seconds};
}

// Both threads in one process: publisher and subscriber are pinned one by one.
Plan local_plan(const Shape& shape, const std::string& program, double seconds) {
  const std::string all = shape.cross_core ? "cpus=0,1" : "cpus=0";
  return {{role(shape, program, shape.route,
                {all, "pub_cpus=" + cpus(shape, false), "sub_cpus=" + cpus(shape, true)})},
          seconds};
}

void add_sides(const Shape& shape, double seconds, Case& to) {
  if (!shape.two_processes()) {
    to.ours = runs(local_plan(shape, "bench_pingpong_ours", seconds));
    to.raw = runs(local_plan(
        shape, shape.route == "same-thread" ? "bench_pingpong_raw" : "bench_handover_raw",
        seconds));
    return;
  }
  const bool direct = shape.route == "dds-direct";
  to.ours = runs(dds_plan(shape, "bench_pingpong_ours", direct ? "direct=1" : "direct=0", seconds));
  to.raw =
      runs(dds_plan(shape, "bench_pingpong_raw", direct ? "listener=1" : "listener=0", seconds));
  if (direct) return;
  to.second = runs(dds_plan(shape, "bench_pingpong_raw", "listener=1", seconds));
  to.second_name = "raw_listener";
}

// At least 1,000 messages in six runs.
double window_of(const Shape& shape) { return shape.rate >= 1000 ? 0.5 : 1.8; }

Case pingpong_case(const Shape& shape, const Options& options) {
  Case result;
  result.name = shape.name();
  result.placement = placement(shape) + "; " + carrier_name(carrier_of(shape.size));
  result.quantity = {"p50", "p50_us", "us"};
  result.also = {{"p99", "p99_us", "us"}, {"cpu_per_message", "cpu_us_per_message", "us"}};
  for (const Quantity& quantity : delivery()) result.also.push_back(quantity);
  for (const Quantity& quantity : cpu_and_memory()) result.also.push_back(quantity);
  add_sides(shape, options.window(window_of(shape)), result);
  return result;
}

// Every size on every route and placement; small sizes at 1000 Hz, where 100 Hz
// would only measure a deeper sleep, large ones at 100 Hz, which a core can carry.
std::vector<Shape> shapes_of(const std::string& route, bool cross) {
  const bool shows_size = cross && (route == "same-process" || route == "dds");
  std::vector<Shape> shapes = {
      {route, cross, true, 128, 1000, true},       {route, cross, true, 1'000, 1000, false},
      {route, cross, true, 10'000, 1000, false},   {route, cross, true, 100'000, 1000, shows_size},
      {route, cross, true, 128, 100, false},       {route, cross, true, 500'000, 100, false},
      {route, cross, true, 4'000'000, 100, false}, {route, cross, false, 128, 1000, false},
  };
  if (route == "dds") {
    shapes.push_back({route, cross, true, 100'000, 100, false});
    shapes.push_back({route, cross, false, 10'000, 1000, false});
    shapes.push_back({route, cross, false, 500'000, 100, false});
  }
  return shapes;
}

}  // namespace

std::vector<Case> pingpong_cases(const Options& options) {
  std::vector<Case> cases;
  for (const char* route : {"same-thread", "same-process", "dds", "dds-direct"}) {
    for (const bool cross : {false, true}) {
      if (cross && route == std::string("same-thread")) continue;  // one thread has one core
      for (const Shape& shape : shapes_of(route, cross)) {
        if (options.all || shape.core) cases.push_back(pingpong_case(shape, options));
      }
    }
  }
  for (Case& each : shm_pingpong_cases(options)) cases.push_back(std::move(each));
  return cases;
}

}  // namespace ranvier::bench
