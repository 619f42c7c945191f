// PiCAS's published case study on two cores, as both sides of `bench policies` run it.
//
// Its four CPUs are two halves of two: "ab" with the chains 1, 2, 5 and 11 and the timers of 8, 9
// and 12 as load, "cd" with 3, 4 and 6 and the timers of 7 and 10. Callbacks whose timer lies in
// the other half are left out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/schedule/task_set.h"
#include "bench/common/conductor.h"

namespace ranvier::bench {

/// Where the callbacks of a half run.
enum class Placing {
  kPublished,  ///< PiCAS's: a thread for each chain, for each callback of a best-effort one
  kDefault,    ///< one thread for each core, no priorities
};

/// A callback of the study, and its thread.
struct Step {
  std::string name;  ///< "c1_0": chain, place in it; of its node and its topic too
  std::size_t chain;
  std::int64_t cost;                 ///< the longest time that it runs, ns
  std::int64_t period;               ///< of a timer, ns; else 0
  std::optional<std::size_t> after;  ///< whose message it takes
  bool feeds;                        ///< another takes its message
  std::optional<std::size_t> ends;   ///< the chain whose last one it is
  int priority;                      ///< higher runs first
  std::size_t thread;
};

/// A thread of the study. A best-effort chain's is an ordinary one: as published the threads
/// take more than the 95 % of a second that Linux leaves to SCHED_FIFO.
struct StudyThread {
  int core;
  int fifo;  ///< priority under SCHED_FIFO; 0 for an ordinary one
};

/// Half of the case study.
struct Study {
  schedule::TaskSet chains;
  schedule::Placement placement;
  std::vector<std::int64_t> bounds;  ///< of the chains, ns: published analysis, this half alone
  std::vector<Step> steps;           ///< what a step takes its message from stands before it
  std::vector<StudyThread> threads;
};

/// @param half    "ab" or "cd"; throws std::invalid_argument for another word
/// @param raised  best-effort callbacks take as many times as long; the bounds do not count that
[[nodiscard]] Study make_study(const std::string& half, Placing placing, double raised = 1);

/// How long a callback computes: less than its cost, which covers what runs it too.
[[nodiscard]] std::int64_t work_ns_of(const Step& step);

/// The file of RANVIER_EXECUTOR_POLICY that gives each callback its priority.
[[nodiscard]] std::string policy_of(const Study& study);

/// How long the instances of a study's chains took.
///
/// Threads: record() for one chain from one thread; the rest after all have ended.
class ChainLog final {
 public:
  /// When the window was open, ns of CLOCK_MONOTONIC.
  struct Times {
    std::int64_t opened;
    std::int64_t closed;
  };
  explicit ChainLog(const Study& study);
  /// Contract: no allocation while the capacity lasts; beyond it, nothing is kept.
  void record(std::size_t chain, std::int64_t due_ns, std::int64_t end_ns) noexcept;
  /// Of what was due in the window, for each chain that is no best effort: mean, p99 and
  /// longest, instances beyond the bound, deadlines missed (late, or no end at all); a line each.
  void describe(const Times& window, Findings& findings) const;

 private:
  struct Ended {
    std::int64_t due_ns;
    std::int64_t end_ns;
  };
  void describe_chain(std::size_t chain, const Times& window, Findings& findings) const;

  const Study& study_;
  std::vector<std::vector<Ended>> ended_;  // by chain
};

}  // namespace ranvier::bench
