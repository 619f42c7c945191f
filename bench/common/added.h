// What something adds, from pairs of windows with it and without.
#pragma once

#include <vector>

namespace ranvier::bench {

/// Two windows next to each other.
struct WindowPair {
  double on;
  double off;
};

/// The pairs of one combination of parameters, which is of one weight.
struct PairGroup {
  std::vector<WindowPair> pairs;
  double weight = 1;
};

/// A mean, and where it lies with 95 % confidence.
struct Estimate {
  double value;
  double low;
  double high;
};

/// The part of a combination's pairs that is left out at each end.
inline constexpr double kTrimmed = 0.2;

/// The weighted mean over combinations of what `on` has more than `off`. Of each
/// combination, the mean of its pairs without the fifth of them that differ most to
/// either side: there something else than what is measured came between. The bounds are
/// those of 2,000 resamplings of the pairs within their combinations.
/// NaN if a combination has no pair.
/// @param trimmed  0 takes every pair.
[[nodiscard]] Estimate added_mean(const std::vector<PairGroup>& groups, double trimmed = kTrimmed);

}  // namespace ranvier::bench
