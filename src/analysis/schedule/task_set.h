// Chains of callbacks, and where they run: what the analysis of response times works on.
//
// The model is that of PiCAS (Choi, Xiang and Kim, RTAS 2021): a chain begins with a timer,
// each further callback is released by the message of the one before it. An executor is one
// thread with a fixed priority on one CPU; it does not interrupt a callback.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ranvier::schedule {

struct Callback {
  std::string id;         ///< as in a policy file
  std::int64_t cost = 0;  ///< the longest time that it runs, ns
};

struct Chain {
  std::string name;
  std::int64_t period = 0;          ///< of its timer, ns; its deadline too
  std::vector<Callback> callbacks;  ///< the timer first
  /// The chain whose timer begins this one as well; it comes before this one. The first
  /// callback is then that timer.
  std::optional<std::size_t> timer_of = std::nullopt;
  bool best_effort = false;  ///< its callbacks may be spread
};

/// Chains, the most critical first.
using TaskSet = std::vector<Chain>;

struct ExecutorPlace {
  std::size_t cpu = 0;
  int priority = 0;  ///< of the thread: higher runs first. No two of a CPU have the same.
};

/// Where each callback runs.
struct Placement {
  std::vector<ExecutorPlace> executors;
  std::vector<std::vector<std::size_t>> executor_of;  ///< by chain and callback
  std::vector<std::vector<int>> priority_of;          ///< of the callback; higher runs first
};

/// PiCAS's priorities of callbacks: those of a more critical chain are higher; within a chain
/// the last is the highest. A shared timer has that of the more critical chain.
std::vector<std::vector<int>> callback_priorities(const TaskSet& set);

/// PiCAS's placement on `cpus` CPUs: each chain on one CPU where that has room, the emptiest
/// first; else its callbacks where they fit. The thread of a more critical chain has the higher
/// priority, from `highest` down.
Placement place(const TaskSet& set, std::size_t cpus, int highest = 90);

/// The share of each CPU that the set takes; a shared timer counts once.
std::vector<double> utilisation(const TaskSet& set, const Placement& placement);

}  // namespace ranvier::schedule
