#include <cstdio>
#include <vector>

#include "analysis/schedule/random_sets.h"
#include "analysis/schedule/response_time.h"
#include "analysis/schedule/simulation.h"
#include "commands.h"

namespace ranvier::policy {
namespace {

using namespace schedule;

constexpr std::size_t kCpus = 4;
constexpr std::int64_t kSimulated = 10'000'000'000;  // ns of each set

struct Counts {
  std::vector<std::uint64_t> in_time;  // sets whose chain is, by chain
  std::uint64_t late = 0;              // chains later than their bound
  std::uint64_t late_as_published = 0;
  std::uint64_t seen_in_time = 0;  // chains whose longest time was at most their period
};

Counts count(double utilisation, const Options& options) {
  const RandomSet what{.utilisation = utilisation};
  Counts counts;
  counts.in_time.resize(what.chains);
  for (std::uint64_t seed = options.seed; seed < options.seed + options.sets; ++seed) {
    const TaskSet set = random_set(what, seed);
    const Placement placement = place(set, kCpus);
    const auto bounds = response_times(set, placement);
    const auto published = response_times(set, placement, Releases::kPeriodic);
    const auto seen = simulate(set, placement, random_offsets(set, seed), kSimulated);
    for (std::size_t i = 0; i < set.size(); ++i) {
      counts.in_time[i] += bounds[i] <= set[i].period ? 1 : 0;
      counts.late += seen[i].longest > bounds[i] ? 1 : 0;
      counts.late_as_published += seen[i].longest > published[i] ? 1 : 0;
      counts.seen_in_time += seen[i].longest <= set[i].period ? 1 : 0;
    }
  }
  return counts;
}

}  // namespace

Result<void> random_sets(const Options& options) {
  std::printf("share of %llu sets whose chain is in time by its bound; 4 CPUs, 45 callbacks\n",
              static_cast<unsigned long long>(options.sets));
  std::printf("%11s", "utilisation");
  for (int chain = 1; chain <= 9; ++chain) std::printf("  chain %d", chain);
  std::printf("  seen in time  later than bound  than the published one\n");
  for (const double utilisation : {2.5, 3.0, 3.5}) {
    const Counts counts = count(utilisation, options);
    const auto sets = static_cast<double>(options.sets);
    std::printf("%11.1f", utilisation);
    for (const std::uint64_t in_time : counts.in_time) {
      std::printf("  %7.3f", static_cast<double>(in_time) / sets);
    }
    std::printf("  %12.3f  %16llu  %22llu\n", static_cast<double>(counts.seen_in_time) / sets / 9,
                static_cast<unsigned long long>(counts.late),
                static_cast<unsigned long long>(counts.late_as_published));
  }
  return {};
}

}  // namespace ranvier::policy
