// What a trace event costs the thread that it is on, and how fast a trace is read.
//
// mode=on: recorded by our recorder, with its defaults, into a directory that is
// removed afterwards; mode=off: nobody records; mode=make: records a trace into
// dir=; mode=read: reads it; mode=report: has ranvier-trace write its report; mode=path:
// counts the events of messages in dir=; mode=stream: records for seconds=, and reads back;
// mode=heap: what a call of malloc takes, recorded and not, with the library of allocations.
#include <stdlib.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <thread>
#include <vector>

#include "bench/common/args.h"
#include "bench/common/bursts.h"
#include "bench/common/clock.h"
#include "bench/common/placement.h"
#include "bench/common/session.h"
#include "bench/common/stats.h"
#include "bench/ours/trace_path.h"
#include "bench/ours/trace_reading.h"
#include "bench/ours/trace_report.h"
#include "bench/ours/trace_stream.h"
#include "ranvier/trace/recorder.h"
#include "ranvier/trace/trace.h"

namespace ranvier::bench {
namespace {

double event_ns() {
  return burst_ns(kTraceBursts, kTraceEvents, kTracePause, [](int number) {
    RANVIER_TRACE(callback_start,
                  reinterpret_cast<const void*>(static_cast<std::uintptr_t>(number)), number);
  });
}

class Directory final {
 public:
  Directory() {
    char path[] = "/tmp/ranvier_bench_trace_XXXXXX";
    if (::mkdtemp(path) == nullptr) throw std::runtime_error("cannot make a directory in /tmp");
    path_ = path;
  }
  ~Directory() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

void record(Findings& findings) {
  const Directory directory;
  trace::RecordingOptions options;
  options.directory = directory.path();
  if (const auto started = trace::start_recording(options); !started) {
    throw std::runtime_error(started.error().what);
  }
  findings.numbers["event_ns"] = event_ns();
  const auto report = trace::stop_recording();
  if (!report) throw std::runtime_error(report.error().what);
  findings.numbers["discarded"] = static_cast<double>(report->discarded);
  if (report->events + report->discarded != std::uint64_t{kTraceBursts} * kTraceEvents) {
    throw std::runtime_error("the trace has " + std::to_string(report->events) + " events");
  }
}

// What a call of malloc takes; blocks are given back outside of the measured time.
double malloc_ns() {
  constexpr int kCalls = 1'000;
  constexpr std::size_t kBytes = 64;
  std::vector<void*> blocks(kCalls);
  std::vector<double> each;
  for (int burst = 0; burst < kTraceBursts; ++burst) {
    const std::int64_t start = now_ns();
    for (void*& block : blocks) block = std::malloc(kBytes);
    each.push_back(static_cast<double>(now_ns() - start) / kCalls);
    for (void* const block : blocks) std::free(block);
    std::this_thread::sleep_for(kTracePause);
  }
  return median(each);
}

void record_heap(Findings& findings) {
  const Directory directory;
  trace::RecordingOptions options;
  options.directory = directory.path();
  (void)malloc_ns();  // warm
  const double before = malloc_ns();
  if (const auto started = trace::start_recording(options); !started) {
    throw std::runtime_error(started.error().what);
  }
  const double recorded = malloc_ns();
  const auto report = trace::stop_recording();
  if (!report) throw std::runtime_error(report.error().what);
  const double plain = (before + malloc_ns()) / 2;
  if (report->events + report->discarded < std::uint64_t{kTraceBursts} * 1'000) {
    throw std::runtime_error("the trace has " + std::to_string(report->events) +
                             " events: is the library of allocations loaded?");
  }
  findings.numbers = {{"recorded_ns", recorded},
                      {"malloc_ns", plain},
                      {"added_ns", recorded - plain},
                      {"discarded", static_cast<double>(report->discarded)}};
}

// 4 threads, 10 events a message.
constexpr int kWriters = 4;
constexpr int kEventsOfAMessage = 10;

void make(const Args& args, Findings& findings) {
  const auto wanted = static_cast<std::uint64_t>(args.integer("events"));
  findings.numbers["events"] = static_cast<double>(
      make_trace(args.text("dir"), kWriters, wanted / kWriters / kEventsOfAMessage));
}

void count_path(const Args& args, Findings& findings) {
  const PathEvents path = count_path_events(args.text("dir"));
  findings.numbers["messages"] = path.messages;
  findings.numbers["path_events"] = path.on_path;
  findings.numbers["events"] = path.all;
}

void run(const Args& args) {
  pin_this_thread(args.integers("cpus"));
  Conductor conductor;
  Findings findings = conduct(conductor, Session{});
  const std::string mode = args.text("mode");
  if (mode == "on") {
    record(findings);
  } else if (mode == "heap") {
    record_heap(findings);
  } else if (mode == "make") {
    make(args, findings);
  } else if (mode == "report") {
    const ReportCost cost = report_on(args.text("dir"));
    findings.numbers["events_per_s"] = static_cast<double>(args.integer("events")) / cost.seconds;
    findings.numbers["seconds"] = cost.seconds;
    findings.numbers["memory_mb"] = cost.megabytes;
  } else if (mode == "read") {
    findings.numbers["events_per_s"] =
        read_trace(args.text("dir"), static_cast<std::uint64_t>(args.integer("events")));
  } else if (mode == "path") {
    count_path(args, findings);
  } else if (mode == "stream") {
    record_a_stream(args.number("seconds"), findings);
  } else {
    findings.numbers["event_ns"] = event_ns();
  }
  conductor.finish(findings);
}

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [](int count, char** words) { run(Args(count, words)); });
}
