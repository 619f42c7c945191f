#include <stdlib.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <stdexcept>

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
  result.placement =
      "one thread on core 0; left: our recorder, right: LTTng-UST with vpid, vtid, procname";
  result.quantity = {"event", "event_ns", "ns"};
  result.ours = runs(plan("ours", mode));
  result.raw = runs(plan("raw", mode));
  return result;
}

// What recording adds to a call of malloc. Both figures of a run come from one process.
Case allocation() {
  Case result;
  result.name = "trace/allocation";
  result.placement =
      "one thread on core 0, 64 bytes, with the library of allocations loaded; recorded beside not "
      "recorded in the same process";
  result.quantity = {"added to malloc", "added_ns", "ns"};
  result.also = {{"malloc, recorded", "recorded_ns", "ns"},
                 {"malloc, not recorded", "malloc_ns", "ns"},
                 {"discarded", "discarded", "events"}};
  Plan heap = plan("ours", "heap");
  heap.environment["LD_PRELOAD"] = program_folder() + "/../lib/libranvier_heap.so";
  result.ours = runs(heap);
  return result;
}

Plan with(Plan plan, const std::vector<std::string>& words) {
  plan.roles[0].words.insert(plan.roles[0].words.end(), words.begin(), words.end());
  return plan;
}

/// A trace that both sides read: made when the first of them wants it, gone at the end.
class SharedTrace final {
 public:
  /// @param events  so many, and a few that name what they are about.
  explicit SharedTrace(long events) : wanted_(events) {}
  SharedTrace(const SharedTrace&) = delete;
  SharedTrace& operator=(const SharedTrace&) = delete;
  ~SharedTrace() {
    std::error_code error;
    if (!path_.empty()) std::filesystem::remove_all(path_, error);
  }
  /// The words that tell a worker of it.
  std::vector<std::string> words() {
    if (path_.empty()) make();
    return {"dir=" + path_, "events=" + std::to_string(events_)};
  }

 private:
  void make() {
    char path[] = "/tmp/ranvier_bench_reading_XXXXXX";
    if (::mkdtemp(path) == nullptr) throw std::runtime_error("cannot make a directory in /tmp");
    path_ = path;
    const RunResult made =
        run_plan(with(plan("ours", "make"), {"dir=" + path_, "events=" + std::to_string(wanted_)}));
    events_ = std::lround(made.quantities.at("events"));
    if (events_ < wanted_) {
      throw std::runtime_error("the trace for reading was not made");
    }
  }
  const long wanted_;
  long events_ = 0;
  std::string path_;
};

// How fast a trace is read: into columns, and by the field's reader to be counted.
Case reading() {
  const auto trace = std::make_shared<SharedTrace>(2'000'000);
  const auto reads = [trace](const std::string& side) {
    return [trace, side] { return run_plan(with(plan(side, "read"), trace->words())); };
  };
  Case result;
  result.name = "trace/reading";
  result.placement =
      "one thread on core 0, a trace of four threads; left: into our columns, right: babeltrace2 with its sink that counts";
  result.quantity = {"events per second", "events_per_s", "1/s", true};
  result.ours = reads("ours");
  result.raw = reads("raw");
  return result;
}

// How long a user waits for the page about a large trace: all of it, from the start of the
// program; the field's reader does no more than count.
Case report() {
  const auto trace = std::make_shared<SharedTrace>(10'000'000);
  const auto reads = [trace](const std::string& side, const std::string& mode) {
    return [trace, side, mode] { return run_plan(with(plan(side, mode), trace->words())); };
  };
  Case result;
  result.name = "trace/report";
  result.placement =
      "one thread on core 0, 10 million events of four threads; left: ranvier-trace report, right: babeltrace2 with its sink that counts";
  result.quantity = {"events per second", "events_per_s", "1/s", true};
  result.also = {{"seconds", "seconds", "s"}, {"memory", "memory_mb", "MB"}};
  result.ours = reads("ours", "report");
  result.raw = reads("raw", "read");
  result.repeats = 3;
  return result;
}

// What the recorder keeps up with: two threads that record all the time, and its own.
Case throughput(const Options& options) {
  const double seconds = options.window(options.all ? 30 : 5);
  Case result;
  result.name = "trace/throughput";
  result.placement =
      "two threads that record, on cores 0 and 1, and the recorder's on both; all events are read back";
  result.quantity = {"events per second", "events_per_s", "1/s", true};
  result.also = {{"lost", "lost_per_s", "1/s"},
                 {"read back", "read", "events", true},
                 {"without a pause", "unpaced_per_s", "1/s", true},
                 {"reading", "read_per_s", "1/s", true},
                 {"trace over buffers", "buffers", "times", true},
                 {"stream", "stream_mb_per_s", "MB/s", true},
                 {"disk", "disk_mb_per_s", "MB/s", true}};
  Plan stream = with(plan("ours", "stream"), {"seconds=" + std::to_string(seconds)});
  stream.roles[0].words[1] = "cpus=0,1";
  stream.patience_s = 60 + 3 * seconds;
  result.ours = runs(stream);
  result.repeats = 1;
  result.tells = true;
  return result;
}

}  // namespace

std::vector<Case> trace_cases(const Options& options) {
  std::vector<Case> cases = {event("on"), event("off"), allocation(),
                             reading(),   report(),     throughput(options)};
  for (Case& each : trace_example_cases(options)) cases.push_back(std::move(each));
  for (Case& each : trace_latency_cases(options)) cases.push_back(std::move(each));
  return cases;
}

}  // namespace ranvier::bench
