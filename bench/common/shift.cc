#include "bench/common/shift.h"

#include <algorithm>
#include <cmath>

#include "bench/common/stats.h"

namespace ranvier::bench {
namespace {

constexpr std::size_t kExact = 2'500;  // pairs up to which it is counted out: 20 kB a row

// P(U <= u) for each u, U the number of pairs (one of n, one of m equal values) in which the second
// is larger, as a normal distribution has it.
std::vector<double> normal_distribution(std::size_t n, std::size_t m) {
  const auto pairs = static_cast<double>(n * m);
  const double spread = std::sqrt(pairs * static_cast<double>(n + m + 1) / 12);
  std::vector<double> below;
  for (std::size_t u = 0; u <= n * m; ++u) {
    const double distance = (static_cast<double>(u) + 0.5 - pairs / 2) / spread;
    below.push_back(0.5 * std::erfc(-distance / std::sqrt(2.0)));
  }
  return below;
}

// The same, exactly. Each order is as likely: the largest value is of the second series with
// m / (n + m), and then larger than all n of the first.
std::vector<double> exact_distribution(std::size_t n, std::size_t m) {
  const std::size_t width = n * m + 1;
  // of[j][u] for i values of the first series and j of the second.
  std::vector<std::vector<double>> of(m + 1, std::vector<double>(width, 0.0));
  for (auto& row : of) row[0] = 1.0;  // i = 0
  for (std::size_t i = 1; i <= n; ++i) {
    for (std::size_t j = 1; j <= m; ++j) {
      const double second = static_cast<double>(j) / static_cast<double>(i + j);
      std::vector<double> row(width, 0.0);
      for (std::size_t u = 0; u <= i * j; ++u) {
        row[u] = (1 - second) * of[j][u] + (u >= i ? second * of[j - 1][u - i] : 0.0);
      }
      of[j] = std::move(row);
    }
  }
  std::vector<double> below = of[m];
  for (std::size_t u = 1; u < width; ++u) below[u] += below[u - 1];
  return below;
}

// Of all pairs: how many rise. A tie counts a half.
double rising(const std::vector<double>& before, const std::vector<double>& after) {
  double count = 0;
  for (const double a : before) {
    for (const double b : after) count += b > a ? 1 : b == a ? 0.5 : 0;
  }
  return count;
}

}  // namespace

Shift shift_between(const std::vector<double>& before, const std::vector<double>& after,
                    double wanted) {
  if (before.empty() || after.empty()) return {kNaN, kNaN, kNaN, 1};
  std::vector<double> differences;
  for (const double a : before) {
    for (const double b : after) differences.push_back(b - a);
  }
  std::sort(differences.begin(), differences.end());
  const auto below = differences.size() <= kExact
                         ? exact_distribution(before.size(), after.size())
                         : normal_distribution(before.size(), after.size());
  const double pairs = static_cast<double>(differences.size());
  const double count = rising(before, after);
  const double smaller = std::ceil(std::min(count, pairs - count));  // the cautious side of a half
  std::size_t rank = 0;
  while (2 * (rank + 1) < differences.size() && 2 * below[rank] <= 1 - wanted) ++rank;
  const std::size_t drop = rank == 0 ? 0 : rank - 1;  // of each end, so many differences
  return {median(differences), differences[drop], differences[differences.size() - 1 - drop],
          std::min(1.0, 2 * below[static_cast<std::size_t>(smaller)])};
}

double least_chance(std::size_t before, std::size_t after) {
  const auto n = static_cast<double>(before);
  const auto m = static_cast<double>(after);
  return std::min(1.0,
                  2 * std::exp(std::lgamma(n + 1) + std::lgamma(m + 1) - std::lgamma(n + m + 1)));
}

}  // namespace ranvier::bench
