#include "analysis/schedule/task_set.h"

#include <algorithm>

namespace ranvier::schedule {
namespace {

double share_of(const Chain& chain, std::size_t callback) {
  return static_cast<double>(chain.callbacks[callback].cost) / static_cast<double>(chain.period);
}

// Fills CPUs with chains, in the order in which they come.
class Placing final {
 public:
  Placing(const TaskSet& set, std::size_t cpus, int highest)
      : set_(set), taken_(cpus), priority_(highest) {
    placement_.priority_of = callback_priorities(set);
  }

  Placement place() {
    for (const Chain& chain : set_) {
      placement_.executor_of.emplace_back(chain.callbacks.size());
      if (chain.timer_of)
        placement_.executor_of.back()[0] = placement_.executor_of[*chain.timer_of][0];
      const std::size_t emptiest = best_cpu(whole_share(chain), false);
      if (emptiest != taken_.size()) {
        put_whole(chain, emptiest);
      } else {
        put_spread(chain);
      }
    }
    return std::move(placement_);
  }

 private:
  static std::size_t first_of(const Chain& chain) { return chain.timer_of ? 1 : 0; }
  static double whole_share(const Chain& chain) {
    double share = 0;
    for (std::size_t i = first_of(chain); i < chain.callbacks.size(); ++i)
      share += share_of(chain, i);
    return share;
  }

  // A CPU with room for `share`: the fullest or the emptiest of them; their number if none has.
  std::size_t best_cpu(double share, bool fullest) const {
    std::size_t best = taken_.size();
    for (std::size_t cpu = 0; cpu < taken_.size(); ++cpu) {
      if (taken_[cpu] + share > 1.0) continue;
      const bool better = best == taken_.size() ||
                          (fullest ? taken_[cpu] > taken_[best] : taken_[cpu] < taken_[best]);
      if (better) best = cpu;
    }
    return best;
  }
  std::size_t emptiest_cpu() const {
    return static_cast<std::size_t>(std::min_element(taken_.begin(), taken_.end()) -
                                    taken_.begin());
  }

  std::size_t add_executor(std::size_t cpu) {
    placement_.executors.push_back({cpu, priority_--});
    return placement_.executors.size() - 1;
  }
  void put(const Chain& chain, std::size_t callback, std::size_t executor) {
    placement_.executor_of.back()[callback] = executor;
    taken_[placement_.executors[executor].cpu] += share_of(chain, callback);
  }
  void put_whole(const Chain& chain, std::size_t cpu) {
    if (first_of(chain) == chain.callbacks.size()) return;
    const std::size_t executor = add_executor(cpu);
    for (std::size_t i = first_of(chain); i < chain.callbacks.size(); ++i) put(chain, i, executor);
  }
  // Callbacks that come to one CPU share an executor, but for those of best effort.
  void put_spread(const Chain& chain) {
    std::vector<std::optional<std::size_t>> of_cpu(taken_.size());
    for (std::size_t i = first_of(chain); i < chain.callbacks.size(); ++i) {
      std::size_t cpu = best_cpu(share_of(chain, i), true);
      if (cpu == taken_.size()) cpu = emptiest_cpu();
      if (chain.best_effort || !of_cpu[cpu]) of_cpu[cpu] = add_executor(cpu);
      put(chain, i, *of_cpu[cpu]);
    }
  }

  const TaskSet& set_;
  std::vector<double> taken_;
  int priority_;
  Placement placement_;
};

}  // namespace

std::vector<std::vector<int>> callback_priorities(const TaskSet& set) {
  int left = 0;
  for (const Chain& chain : set) left += static_cast<int>(chain.callbacks.size());
  std::vector<std::vector<int>> priorities;
  for (const Chain& chain : set) {
    left -= static_cast<int>(chain.callbacks.size());
    auto& of_chain = priorities.emplace_back(chain.callbacks.size());
    for (std::size_t i = 0; i < of_chain.size(); ++i) of_chain[i] = left + 1 + static_cast<int>(i);
    if (chain.timer_of) of_chain[0] = priorities[*chain.timer_of][0];
  }
  return priorities;
}

Placement place(const TaskSet& set, std::size_t cpus, int highest) {
  return Placing(set, cpus, highest).place();
}

std::vector<double> utilisation(const TaskSet& set, const Placement& placement) {
  std::size_t cpus = 0;
  for (const ExecutorPlace& executor : placement.executors) cpus = std::max(cpus, executor.cpu + 1);
  std::vector<double> shares(cpus);
  for (std::size_t chain = 0; chain < set.size(); ++chain) {
    for (std::size_t i = set[chain].timer_of ? 1 : 0; i < set[chain].callbacks.size(); ++i) {
      shares[placement.executors[placement.executor_of[chain][i]].cpu] += share_of(set[chain], i);
    }
  }
  return shares;
}

}  // namespace ranvier::schedule
