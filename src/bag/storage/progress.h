// How far a long work over a bag is.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

namespace ranvier::bag {

/// Called now and then, by the thread that works, with how many messages are done, of how many.
using Progress = std::function<void(std::uint64_t done, std::uint64_t all)>;

/// Counts, and tells of it about twenty times a second. Threads: one.
class ProgressCount final {
 public:
  /// @param progress  may be null; it must outlive this.
  ProgressCount(const Progress& progress, std::uint64_t all) : progress_(progress), all_(all) {}

  void add_one() {
    constexpr std::uint64_t kLook = 16;  // messages between two looks at the clock
    constexpr std::chrono::milliseconds kPeriod{50};
    if (++done_ % kLook != 0 || !progress_) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - told_ < kPeriod) return;
    told_ = now;
    progress_(done_, all_);
  }

 private:
  const Progress& progress_;
  const std::uint64_t all_;
  std::uint64_t done_ = 0;
  std::chrono::steady_clock::time_point told_{};
};

}  // namespace ranvier::bag
