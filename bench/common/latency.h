// Collects latencies inside the window, without allocating there.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/common/conductor.h"
#include "bench/common/payload.h"
#include "bench/common/stats.h"

namespace ranvier::bench {

/// A message that came.
struct Arrival {
  std::uint32_t sequence;
  float us;  ///< after it was stamped
};

/// Latencies of the measured messages of one subscription.
///
/// Threads: record() from the callback's thread; received() from any; the rest
///          after the callbacks have ended.
class LatencyLog final {
 public:
  explicit LatencyLog(std::size_t capacity) { arrivals_.reserve(capacity); }

  /// Contract: no allocation while the capacity lasts; beyond it, counts only.
  void record(const Stamp& stamp, std::int64_t entered_ns) noexcept {
    if (stamp.measured == 0) {
      warm_.store(true, std::memory_order_relaxed);
      return;
    }
    if (arrivals_.size() < arrivals_.capacity()) {
      const double us = static_cast<double>(entered_ns - stamp.published_ns) / 1e3;
      arrivals_.push_back({stamp.sequence, static_cast<float>(us)});
    }
    if (stamp.sequence != next_) ++gaps_;
    next_ = stamp.sequence + 1;
    received_.fetch_add(1, std::memory_order_relaxed);
  }

  [[nodiscard]] bool warm() const noexcept { return warm_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t received() const noexcept {
    return received_.load(std::memory_order_relaxed);
  }

  /// "gaps" counts where what came was not what comes next.
  void describe(Findings& findings) const {
    std::vector<double> us;
    us.reserve(arrivals_.size());
    for (const Arrival& arrival : arrivals_) us.push_back(arrival.us);
    findings.numbers["p50_us"] = quantile(us, 0.5);
    findings.numbers["p99_us"] = quantile(us, 0.99);
    findings.numbers["mean_us"] = mean(us);
    findings.numbers["max_us"] = quantile(us, 1.0);
    findings.numbers["gaps"] = static_cast<double>(gaps_);
    findings.numbers["received"] = static_cast<double>(received());
  }

  /// One line for the runner, which knows who else had the same messages (fan.h).
  void tell_each(Findings& findings) const {
    std::string line = "arrivals";
    for (const Arrival& arrival : arrivals_) {
      line += " " + std::to_string(arrival.sequence) + ":" + std::to_string(arrival.us);
    }
    findings.lines.push_back(std::move(line));
  }

 private:
  std::vector<Arrival> arrivals_;
  std::uint32_t next_ = 0;
  std::uint64_t gaps_ = 0;
  std::atomic<std::uint64_t> received_{0};
  std::atomic<bool> warm_{false};
};

}  // namespace ranvier::bench
