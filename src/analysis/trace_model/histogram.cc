#include "analysis/trace_model/histogram.h"

#include <algorithm>
#include <numeric>

#include "analysis/trace_model/apart.h"

namespace ranvier::trace_model {
namespace {

// The shortest and the longest duration that have a bin. `of` is sorted.
std::pair<Nanoseconds, Nanoseconds> range(const std::vector<Nanoseconds>& of) {
  const auto at = [&](double share) {
    const auto place = static_cast<std::size_t>(share * static_cast<double>(of.size() - 1) + 0.5);
    return std::clamp(of[place], -kFarthest, kFarthest);
  };
  const Nanoseconds low = at(0.005), high = at(0.995);
  const Nanoseconds reach = high - low;
  return {std::max(at(0), low - reach), std::min(at(1), high + reach)};
}

}  // namespace

std::uint64_t Histogram::total() const {
  return std::accumulate(counts.begin(), counts.end(), below + above);
}

Histogram histogram(std::vector<Nanoseconds> of, std::size_t bins) {
  Histogram result;
  if (of.empty() || bins == 0) return result;
  std::sort(of.begin(), of.end());
  const auto [from, to] = range(of);
  const auto count = static_cast<Nanoseconds>(bins);
  result.from = from;
  result.width = std::max<Nanoseconds>(1, (to - from + count) / count);  // to lies within the last
  result.counts.resize(static_cast<std::size_t>((to - from) / result.width) + 1);
  for (const Nanoseconds one : of) {
    if (one < from) {
      ++result.below;
    } else if (one > to) {
      ++result.above;
    } else {
      ++result.counts[static_cast<std::size_t>((one - from) / result.width)];
    }
  }
  return result;
}

}  // namespace ranvier::trace_model
