// How many durations were about how long.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/trace_model/model.h"

namespace ranvier::trace_model {

/// Bins of one width, from `from` on. What lies far from all else is counted
/// beside them: one outlier does not make all others one bar.
struct Histogram {
  Nanoseconds from = 0;
  Nanoseconds width = 1;
  std::vector<std::uint64_t> counts;
  std::uint64_t below = 0, above = 0;

  [[nodiscard]] std::uint64_t total() const;
};

/// At most `bins` bins; none of no durations. The bins reach from the 0.5 % to the
/// 99.5 % quantile, and on to the least and the largest if those are not farther away
/// than twice that.
[[nodiscard]] Histogram histogram(std::vector<Nanoseconds> of, std::size_t bins = 60);

}  // namespace ranvier::trace_model
