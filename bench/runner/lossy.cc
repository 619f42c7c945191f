#include "bench/runner/lossy.h"

#include <cmath>

namespace ranvier::bench {
namespace {

constexpr double kTail = 0.025;  // at either side

// The probability of `count` of `all`, by logarithms: the factors alone are beyond a double.
double probability(int count, int all, double each) {
  if (each <= 0) return count == 0 ? 1 : 0;
  if (each >= 1) return count == all ? 1 : 0;
  const double ways =
      std::lgamma(all + 1.0) - std::lgamma(count + 1.0) - std::lgamma(all - count + 1.0);
  return std::exp(ways + count * std::log(each) + (all - count) * std::log1p(-each));
}

// The least count that is not exceeded with a probability of `share`.
int count_at(double share, int all, double each) {
  double sum = 0;
  for (int count = 0; count < all; ++count) {
    sum += probability(count, all, each);
    if (sum >= share) return count;
  }
  return all;
}

}  // namespace

Range lost_by_chance(int messages, int frames, double share) {
  const double each = -std::expm1(frames * std::log1p(-share));
  return {messages * each, static_cast<double>(count_at(kTail, messages, each)),
          static_cast<double>(count_at(1 - kTail, messages, each))};
}

}  // namespace ranvier::bench
