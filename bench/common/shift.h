// How far one series of runs lies from another, by ranks.
#pragma once

#include <cstddef>
#include <vector>

namespace ranvier::bench {

/// The distance from one series to another. No assumption on the distribution but one: both
/// have the same, moved.
struct Shift {
  double middle;  ///< median of all differences after - before (Hodges and Lehmann)
  double low;     ///< bounds of it, from the distribution of Mann and Whitney's count
  double high;
  double chance;  ///< how often equal series lie as far apart, on either side; ties count for less
};

/// @param wanted  confidence of the bounds; where none has it they are the extremes.
/// NaN and a chance of 1 where a series is empty. Values must be numbers.
[[nodiscard]] Shift shift_between(const std::vector<double>& before,
                                  const std::vector<double>& after, double wanted);

/// The smallest chance that so many runs can show: below it no shift can be told.
[[nodiscard]] double least_chance(std::size_t before, std::size_t after);

}  // namespace ranvier::bench
