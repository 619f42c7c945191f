// What many durations come to.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "analysis/trace_model/model.h"

namespace ranvier::trace_model {

/// Of no durations, all are zero.
struct Statistics {
  std::size_t count = 0;
  Nanoseconds least = 0, p50 = 0, p99 = 0, most = 0;
  double mean = 0;
};

/// Quantiles are durations that occurred (nearest rank).
[[nodiscard]] inline Statistics statistics(std::vector<Nanoseconds> of) {
  Statistics result;
  if (of.empty()) return result;
  std::sort(of.begin(), of.end());
  const auto rank = [&](double share) {
    const double place = std::ceil(share * static_cast<double>(of.size()));
    return of[static_cast<std::size_t>(std::max(place, 1.0)) - 1];
  };
  result = {of.size(), of.front(), rank(0.50), rank(0.99), of.back(), 0};
  for (const Nanoseconds one : of) result.mean += static_cast<double>(one);
  result.mean /= static_cast<double>(of.size());
  return result;
}

}  // namespace ranvier::trace_model
