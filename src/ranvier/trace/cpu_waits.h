// How long the threads of this process run and wait for a CPU, as events of a recording.
//
// A thread that is ready and does not run is late by no fault of its own, and
// nothing that it does itself can tell: it has no CPU at that time. The kernel counts
// that wait for each thread (/proc/self/task/TID/schedstat), and a thread of the
// recorder looks at the counts many times a second: threads that are traced do nothing.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <thread>

#include "ranvier/base/result.h"
#include "ranvier/trace/buffer.h"

namespace ranvier::trace {

/// A thread's counts since it began, as the kernel says them.
struct CpuCounts {
  std::int64_t ran = 0;     ///< ns
  std::int64_t waited = 0;  ///< ns
  std::int64_t turns = 0;   ///< how many times it was given a CPU
  bool operator==(const CpuCounts&) const = default;
};

/// What a line of schedstat says: "ran waited turns". Empty if it is none.
[[nodiscard]] std::optional<CpuCounts> parse_schedstat(const char* line) noexcept;

/// Looks at all threads of this process and records `ranvier_cpu_wait` of each that
/// waited for kLeast or longer since the last look, and `ranvier_cpu_time` of each that ran, when
/// it is met, then once a second and when it has ended, and of the process as often. The first look records a wait of this
/// thread, of no time: whoever reads the trace knows then that threads were looked at.
///
/// Threads: one, which is itself left out. A few system calls for each thread and look.
class CpuWaits final {
 public:
  static constexpr std::int64_t kLeast = 250'000;  ///< ns
  static constexpr std::int64_t kTellTime =
      1'000'000'000;                               ///< ns from one `ranvier_cpu_time` to the next
  static constexpr std::size_t kMostThreads = 64;  ///< of more, the others are not looked at

  CpuWaits() = default;
  CpuWaits(const CpuWaits&) = delete;
  CpuWaits& operator=(const CpuWaits&) = delete;
  ~CpuWaits();

  void look() noexcept;
  /// The same, and the times of all threads, as nobody will look again.
  void look_last() noexcept;

 private:
  struct Known {
    int file = -1;
    CpuCounts last;
    std::int64_t read = 0;   // when (steady ns)
    std::int64_t told = -1;  // `ran` of then
    ThreadName name{};       // as it was then
  };
  // A thread that is new is found this late: to list threads takes longer than to look.
  static constexpr std::uint64_t kLooksForOneList = 5;
  void list() noexcept;
  void meet(std::int32_t thread) noexcept;
  void look_at_all(bool tell) noexcept;
  void tell_process() noexcept;
  [[nodiscard]] static bool look_at(std::int32_t thread, Known& known) noexcept;
  static void tell_time(std::int32_t thread, Known& known) noexcept;

  std::map<std::int32_t, Known> threads_;
  std::uint64_t looks_ = 0;
  std::int64_t told_ = 0;  // when times were (steady ns)
};

/// A thread that looks, from start() to its end.
///
/// Threads: made and destroyed by one. The last look is at its end.
class CpuWatch final {
 public:
  static constexpr std::int64_t kPause = 20'000'000;  ///< ns between two looks
  /// Of a recording that is always on, and costs little first.
  static constexpr std::int64_t kLongPause = 1'000'000'000;

  CpuWatch() = default;
  CpuWatch(const CpuWatch&) = delete;
  CpuWatch& operator=(const CpuWatch&) = delete;
  ~CpuWatch();

  /// Contract: once.
  Result<void> start(std::int64_t pause);

 private:
  void look_until_stopped(std::int64_t pause) noexcept;

  std::atomic<std::uint32_t> stopped_{0};
  std::thread thread_;
};

}  // namespace ranvier::trace
