// Processes that all have a pair of ends on one topic, and when each of them had met the others.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "bench/common/args.h"
#include "bench/common/clock.h"
#include "bench/common/conductor.h"

namespace ranvier::bench {

/// When this process has met as many others as the word "gathers" says, itself included; the word
/// "began_ns" says when it was started. Without the words it awaits nobody.
///
/// Threads: met() and count() on one; tell() after it.
class Gathering final {
 public:
  static constexpr const char* kTopic = "gathering";

  explicit Gathering(const Args& args)
      : wanted_(static_cast<std::size_t>(args.integer("gathers", 0))),
        began_ns_(args.integer("began_ns", 0)) {}

  [[nodiscard]] bool any() const { return wanted_ > 0; }

  /// @param writers  that its reader has met
  /// @param readers  that its writer has met
  bool met(std::size_t writers, std::size_t readers) {
    const bool all = std::min(writers, readers) >= wanted_;
    if (all && met_ns_ == 0) met_ns_ = now_ns();
    return all;
  }

  /// When all are to be there, and none has left.
  void count(std::size_t writers, std::size_t readers) { peers_ = std::min(writers, readers); }

  /// A line "gathered BEGAN MET PEERS": nanoseconds of CLOCK_MONOTONIC, and who was counted.
  void tell(Findings& findings) const {
    if (!any()) return;
    findings.lines.push_back("gathered " + std::to_string(began_ns_) + " " +
                             std::to_string(met_ns_) + " " + std::to_string(peers_));
  }

 private:
  const std::size_t wanted_;
  const std::int64_t began_ns_;
  std::int64_t met_ns_ = 0;
  std::size_t peers_ = 0;
};

}  // namespace ranvier::bench
