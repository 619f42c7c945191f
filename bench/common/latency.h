// Collects latencies inside the window, without allocating there.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "bench/common/conductor.h"
#include "bench/common/payload.h"
#include "bench/common/stats.h"

namespace ranvier::bench {

/// Latencies of the measured messages of one subscription.
///
/// Threads: record() from the callback's thread; received() from any; the rest
///          after the callbacks have ended.
class LatencyLog final {
 public:
  explicit LatencyLog(std::size_t capacity) { nanoseconds_.reserve(capacity); }

  /// Contract: no allocation while the capacity lasts; beyond it, counts only.
  void record(const Stamp& stamp, std::int64_t entered_ns) noexcept {
    if (stamp.measured == 0) {
      warm_.store(true, std::memory_order_relaxed);
      return;
    }
    if (nanoseconds_.size() < nanoseconds_.capacity()) {
      nanoseconds_.push_back(static_cast<double>(entered_ns - stamp.published_ns));
    }
    received_.fetch_add(1, std::memory_order_relaxed);
  }

  [[nodiscard]] bool warm() const noexcept { return warm_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t received() const noexcept { return received_.load(std::memory_order_relaxed); }

  void describe(Findings& findings) const {
    findings.numbers["p50_us"] = quantile(nanoseconds_, 0.5) / 1e3;
    findings.numbers["p99_us"] = quantile(nanoseconds_, 0.99) / 1e3;
    findings.numbers["mean_us"] = mean(nanoseconds_) / 1e3;
    findings.numbers["max_us"] = quantile(nanoseconds_, 1.0) / 1e3;
    findings.numbers["received"] = static_cast<double>(received());
  }

 private:
  std::vector<double> nanoseconds_;
  std::atomic<std::uint64_t> received_{0};
  std::atomic<bool> warm_{false};
};

}  // namespace ranvier::bench
