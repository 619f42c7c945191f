// A counter that is cheaper to read than the clock, and how to make it the clock.
#pragma once

#include <cstdint>

#include "ranvier/os/clock.h"

namespace ranvier {

/// What read_ticks() counts.
enum class TickSource : std::uint8_t {
  kClock,  ///< nanoseconds of CLOCK_MONOTONIC, on every machine
  kTsc,    ///< the time-stamp counter of x86-64
};

/// kTsc where the counter runs at one rate on every core, never stops, and the
/// kernel does not distrust it; else kClock. Contract: any thread; reads a file.
TickSource best_tick_source() noexcept;

/// Contract: any thread, no system call where the clock needs none. kTsc only
/// if best_tick_source() gave it.
inline std::uint64_t read_ticks(TickSource source) noexcept {
#if defined(__x86_64__)
  if (source == TickSource::kTsc) return __builtin_ia32_rdtsc();
#endif
  static_cast<void>(source);
  return static_cast<std::uint64_t>(steady_ns());
}

/// One moment in ticks and on CLOCK_MONOTONIC.
struct TickAnchor {
  std::uint64_t ticks;
  std::int64_t ns;
};

/// This moment. Contract: any thread; reads the clock a few times.
TickAnchor read_anchor(TickSource source) noexcept;

/// The straight line through two anchors: what CLOCK_MONOTONIC said at a tick.
/// Between the anchors it is as exact as they are; past them the rate is theirs.
class TickLine final {
 public:
  /// Equal anchors, or anchors in the wrong order, make a tick a nanosecond.
  TickLine(TickAnchor from, TickAnchor to) noexcept;

  [[nodiscard]] std::int64_t ns(std::uint64_t ticks) const noexcept {
    const auto passed = static_cast<__int128>(static_cast<std::int64_t>(ticks - from_.ticks));
    return from_.ns + static_cast<std::int64_t>((passed * rate_) >> kShift);
  }

 private:
  static constexpr int kShift = 32;
  TickAnchor from_;
  std::int64_t rate_;  // nanoseconds of a tick, shifted
};

}  // namespace ranvier
