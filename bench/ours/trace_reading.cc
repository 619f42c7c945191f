#include "bench/ours/trace_reading.h"

#include <stdexcept>
#include <thread>
#include <vector>

#include "analysis/trace_read/read.h"
#include "bench/common/clock.h"
#include "ranvier/trace/recorder.h"
#include "ranvier/trace/trace.h"

namespace ranvier::bench {
namespace {

constexpr std::size_t kReadingBuffer = 4 * 1024 * 1024;

const void* address(std::uint64_t number) {
  return reinterpret_cast<const void*>(static_cast<std::uintptr_t>(number));
}

// The thread's node, which talks to itself; its numbers are those of record_messages().
void introduce(std::uint64_t thread) {
  std::uint8_t gid[16] = {};
  gid[0] = static_cast<std::uint8_t>(thread);
  const void* node = address(0x3000 + thread);
  const void* publisher = address(0x1000 + thread);
  const void* subscription = address(0x2000 + thread);
  const std::string name = "node_" + std::to_string(thread);
  const std::string topic = "/topic_" + std::to_string(thread);
  RANVIER_TRACE(rcl_node_init, node, node, name.c_str(), "/");
  RANVIER_TRACE(rmw_publisher_init, publisher, static_cast<const std::uint8_t*>(gid));
  RANVIER_TRACE(rcl_publisher_init, publisher, node, publisher, topic.c_str(), std::size_t{10});
  RANVIER_TRACE(rcl_subscription_init, subscription, node, subscription, topic.c_str(),
                std::size_t{10});
  RANVIER_TRACE(rclcpp_subscription_init, subscription, subscription);
  RANVIER_TRACE(rclcpp_subscription_callback_added, subscription, subscription);
}

void record_messages(std::uint64_t thread, std::uint64_t count) {
  std::uint8_t gid[16] = {};
  gid[0] = static_cast<std::uint8_t>(thread);
  const void* publisher = address(0x1000 + thread);
  const void* subscription = address(0x2000 + thread);
  for (std::uint64_t i = 0; i < count; ++i) {
    const void* message = address(0x7f0000000000 + i % 64 * 192);
    const auto stamp = static_cast<std::int64_t>(i);
    RANVIER_TRACE(rclcpp_publish, message);
    RANVIER_TRACE(rclcpp_intra_publish, publisher, message);
    RANVIER_TRACE(rcl_publish, publisher, message);
    RANVIER_TRACE(rmw_publish, publisher, message, stamp);
    RANVIER_TRACE(ranvier_deliver, subscription, message, stamp,
                  static_cast<const std::uint8_t*>(gid));
    RANVIER_TRACE(rmw_take, subscription, message, stamp, 1);
    RANVIER_TRACE(rcl_take, message);
    RANVIER_TRACE(rclcpp_take, message);
    RANVIER_TRACE(callback_start, subscription, 1);
    RANVIER_TRACE(callback_end, subscription);
  }
}

}  // namespace

std::uint64_t make_trace(const std::string& directory, int threads, std::uint64_t messages) {
  trace::RecordingOptions options;
  options.directory = directory;
  options.buffer_bytes = kReadingBuffer;
  options.when_full = trace::RecordingOptions::WhenFull::kBlock;
  if (const auto started = trace::start_recording(options); !started) {
    throw std::runtime_error(started.error().what);
  }
  for (int i = 0; i < threads; ++i) introduce(static_cast<std::uint64_t>(i));
  std::vector<std::thread> all;
  for (int i = 0; i < threads; ++i) {
    all.emplace_back(record_messages, static_cast<std::uint64_t>(i), messages);
  }
  for (auto& thread : all) thread.join();
  const auto report = trace::stop_recording();
  if (!report) throw std::runtime_error(report.error().what);
  if (report->discarded > 0) throw std::runtime_error("the trace for reading is not whole");
  return report->events;
}

double read_trace(const std::string& directory, std::uint64_t events) {
  const std::int64_t start = now_ns();
  const auto trace = trace_read::read_traces(directory);
  const auto took = static_cast<double>(now_ns() - start);
  if (!trace) throw std::runtime_error(trace.error().what);
  if (trace->order.size() != events || !trace->findings.empty()) {
    throw std::runtime_error("of " + std::to_string(events) + " events, " +
                             std::to_string(trace->order.size()) + " were read");
  }
  return static_cast<double>(events) * 1e9 / took;
}

}  // namespace ranvier::bench
