// The statistics that every table of the benches rests on.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

namespace ranvier::bench {

inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// The q-quantile by linear interpolation between order statistics; NaN for
/// no values. Contract: copies and sorts.
[[nodiscard]] double quantile(std::vector<double> values, double q);
[[nodiscard]] double median(std::vector<double> values);
[[nodiscard]] double mean(const std::vector<double>& values);

/// A median and where it lies with confidence.
struct Interval {
  double middle;      ///< the sample median
  double low;         ///< an order statistic
  double high;        ///< an order statistic
  double confidence;  ///< that [low, high] holds the true median, at least
};

/// Confidence bounds of the median from the sign test: free of any assumption
/// on the distribution. Takes the narrowest symmetric pair of order statistics
/// that covers `wanted`; below six values none covers 95 %, then the extremes
/// are given together with the smaller confidence that they have.
[[nodiscard]] Interval median_interval(std::vector<double> values, double wanted = 0.95);

/// Element by element a / b; a pair where b is not above zero is left out.
[[nodiscard]] std::vector<double> paired_ratios(const std::vector<double>& a,
                                                const std::vector<double>& b);

/// Element by element a - b; a pair with a value that is no number is left out.
[[nodiscard]] std::vector<double> paired_differences(const std::vector<double>& a,
                                                     const std::vector<double>& b);

/// Each value over its successor, the last over the first: what a ratio of two
/// alternating runs shows when both sides are the same.
[[nodiscard]] std::vector<double> self_ratios(const std::vector<double>& values);

}  // namespace ranvier::bench
