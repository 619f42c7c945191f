// Waiting for what other threads and processes do.
#pragma once

#include <unistd.h>

namespace ranvier::support {

/// Asks every millisecond until `condition` holds; false if it did not within a minute. One
/// answer counts: what holds for a moment only may not hold when asked again.
template <class Condition>
bool eventually(Condition&& condition) {
  for (int i = 0; i < 60'000; ++i) {
    if (condition()) return true;
    ::usleep(1000);
  }
  return false;
}

}  // namespace ranvier::support
