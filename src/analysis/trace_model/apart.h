// How far two times are apart, whatever a broken trace says they are.
#pragma once

#include <algorithm>
#include <cstdint>

#include "analysis/trace_model/model.h"

namespace ranvier::trace_model {

/// Beyond what any trace lasts, and so small that sums of a few do not overflow.
inline constexpr Nanoseconds kFarthest = INT64_MAX / 8;

/// `to` less `from`, or kFarthest (of either sign) if that is farther.
[[nodiscard]] inline Nanoseconds apart(Nanoseconds from, Nanoseconds to) noexcept {
  Nanoseconds result = 0;
  if (__builtin_sub_overflow(to, from, &result)) return to < from ? -kFarthest : kFarthest;
  return std::clamp(result, -kFarthest, kFarthest);
}

}  // namespace ranvier::trace_model
