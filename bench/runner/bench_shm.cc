// What the route through shared memory is worth, between two processes.
#include "bench/common/payload.h"
#include "bench/runner/benches.h"
#include "bench/runner/worker.h"

namespace ranvier::bench {
namespace {

struct Shape {
  std::string path;  // plain: publish(const T&), loan: borrowed, view: built and viewed
  std::string type;  // fixed, image, pointcloud
  bool cross_core;
  std::size_t size;
  int rate;
  bool core;              // in the subset that runs without --all
  bool streamed = false;  // filled past the caches

  bool plain() const { return path == "plain"; }
  // Where a copy is what counts, raw tells what one costs.
  bool copies() const { return plain() && size >= 500'000; }
  // Of 8 MB at 100 Hz Cyclone brings too little over for a figure.
  bool has_yardstick_of_dds() const { return plain() && type != "fixed" && size <= 4'000'000; }
  std::string name() const {
    return "pingpong/shm/" + path + "/" + type + (cross_core ? "/cross-core/" : "/same-core/") +
           size_name(size) + "/" + std::to_string(rate) + "Hz";
  }
};

std::string placement(const Shape& shape) {
  std::string text = shape.cross_core ? "publisher on core 0, subscriber on core 1"
                                      : "publisher and subscriber on core 0";
  text +=
      " with all of their process; ours: one executor thread per process, and that of the "
      "route; raw: one thread per process, a futex in memory that both map; both stamp a "
      "filled payload, and touch a byte of every page of it after the entry";
  if (shape.copies()) text += "; raw then copies it out (memcpy), beyond every cache";
  return text + "; " + carrier_name(carrier_of(shape.size, shape.type));
}

Role role(const Shape& shape, const std::string& program, bool publishes) {
  return {program,
          {publishes ? "role=pub" : "role=sub", "type=" + shape.type,
           "size=" + size_name(shape.size), "rate=" + std::to_string(shape.rate), "qos=reliable",
           "shm=1", "way=" + shape.path, std::string("copy=") + (shape.copies() ? "1" : "0"),
           std::string("fill=") + (shape.streamed ? "streamed" : "cached"),
           std::string("cpus=") + (shape.cross_core && !publishes ? "1" : "0")},
          publishes};
}

std::function<RunResult()> pair_of(const Shape& shape, const std::string& program, double seconds) {
  return runs({{role(shape, program, false), role(shape, program, true)}, seconds});
}

void add_common_quantities(Case& to) {
  for (const Quantity& quantity : delivery()) to.also.push_back(quantity);
  for (const Quantity& quantity : cpu_and_memory()) to.also.push_back(quantity);
}

// It is built only when it is asked for.
void add_iceoryx2(const Shape& shape, double seconds, Case& to) {
  const std::string program = "bench_pingpong_iceoryx2";
  if (!has_program(program)) {
    to.placement += "; no iceoryx2 beside it: ninja -C build bench_iceoryx2 makes it";
    return;
  }
  to.placement += "; iceoryx2: slices of bytes, a publisher's notifier wakes a blocking listener";
  to.second = pair_of(shape, program, seconds);
  to.second_name = "iceoryx2";
}

// At least 1,000 messages in six runs.
double window_of(const Shape& shape) { return shape.rate >= 1000 ? 0.5 : 1.8; }

Case pingpong_case(const Shape& shape, const Options& options) {
  const double seconds = options.window(window_of(shape));
  Case result;
  result.name = shape.name();
  result.placement = placement(shape);
  result.quantity = {"p50", "p50_us", "us"};
  result.also = {{"p99", "p99_us", "us"},
                 {"memcpy", "memcpy_us", "us"},
                 {"cpu_per_message", "cpu_us_per_message", "us"}};
  add_common_quantities(result);
  result.ours = pair_of(shape, "bench_pingpong_ours", seconds);
  result.raw = pair_of(shape, "bench_handover_raw", seconds);
  if (shape.has_yardstick_of_dds()) {
    result.second = pair_of(shape, "bench_pingpong_raw", seconds);
    result.second_name = "raw_dds";
  } else if (shape.path == "loan") {
    add_iceoryx2(shape, seconds, result);
  }
  return result;
}

// What a core can carry; where 100 Hz would only measure a deeper sleep, 1000 Hz.
int rate_of(std::size_t size) { return size <= 100'000 ? 1000 : 100; }

// What is not copied is to cost the same at every size, so there is each, and the
// smallest at both rates.
void add_uncopied(const std::string& path, const std::string& type, bool cross,
                  std::vector<Shape>& to) {
  to.push_back({path, type, cross, 128, 100, false});
  for (const std::size_t size :
       {128u, 1'000u, 10'000u, 100'000u, 500'000u, 4'000'000u, 8'000'000u}) {
    const bool core = size == 8'000'000 ? type != "pointcloud" : size == 128 && type == "fixed";
    to.push_back({path, type, cross, size, rate_of(size), cross && core});
  }
}

// Of plain messages, where encoding, not copying, is what a type costs, the ends of
// the range do.
std::vector<Shape> shapes_of(bool cross) {
  std::vector<Shape> shapes;
  add_uncopied("loan", "fixed", cross, shapes);
  add_uncopied("view", "image", cross, shapes);
  add_uncopied("view", "pointcloud", cross, shapes);
  for (const std::string type : {"fixed", "image", "pointcloud"}) {
    for (const std::size_t size : {128u, 100'000u, 500'000u, 4'000'000u, 8'000'000u}) {
      const bool core = cross && type == "image" && size == 4'000'000;
      shapes.push_back({"plain", type, cross, size, rate_of(size), core});
    }
  }
  return shapes;
}

// Whether 8 MB cost what 128 B do: the same program with both, in turn. A core that fills
// 8 MB pushes out what it needs next, whoever hands them over: so it is told of the bare
// hand-over too, and of payloads that are filled past the caches.
Case flat_case(const std::string& path, const std::string& type, bool cross, bool streamed,
               const Options& options) {
  const bool bare = path == "handover";
  const double seconds = options.window(1.8);
  const std::string program = bare ? "bench_handover_raw" : "bench_pingpong_ours";
  const Shape large{path, type, cross, 8'000'000, 100, false, streamed};
  Shape small = large;
  small.size = 128;
  Case result;
  result.name = "pingpong/shm/flat/" + path + (bare ? "" : "/" + type) +
                (cross ? "/cross-core/" : "/same-core/") + (streamed ? "streamed" : "cached");
  result.placement = std::string(cross ? "publisher on core 0, subscriber on core 1"
                                       : "publisher and subscriber on core 0") +
                     ", 100 Hz; left: 8 MB, right: 128 B, both of " +
                     (bare ? "the futex hand-over" : "ours") + "; payloads are filled " +
                     (streamed ? "past the caches, but for the first page" : "through the caches");
  result.quantity = {"p50", "p50_us", "us"};
  result.ours = pair_of(large, program, seconds);
  result.raw = pair_of(small, program, seconds);
  return result;
}

// Raw is Cyclone over loopback; its floor, the hand-over, stands beside it.
Case stream_case(const Options& options) {
  const Shape vga{"plain", "image", true, 640 * 480 * 3, 400, true};
  const double seconds = options.window(1);
  Case result;
  result.name = "stream/shm/" + vga.path + "/vga-400Hz";
  result.placement =
      "publisher on core 0, subscriber on core 1, CPU of both processes; an image is filled before "
      "each publish, and a byte of every page of it touched; raw: Cyclone over loopback, waitset; "
      "raw_handover: a futex in memory that both map";
  result.quantity = {"cpu", "cpu_percent", "% core"};
  result.also = {{"p50", "p50_us", "us"}, {"p99", "p99_us", "us"}, {"pss", "pss_kb", "kB"}};
  for (const Quantity& quantity : delivery()) result.also.push_back(quantity);
  result.ours = pair_of(vga, "bench_pingpong_ours", seconds);
  result.raw = pair_of(vga, "bench_pingpong_raw", seconds);
  Shape bare = vga;
  bare.path = "loan";  // nothing to copy
  result.second = pair_of(bare, "bench_handover_raw", seconds);
  result.second_name = "raw_handover";
  return result;
}

std::string goodput_type(const std::string& path) { return path == "loan" ? "fixed" : "image"; }

Role goodput_role(const std::string& side, const std::string& path, std::size_t size,
                  bool publishes) {
  return {"bench_goodput_" + side,
          {publishes ? "role=pub" : "role=sub", "publisher=own-thread", "history=keep-last",
           "type=" + goodput_type(path), "size=" + size_name(size), "shm=1", "way=" + path,
           "pub_cpus=0", "sub_cpus=1"},
          publishes};
}

Case goodput_case(const std::string& path, std::size_t size, const Options& options) {
  const double seconds = options.window(0.7);
  const auto side = [&](const char* name) {
    return runs(
        {{goodput_role(name, path, size, false), goodput_role(name, path, size, true)}, seconds});
  };
  Case result;
  result.name = "goodput/shm/" + path + "/" + size_name(size);
  result.placement =
      "two processes, publisher thread on core 0, subscriber thread on core 1, keep "
      "last 10; ours: executor; raw: Cyclone over loopback, waitset; each message "
      "is filled, and a byte of every page touched; ";
  result.placement += carrier_name(carrier_of(size, goodput_type(path)));
  result.quantity = {"goodput", "goodput_MBps", "MB/s", true};
  result.also = {{"longest_gap", "longest_gap_ms", "ms"}};
  add_common_quantities(result);
  result.ours = side("ours");
  result.raw = side("raw");
  result.loss_is_overload = false;  // keep last drops by design when nothing pauses
  return result;
}

}  // namespace

std::vector<Case> shm_pingpong_cases(const Options& options) {
  std::vector<Case> cases;
  for (const bool cross : {false, true}) {
    for (const Shape& shape : shapes_of(cross)) {
      if (options.all || shape.core) cases.push_back(pingpong_case(shape, options));
    }
    if (!options.all) continue;
    for (const bool streamed : {false, true}) {
      cases.push_back(flat_case("loan", "fixed", cross, streamed, options));
      cases.push_back(flat_case("view", "image", cross, streamed, options));
      cases.push_back(flat_case("view", "pointcloud", cross, streamed, options));
      cases.push_back(flat_case("handover", "fixed", cross, streamed, options));
    }
  }
  return cases;
}

std::vector<Case> shm_goodput_cases(const Options& options) {
  std::vector<Case> cases;
  for (const char* path : {"loan", "view", "plain"}) {
    cases.push_back(goodput_case(path, 1'000'000, options));
    if (options.all) cases.push_back(goodput_case(path, 5'000'000, options));
  }
  cases.push_back(stream_case(options));
  return cases;
}

}  // namespace ranvier::bench
