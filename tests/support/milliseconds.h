// Times of tests, in nanoseconds.
#pragma once

#include <cstdint>

namespace ranvier::support {

inline constexpr std::int64_t kUs = 1'000, kMs = 1'000'000;

}  // namespace ranvier::support
