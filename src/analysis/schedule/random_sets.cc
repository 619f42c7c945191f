#include "analysis/schedule/random_sets.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace ranvier::schedule {
namespace {

// The same on every machine, which the distributions of the standard library are not.
class Uniform final {
 public:
  explicit Uniform(std::uint64_t seed) : state_(seed) {}
  double operator()() {  // splitmix64
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
  }

 private:
  std::uint64_t state_;
};

std::vector<double> shares(Uniform& random, std::size_t count, double sum) {
  std::vector<double> drawn;
  for (std::size_t left = count; left > 1; --left) {
    const double rest = sum * std::pow(random(), 1.0 / static_cast<double>(left - 1));
    drawn.push_back(sum - rest);
    sum = rest;
  }
  drawn.push_back(sum);
  return drawn;
}

std::int64_t period(Uniform& random, const RandomSet& what) {
  constexpr std::int64_t kMs = 1'000'000;
  const double low = std::log(static_cast<double>(what.shortest));
  const double high = std::log(static_cast<double>(what.longest));
  return std::llround(std::exp(low + random() * (high - low)) / kMs) * kMs;
}

// Shares that one CPU each can hold: drawn again where one cannot.
std::vector<double> fitting_shares(Uniform& random, const RandomSet& what) {
  for (;;) {
    auto drawn = shares(random, what.chains, what.utilisation);
    if (std::all_of(drawn.begin(), drawn.end(), [](double share) { return share <= 1.0; })) {
      return drawn;
    }
  }
}

}  // namespace

TaskSet random_set(const RandomSet& what, std::uint64_t seed) {
  Uniform random(seed);
  TaskSet set;
  for (const double share : fitting_shares(random, what)) {
    Chain chain{"", period(random, what), {}};
    for (const double part : shares(random, what.callbacks, share)) {
      const auto cost = std::llround(part * static_cast<double>(chain.period));
      chain.callbacks.push_back({"", std::max<std::int64_t>(cost, 1)});
    }
    set.push_back(std::move(chain));
  }
  std::sort(set.begin(), set.end(),
            [](const Chain& a, const Chain& b) { return a.period < b.period; });
  for (std::size_t i = 0; i < set.size(); ++i) {
    set[i].name = "chain " + std::to_string(i + 1);
    for (std::size_t k = 0; k < set[i].callbacks.size(); ++k) {
      set[i].callbacks[k].id = "c" + std::to_string(i + 1) + "." + std::to_string(k);
    }
  }
  return set;
}

std::vector<std::int64_t> random_offsets(const TaskSet& set, std::uint64_t seed) {
  Uniform random(~seed);
  std::vector<std::int64_t> offsets;
  for (const Chain& chain : set) {
    offsets.push_back(static_cast<std::int64_t>(random() * static_cast<double>(chain.period)));
  }
  return offsets;
}

}  // namespace ranvier::schedule
