// Twenty topics in four groups, each with its rate: what both sides of policies/events have.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "bench/common/args.h"
#include "bench/common/latency.h"
#include "bench/common/realtime.h"
#include "bench/common/session.h"

namespace ranvier::bench {

/// What a worker is told: the rate of each topic, and how long each callback computes.
struct LoadArgs {
  explicit LoadArgs(const Args& args)
      : spacing_ns(1'000'000'000 / (args.integer("rate") * static_cast<long>(kTopics))),
        work_ns(args.integer("work_us") * 1'000) {}
  std::int64_t spacing_ns;  ///< between two messages, of topics in turn
  std::int64_t work_ns;

  static constexpr std::size_t kGroups = 4;
  static constexpr std::size_t kTopicsOfGroup = 5;
  static constexpr std::size_t kTopics = kGroups * kTopicsOfGroup;
  static constexpr std::size_t kDepth = 10;
  static constexpr std::size_t kThreads = 2;
};

/// Sends to the topics in turn until it is told to end.
/// Threads: run() has one; `end` is set from any.
class LoadSource final {
 public:
  LoadSource(const LoadArgs& args, Window& window) : args_(args), window_(window) {}

  void run(const std::function<void(std::size_t topic, const Stamp&)>& send) {
    std::size_t topic = 0;
    for (std::int64_t due = now_ns(); !ended_; due += args_.spacing_ns) {
      if (due > now_ns()) sleep_until_ns(due);
      send(topic, window_.stamp());
      topic = (topic + 1) % LoadArgs::kTopics;
    }
  }
  void end() noexcept { ended_ = true; }

 private:
  const LoadArgs args_;
  Window& window_;
  std::atomic<bool> ended_{false};
};

/// A subscription's messages: their latency, and how far behind its topic they are.
/// Threads: as those of LatencyLog.
class LoadLog final {
 public:
  LoadLog(const LoadArgs& args, const Window& window) : args_(args), window_(window) {}

  /// A callback: looks, then computes.
  void take(const Stamp& stamp) noexcept {
    const std::int64_t entered = now_ns();
    if (stamp.measured != 0) {
      const std::uint64_t newer = (window_.sent() - 1 - stamp.sequence) / LoadArgs::kTopics;
      behind_ = std::max(behind_, newer);
    }
    burn_if_any();
    log_.record(stamp, entered);
  }
  [[nodiscard]] const LatencyLog& log() const noexcept { return log_; }
  [[nodiscard]] std::uint64_t behind() const noexcept { return behind_; }

 private:
  void burn_if_any() const noexcept {
    if (args_.work_ns > 0) burn(args_.work_ns);
  }
  static constexpr std::size_t kMost = 20'000;
  const LoadArgs args_;
  const Window& window_;
  LatencyLog log_{kMost};
  std::uint64_t behind_ = 0;
};

/// Those of all topics.
class LoadLogs final {
 public:
  LoadLogs(const LoadArgs& args, const Window& window) {
    for (std::size_t i = 0; i < LoadArgs::kTopics; ++i)
      logs_.push_back(std::make_unique<LoadLog>(args, window));
  }
  LoadLog& of(std::size_t topic) { return *logs_[topic]; }
  bool warm() const {
    return std::all_of(logs_.begin(), logs_.end(),
                       [](const auto& one) { return one->log().warm(); });
  }
  std::uint64_t received() const {
    std::uint64_t sum = 0;
    for (const auto& one : logs_) sum += one->log().received();
    return sum;
  }
  /// Means over the topics, and the most that a callback was behind.
  void describe(Findings& findings) const {
    std::uint64_t behind = 0;
    for (const auto& one : logs_) {
      Findings own;
      one->log().describe(own);
      for (const char* key : {"mean_us", "p99_us"})
        findings.numbers[key] += own.numbers[key] / static_cast<double>(logs_.size());
      behind = std::max(behind, one->behind());
    }
    findings.numbers["behind"] = static_cast<double>(behind);
    findings.numbers["received"] = static_cast<double>(received());
  }

 private:
  std::vector<std::unique_ptr<LoadLog>> logs_;
};

}  // namespace ranvier::bench
