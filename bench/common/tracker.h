// What iRobot's ros2-performance reports of one subscription.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "bench/common/conductor.h"

namespace ranvier::bench {

/// Counts of latencies by size, so that quantiles of many processes can be had from sums.
///
/// Threads: as Tracker. A bucket is 4 % wide.
class LatencyBuckets final {
 public:
  /// Contract: no allocation.
  void add(double us) noexcept {
    const double place = us > kLeastUs ? std::log(us / kLeastUs) / std::log(kStep) : 0;
    ++counts_[std::min(static_cast<std::size_t>(place), kCount - 1)];
  }
  /// Adds to "latency_bucket_<number>".
  void describe(Findings& findings) const {
    for (std::size_t i = 0; i < kCount; ++i) {
      if (counts_[i] > 0)
        findings.numbers[kPrefix + std::to_string(i)] += static_cast<double>(counts_[i]);
    }
  }
  /// The middle of the bucket that has the quantile, in microseconds; 0 if nothing was counted.
  /// @param numbers  sums of what describe() adds.
  template <class Numbers>
  static double quantile(const Numbers& numbers, double share) {
    double all = 0;
    for (std::size_t i = 0; i < kCount; ++i) all += count_in(numbers, i);
    double below = 0;
    for (std::size_t i = 0; i < kCount && all > 0; ++i) {
      below += count_in(numbers, i);
      if (below >= share * all) return kLeastUs * std::pow(kStep, static_cast<double>(i) + 0.5);
    }
    return 0;
  }

 private:
  static constexpr double kLeastUs = 0.1;
  static constexpr double kStep = 1.04;
  static constexpr std::size_t kCount = 480;  // up to some ten seconds
  static constexpr const char* kPrefix = "latency_bucket_";
  template <class Numbers>
  static double count_in(const Numbers& numbers, std::size_t bucket) {
    const auto found = numbers.find(kPrefix + std::to_string(bucket));
    return found == numbers.end() ? 0 : found->second;
  }
  std::array<std::uint32_t, kCount> counts_{};
};

/// Latencies and losses of one subscription, judged by its period.
///
/// late:     over min(20 % of the period, 5 ms)
/// too late: over min(the period, 50 ms); not counted as late as well
/// lost:     gaps in tracking numbers
///
/// Threads: record() on the callback's thread; received() from any; the rest
///          after the callbacks have ended.
class Tracker final {
 public:
  Tracker(std::string name, std::int64_t period_ns)
      : name_(std::move(name)),
        late_ns_(std::min<std::int64_t>(period_ns / 5, 5'000'000)),
        too_late_ns_(std::min<std::int64_t>(period_ns, 50'000'000)) {}

  /// Contract: no allocation.
  void record(std::uint32_t tracking_number, std::int64_t latency_ns) noexcept {
    if (received() > 0 && tracking_number > next_) lost_ += tracking_number - next_;
    next_ = tracking_number + 1;
    received_.fetch_add(1, std::memory_order_relaxed);
    if (latency_ns > too_late_ns_) ++too_late_;
    else if (latency_ns > late_ns_) ++late_;
    const double us = static_cast<double>(latency_ns) / 1e3;
    sum_ += us;
    squares_ += us * us;
    least_ = std::min(least_, us);
    most_ = std::max(most_, us);
    buckets_.add(us);
  }

  [[nodiscard]] std::uint64_t received() const noexcept {
    return received_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t lost() const noexcept { return lost_; }
  [[nodiscard]] std::uint64_t late() const noexcept { return late_; }
  [[nodiscard]] std::uint64_t too_late() const noexcept { return too_late_; }
  [[nodiscard]] double sum_us() const noexcept { return sum_; }
  [[nodiscard]] double mean_us() const noexcept { return count() > 0 ? sum_ / count() : 0; }
  [[nodiscard]] double deviation_us() const noexcept {
    if (count() < 2) return 0;
    return std::sqrt(std::max(0.0, squares_ / count() - mean_us() * mean_us()));
  }

  /// Adds to "late", "too_late", "sum_us" and the buckets, and one line().
  void describe(Findings& findings) const {
    findings.numbers["late"] += static_cast<double>(late_);
    findings.numbers["too_late"] += static_cast<double>(too_late_);
    findings.numbers["sum_us"] += sum_;
    buckets_.describe(findings);
    findings.lines.push_back(line());
  }

  /// name received late too_late lost mean deviation minimum maximum (us)
  [[nodiscard]] std::string line() const {
    return name_ + " " + std::to_string(received()) + " " + std::to_string(late_) + " " +
           std::to_string(too_late_) + " " + std::to_string(lost_) + " " +
           std::to_string(mean_us()) + " " + std::to_string(deviation_us()) + " " +
           std::to_string(received() > 0 ? least_ : 0.0) + " " + std::to_string(most_);
  }

 private:
  double count() const noexcept { return static_cast<double>(received()); }

  std::string name_;
  std::int64_t late_ns_;
  std::int64_t too_late_ns_;
  std::uint32_t next_ = 0;
  std::atomic<std::uint64_t> received_{0};
  std::uint64_t lost_ = 0;
  std::uint64_t late_ = 0;
  std::uint64_t too_late_ = 0;
  double sum_ = 0;
  double squares_ = 0;
  double least_ = std::numeric_limits<double>::infinity();
  double most_ = 0;
  LatencyBuckets buckets_;
};

}  // namespace ranvier::bench
