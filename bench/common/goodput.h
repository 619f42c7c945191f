// Counts what a receiver gets, and the longest time that it got nothing.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "bench/common/clock.h"
#include "bench/common/conductor.h"
#include "bench/common/payload.h"

namespace ranvier::bench {

/// Bytes and gaps of one receiver inside the window.
///
/// Threads: record() from the receiving thread; received() from any; describe()
///          after the callbacks have ended.
class GoodputLog final {
 public:
  explicit GoodputLog(std::size_t payload) : payload_(payload) {}

  void record(const Stamp& stamp) noexcept {
    warm_.store(true, std::memory_order_relaxed);
    if (stamp.measured == 0) return;
    const std::int64_t now = now_ns();
    if (first_ns_ == 0) first_ns_ = now;
    if (last_ns_ != 0) longest_gap_ns_ = std::max(longest_gap_ns_, now - last_ns_);
    last_ns_ = now;
    received_.fetch_add(1, std::memory_order_relaxed);
  }

  [[nodiscard]] bool warm() const noexcept { return warm_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t received() const noexcept {
    return received_.load(std::memory_order_relaxed);
  }

  /// The rate counts from the first to the last arrival: messages that drain
  /// after the window count together with the time that they took.
  void describe(Findings& findings) const {
    const double seconds = static_cast<double>(last_ns_ - first_ns_) / 1e9;
    const double bytes = static_cast<double>(received() * payload_);
    findings.numbers["received"] = static_cast<double>(received());
    findings.numbers["goodput_MBps"] = seconds > 0 ? bytes / seconds / 1e6 : 0;
    findings.numbers["longest_gap_ms"] = static_cast<double>(longest_gap_ns_) / 1e6;
  }

 private:
  const std::size_t payload_;
  std::int64_t first_ns_ = 0;
  std::int64_t last_ns_ = 0;
  std::int64_t longest_gap_ns_ = 0;
  std::atomic<std::uint64_t> received_{0};
  std::atomic<bool> warm_{false};
};

}  // namespace ranvier::bench
