// One run that gives the numbers of both sides.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "bench/runner/plan.h"

namespace ranvier::bench {

/// Two sides of a case that come from one run of one plan: asked for in any order, each pair of
/// questions is answered by one run.
///
/// Threads: one.
class Twin final {
 public:
  /// @param other  makes the second side of what the run found, of which it may change what it reads
  Twin(Plan plan, std::function<RunResult(RunResult&)> other)
      : plan_(std::move(plan)), other_(std::move(other)) {}

  RunResult first() { return take(first_); }
  RunResult second() { return take(second_); }

 private:
  RunResult take(std::optional<RunResult>& side) {
    if (!side) {
      first_ = run_plan(plan_);
      second_ = other_(*first_);
    }
    RunResult result = std::move(*side);
    side.reset();
    return result;
  }

  const Plan plan_;
  const std::function<RunResult(RunResult&)> other_;
  std::optional<RunResult> first_;
  std::optional<RunResult> second_;
};

}  // namespace ranvier::bench
