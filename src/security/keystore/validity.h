// From when until when: of certificates, permissions and revocations. Always UTC.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "ranvier/base/result.h"

namespace ranvier::security {

using Time = std::chrono::sys_seconds;

struct Validity {
  Time not_before;
  Time not_after;
  bool operator==(const Validity&) const = default;
};

/// What SROS 2 gives: from a day before `now`, for clocks that differ, until 3650 days after it.
inline Validity default_validity(Time now) {
  return {now - std::chrono::days(1), now + std::chrono::days(3650)};
}
inline Time now() {
  return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

/// "2026-11-29T05:20:47", as permissions have it.
std::string time_text(Time time);

/// Reads "2026-11-29", "2026-11-29T05:20:47", both also with "Z" or "+01:00" behind them.
/// Nothing of any other text, and of days that no month has.
std::optional<Time> read_time(std::string_view text);

}  // namespace ranvier::security
