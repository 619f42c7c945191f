// Straight lines through figures of growing systems.
#pragma once

#include <vector>

namespace ranvier::bench {

/// The slope of a line by least squares, and between which it lies with 95 %, if what each figure
/// is beside the line is normal and alike.
struct Slope {
  double middle;
  double low;   ///< NaN for two points
  double high;  ///< NaN for two points
};

/// Through the points (x, y); NaN for fewer than two, or if all x are alike. A point with a value
/// that is no number is left out.
[[nodiscard]] Slope slope_of(const std::vector<double>& x, const std::vector<double>& y);

/// The exponent e of y = c x^e, by the line of the logarithms: 1 is linear, 2 quadratic. Points
/// that are not above zero are left out.
[[nodiscard]] Slope exponent_of(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace ranvier::bench
