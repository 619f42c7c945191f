// When a message came that may have waited for others.
#pragma once

#include <cstdint>

namespace ranvier::shm {

/// When it was sent, or, if that is no moment of the last second, now. Not before the one before it,
/// unless the clock was set back by a second or more: what comes then has the time of that clock.
/// @param sent  ns since the epoch, of another process: any number.
constexpr std::int64_t came(std::int64_t sent, std::int64_t now, std::int64_t before) noexcept {
  constexpr std::int64_t kLong = 1'000'000'000;  // ns
  const std::int64_t at = sent <= now && sent > now - kLong ? sent : now;
  return before > at && before - at < kLong ? before : at;
}

}  // namespace ranvier::shm
