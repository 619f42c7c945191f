// Two paths of pings and answers, one more urgent than the other: what both sides of
// policies/pingpong report.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/common/args.h"
#include "bench/common/conductor.h"
#include "bench/common/payload.h"
#include "bench/common/session.h"
#include "bench/common/stats.h"

namespace ranvier::bench {

/// What a worker is told: milliseconds, and the core of both threads.
struct PathArgs {
  explicit PathArgs(const Args& args)
      : period_ns(args.integer("period") * 1'000'000),
        high_ns(args.integer("high") * 1'000'000),
        low_ns(args.integer("low") * 1'000'000),
        cores(args.integers("cpus")) {}
  std::int64_t period_ns;
  std::int64_t high_ns;  ///< CPU time of the callback of the more urgent path
  std::int64_t low_ns;
  std::vector<int> cores;

  static constexpr int kHighPriority = 60;
  static constexpr int kLowPriority = 50;
  static constexpr std::size_t kDepth = 5;  ///< of each queue
};

/// Round trips of one path.
///
/// Threads: record() from the one that takes the answers, answered() from any; the rest after it
///          has ended.
class PathLog final {
 public:
  PathLog() { ms_.reserve(kMost); }

  /// Contract: no allocation while the capacity lasts; beyond it, counts only.
  void record(const Stamp& stamp) noexcept {
    if (stamp.measured == 0) return;
    if (ms_.size() < ms_.capacity())
      ms_.push_back(static_cast<double>(now_ns() - stamp.published_ns) / 1e6);
    answered_.fetch_add(1, std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t answered() const noexcept { return answered_; }

  /// Answers, their share of what was sent, mean and standard deviation of the round trips.
  void describe(const std::string& path, const Window& window, Findings& findings) const {
    const double middle = mean(ms_);
    std::vector<double> squares;
    for (const double ms : ms_) squares.push_back((ms - middle) * (ms - middle));
    auto& numbers = findings.numbers;
    numbers[path + "_answered"] = static_cast<double>(answered());
    numbers[path + "_share"] =
        100 * numbers[path + "_answered"] / static_cast<double>(window.sent());
    numbers[path + "_rtt_ms"] = middle;
    numbers[path + "_jitter_ms"] = std::sqrt(mean(squares));
  }

 private:
  static constexpr std::size_t kMost = 400'000;
  std::vector<double> ms_;
  std::atomic<std::uint64_t> answered_{0};
};

}  // namespace ranvier::bench
