// How late a thread woke.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/common/conductor.h"
#include "bench/common/stats.h"

namespace ranvier::bench {

/// Lateness inside the window.
///
/// Threads: record() from the one that wakes, the rest after its end.
class Wakes final {
 public:
  Wakes() { late_us_.reserve(kMost); }

  /// Contract: no allocation while the capacity lasts; beyond it, nothing is kept.
  void record(std::int64_t late_ns) noexcept {
    if (late_us_.size() < late_us_.capacity())
      late_us_.push_back(static_cast<double>(late_ns) / 1e3);
  }
  /// Adds what another has recorded.
  void add(const Wakes& other) {
    late_us_.insert(late_us_.end(), other.late_us_.begin(), other.late_us_.end());
  }
  void describe(Findings& findings, const std::string& side) const {
    findings.numbers[side + "p50_us"] = quantile(late_us_, 0.5);
    findings.numbers[side + "p99_us"] = quantile(late_us_, 0.99);
    findings.numbers[side + "p999_us"] = quantile(late_us_, 0.999);
    findings.numbers[side + "max_us"] = quantile(late_us_, 1);
    findings.numbers[side + "wakes"] = static_cast<double>(late_us_.size());
  }

 private:
  static constexpr std::size_t kMost = 200'000;
  std::vector<double> late_us_;
};

}  // namespace ranvier::bench
