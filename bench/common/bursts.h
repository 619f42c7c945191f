// What a few instructions take: in bursts, with pauses in which others catch up.
#pragma once

#include <chrono>
#include <thread>
#include <vector>

#include "bench/common/clock.h"
#include "bench/common/stats.h"

namespace ranvier::bench {

/// The median over bursts of the nanoseconds that one call of `what` takes.
/// @param pause  after each burst.
template <class What>
double burst_ns(int bursts, int calls, std::chrono::milliseconds pause, What&& what) {
  std::vector<double> each;
  for (int burst = 0; burst < bursts; ++burst) {
    const std::int64_t start = now_ns();
    for (int call = 0; call < calls; ++call) what(call);
    each.push_back(static_cast<double>(now_ns() - start) / calls);
    std::this_thread::sleep_for(pause);
  }
  return median(each);
}

// Both sides record so much at once: what the buffers of both hold by default.
inline constexpr int kTraceBursts = 40;
inline constexpr int kTraceEvents = 4'000;
inline constexpr std::chrono::milliseconds kTracePause{25};

}  // namespace ranvier::bench
