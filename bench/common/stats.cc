#include "bench/common/stats.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ranvier::bench {
namespace {

// P(Binomial(n, 1/2) <= k), summed in logarithms so that large n do not underflow.
double half_binomial_cdf(std::size_t n, std::size_t k) {
  double sum = 0;
  for (std::size_t i = 0; i <= k; ++i) {
    sum += std::exp(std::lgamma(n + 1.0) - std::lgamma(i + 1.0) - std::lgamma(n - i + 1.0) -
                    static_cast<double>(n) * std::log(2.0));
  }
  return sum;
}

}  // namespace

double quantile(std::vector<double> values, double q) {
  if (values.empty()) return kNaN;
  std::sort(values.begin(), values.end());
  const double position = q * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const auto above = std::min(below + 1, values.size() - 1);
  return values[below] + (position - static_cast<double>(below)) * (values[above] - values[below]);
}

double median(std::vector<double> values) { return quantile(std::move(values), 0.5); }

double mean(const std::vector<double>& values) {
  if (values.empty()) return kNaN;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

Interval median_interval(std::vector<double> values, double wanted) {
  if (values.empty()) return {kNaN, kNaN, kNaN, 0};
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  std::size_t rank = 0;  // drop `rank` values from each end
  while (2 * (rank + 1) < n && 1 - 2 * half_binomial_cdf(n, rank + 1) >= wanted) ++rank;
  const double confidence = std::max(0.0, 1 - 2 * half_binomial_cdf(n, rank));
  return {median(values), values[rank], values[n - 1 - rank], confidence};
}

std::vector<double> paired_ratios(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (b[i] > 0) ratios.push_back(a[i] / b[i]);
  }
  return ratios;
}

std::vector<double> paired_differences(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (std::isfinite(a[i] - b[i])) differences.push_back(a[i] - b[i]);
  }
  return differences;
}

std::vector<double> self_ratios(const std::vector<double>& values) {
  if (values.size() < 2) return {};
  std::vector<double> next(values.begin() + 1, values.end());
  next.push_back(values.front());
  return paired_ratios(values, next);
}

}  // namespace ranvier::bench
