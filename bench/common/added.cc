#include "bench/common/added.h"

#include <algorithm>
#include <limits>
#include <random>

#include "bench/common/stats.h"

namespace ranvier::bench {
namespace {

constexpr int kResamplings = 2000;

struct Differences {
  std::vector<double> values;
  double weight;
};

double trimmed_mean(std::vector<double> values, double trimmed) {
  std::sort(values.begin(), values.end());
  const auto cut = static_cast<std::ptrdiff_t>(trimmed * static_cast<double>(values.size()));
  return mean({values.begin() + cut, values.end() - cut});
}

std::vector<double> resampled(const std::vector<double>& values, std::mt19937& random) {
  std::uniform_int_distribution<std::size_t> which(0, values.size() - 1);
  std::vector<double> drawn(values.size());
  for (double& value : drawn) value = values[which(random)];
  return drawn;
}

std::vector<Differences> differences_of(const std::vector<PairGroup>& groups) {
  std::vector<Differences> all;
  for (const PairGroup& group : groups) {
    all.push_back({{}, group.weight});
    for (const WindowPair& pair : group.pairs) all.back().values.push_back(pair.on - pair.off);
  }
  return all;
}

/// @param draw  what stands for a combination's differences.
template <class Draw>
double weighted_mean(const std::vector<Differences>& groups, double trimmed, Draw draw) {
  double sum = 0;
  double weight = 0;
  for (const Differences& group : groups) {
    sum += group.weight * trimmed_mean(draw(group.values), trimmed);
    weight += group.weight;
  }
  return sum / weight;
}

}  // namespace

Estimate added_mean(const std::vector<PairGroup>& groups, double trimmed) {
  const std::vector<Differences> all = differences_of(groups);
  const bool empty = std::any_of(all.begin(), all.end(),
                                 [](const Differences& group) { return group.values.empty(); });
  if (all.empty() || empty) return {kNaN, kNaN, kNaN};
  std::mt19937 random(1);  // the same pairs have the same bounds
  std::vector<double> means;
  for (int i = 0; i < kResamplings; ++i) {
    const auto draw = [&](const std::vector<double>& values) { return resampled(values, random); };
    means.push_back(weighted_mean(all, trimmed, draw));
  }
  const double value =
      weighted_mean(all, trimmed, [](const std::vector<double>& values) { return values; });
  return {value, quantile(means, 0.025), quantile(means, 0.975)};
}

}  // namespace ranvier::bench
