#include "bench/ours/trace_stream.h"

#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <vector>

#include "analysis/trace_read/count.h"
#include "bench/common/clock.h"
#include "bench/common/placement.h"
#include "bench/ours/stream_room.h"
#include "ranvier/trace/recorder.h"
#include "ranvier/trace/trace.h"

namespace ranvier::bench {
namespace {

constexpr int kThreads = 2;
constexpr std::size_t kBuffer = 4 * 1024 * 1024;
constexpr double kWanted = 5e6;      // events per second: what the disk must be good for
constexpr double kEventBytes = 46;   // of callback_start in a trace
constexpr double kTogether = 4'000;  // events of a thread between two looks at the clock
constexpr double kTryNs = 2e9;

/// What one recording came to.
struct Stream {
  double events = 0;
  double lost = 0;
  double made = 0;
  double seconds = 0;  ///< until all of it is in the file
  double bytes = 0;
  std::string folder;
  [[nodiscard]] double per_s() const { return events / seconds; }
};

void record_on(int core, double ns, double events_per_s, double& made) {
  pin_this_thread({core});
  const std::int64_t start = now_ns();
  for (std::int64_t now = start; static_cast<double>(now - start) < ns; now = now_ns()) {
    for (int i = 0; i < static_cast<int>(kTogether); ++i) {
      RANVIER_TRACE(callback_start, reinterpret_cast<const void*>(static_cast<std::uintptr_t>(i)),
                    core);
    }
    made += kTogether;
    const std::int64_t due = start + static_cast<std::int64_t>(made / events_per_s * 1e9);
    if (due > now_ns()) sleep_until_ns(due);
  }
}

double size_of(const std::string& folder) {
  double bytes = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.is_regular_file()) bytes += static_cast<double>(file.file_size());
  }
  return bytes;
}

Stream record_stream(const std::string& directory, double ns, double events_per_s) {
  trace::RecordingOptions options;
  options.directory = directory;
  options.buffer_bytes = kBuffer;
  options.when_full = trace::RecordingOptions::WhenFull::kBlock;
  if (const auto started = trace::start_recording(options); !started) {
    throw std::runtime_error(started.error().what);
  }
  const std::int64_t start = now_ns();
  double made[kThreads] = {};
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] { record_on(i, ns, events_per_s / kThreads, made[i]); });
  }
  for (std::thread& thread : threads) thread.join();
  const auto report = trace::stop_recording();
  if (!report) throw std::runtime_error(report.error().what);
  Stream stream;
  stream.seconds = static_cast<double>(now_ns() - start) / 1e9;
  stream.events = static_cast<double>(report->events);
  stream.lost = static_cast<double>(report->discarded);
  for (const double each : made) stream.made += each;
  stream.bytes = size_of(report->folder);
  stream.folder = report->folder;
  return stream;
}

// By our reader, from the first to the last; it says what is not whole.
double read_back(const Stream& stream, double& took_s) {
  const std::int64_t start = now_ns();
  const auto counted = trace_read::count_events(stream.folder);
  took_s = static_cast<double>(now_ns() - start) / 1e9;
  if (!counted) throw std::runtime_error(counted.error().what);
  const auto events = static_cast<double>(counted->events);
  if (!counted->findings.words().empty()) {
    throw std::runtime_error(counted->findings.words().front());
  }
  if (events == stream.events && events + stream.lost == stream.made) return events;
  std::ostringstream words;
  words << std::fixed << "of " << stream.made << " events, " << stream.events
        << " are said to be in the trace and " << stream.lost << " to be lost, and " << events
        << " were read";
  throw std::runtime_error(words.str());
}

std::string told(const StreamRoom& room, double events_per_s) {
  std::ostringstream words;
  words.precision(3);
  words << "a disk of " << room.disk_bytes_per_s() / 1e6 << " MB/s for a stream of "
        << kWanted * kEventBytes / 1e6 << " MB/s or more: recorded into " << room.path()
        << "; its room is enough for " << events_per_s / 1e6 << " million events a second";
  return words.str();
}

}  // namespace

void record_a_stream(double seconds, Findings& findings) {
  const StreamRoom room(kWanted * kEventBytes, kWanted * kEventBytes * seconds);
  const Stream tried =
      record_stream(room.path(), kTryNs, room.bytes() / kEventBytes / kTryNs * 1e9);
  std::filesystem::remove_all(tried.folder);
  const double most = room.bytes() / kEventBytes / seconds;
  const Stream stream = record_stream(room.path(), seconds * 1e9, most);
  double reading_s = 0;
  auto& numbers = findings.numbers;
  numbers["read"] = read_back(stream, reading_s);
  numbers["events_per_s"] = stream.per_s();
  numbers["lost_per_s"] = stream.lost / stream.seconds;
  numbers["unpaced_per_s"] = tried.per_s();
  numbers["read_per_s"] = numbers["read"] / reading_s;
  numbers["buffers"] = stream.bytes / static_cast<double>(kBuffer);
  numbers["stream_mb_per_s"] = stream.bytes / 1e6 / stream.seconds;
  numbers["disk_mb_per_s"] = room.disk_bytes_per_s() / 1e6;
  findings.lines.push_back(told(room, most));
}

}  // namespace ranvier::bench
