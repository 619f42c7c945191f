#include "analysis/trace_model/cpu_shares.h"

#include <algorithm>
#include <set>

namespace ranvier::trace_model {
namespace {

// What of the wait can be of this claim, at most.
Nanoseconds most(const CpuWait& wait, const CpuClaim& claim) {
  if (claim.thread != wait.thread) return 0;
  const Nanoseconds both = std::min(wait.end, claim.until) - std::max(wait.begin, claim.from);
  return std::max<Nanoseconds>(0, std::min(both, claim.delay - claim.waited));
}

}  // namespace

CpuShares::CpuShares(const Model& model) : by_thread_(model.threads.size()) {
  for (const CpuWait& wait : model.cpu_waits) by_thread_[wait.thread].push_back(wait);
}

void CpuShares::share(const CpuWait& wait, std::span<CpuClaim> claims) {
  Nanoseconds left = wait.waited;
  using Rank = CpuClaim::Rank;
  for (const Rank rank : {Rank::kWoken, Rank::kAtWork, Rank::kPerhaps}) {
    Nanoseconds wanted = 0;
    for (const CpuClaim& claim : claims) wanted += claim.rank == rank ? most(wait, claim) : 0;
    if (wanted <= 0) continue;
    const double part = std::min(1.0, static_cast<double>(left) / static_cast<double>(wanted));
    for (CpuClaim& claim : claims) {
      if (claim.rank != rank) continue;
      claim.waited += static_cast<Nanoseconds>(part * static_cast<double>(most(wait, claim)));
    }
    left -= std::min(left, wanted);
  }
}

void CpuShares::answer(std::span<CpuClaim> claims) const {
  std::set<Index> threads;
  Nanoseconds first = INT64_MAX, last = INT64_MIN;
  for (const CpuClaim& claim : claims) {
    if (claim.thread == kNone) continue;
    threads.insert(claim.thread);
    first = std::min(first, claim.from);
    last = std::max(last, claim.until);
  }
  for (const Index thread : threads) {
    const auto& waits = by_thread_[thread];
    auto at = std::lower_bound(waits.begin(), waits.end(), first,
                               [](const CpuWait& wait, Nanoseconds t) { return wait.end < t; });
    // One that begins later may be followed by a longer one that does not; two looks do it.
    for (int beyond = 0; at != waits.end() && beyond < 2; ++at) {
      beyond += at->begin >= last;
      share(*at, claims);
    }
  }
}

}  // namespace ranvier::trace_model
