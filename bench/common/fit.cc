#include "bench/common/fit.h"

#include <algorithm>
#include <cmath>

#include "bench/common/stats.h"

namespace ranvier::bench {
namespace {

// The 97.5 % quantile of Student's t for 1 to 10 degrees of freedom; beyond, that of 10, which
// is on the careful side.
double student(std::size_t freedom) {
  constexpr double kQuantiles[] = {12.706, 4.303, 3.182, 2.776, 2.571,
                                   2.447,  2.365, 2.306, 2.262, 2.228};
  return kQuantiles[std::min<std::size_t>(freedom, 10) - 1];
}

/// Sums of squares of distances from the means.
struct Spread {
  double xx = 0, xy = 0, yy = 0;
};

Spread spread_of(const std::vector<double>& x, const std::vector<double>& y) {
  const double mean_x = mean(x);
  const double mean_y = mean(y);
  Spread spread;
  for (std::size_t i = 0; i < x.size(); ++i) {
    spread.xx += (x[i] - mean_x) * (x[i] - mean_x);
    spread.xy += (x[i] - mean_x) * (y[i] - mean_y);
    spread.yy += (y[i] - mean_y) * (y[i] - mean_y);
  }
  return spread;
}

Slope line_of(const std::vector<double>& x, const std::vector<double>& y) {
  const Spread spread = spread_of(x, y);
  if (x.size() < 2 || !(spread.xx > 0)) return {kNaN, kNaN, kNaN};
  const double slope = spread.xy / spread.xx;
  if (x.size() == 2) return {slope, kNaN, kNaN};
  const auto freedom = x.size() - 2;
  const double rest = std::max(0.0, spread.yy - slope * spread.xy);
  const double error = std::sqrt(rest / static_cast<double>(freedom) / spread.xx);
  return {slope, slope - student(freedom) * error, slope + student(freedom) * error};
}

}  // namespace

Slope slope_of(const std::vector<double>& x, const std::vector<double>& y) {
  std::vector<double> kept_x;
  std::vector<double> kept_y;
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    if (!std::isfinite(x[i]) || !std::isfinite(y[i])) continue;
    kept_x.push_back(x[i]);
    kept_y.push_back(y[i]);
  }
  return line_of(kept_x, kept_y);
}

Slope exponent_of(const std::vector<double>& x, const std::vector<double>& y) {
  const auto logarithms = [](std::vector<double> values) {
    for (double& value : values) value = value > 0 ? std::log(value) : kNaN;
    return values;
  };
  return slope_of(logarithms(x), logarithms(y));
}

}  // namespace ranvier::bench
