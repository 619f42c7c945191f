// Which other callbacks ran while a message waited for its own.
#pragma once

#include <utility>
#include <vector>

#include "analysis/trace_model/model.h"

namespace ranvier::trace_model {

/// Lifetime: the model must outlive it. Threads: const calls from any.
class Neighbours final {
 public:
  /// A callback, and for how long it ran.
  using Ran = std::vector<std::pair<Index, Nanoseconds>>;

  explicit Neighbours(const Model& model);

  /// Between the two moments, on the thread of `run`.
  [[nodiscard]] Ran on_thread(Index run, Nanoseconds from, Nanoseconds until) const;
  /// Between the two moments, of the node of `run`, on other threads: callbacks of one
  /// group wait for one another, and a node's are one group unless it says otherwise.
  [[nodiscard]] Ran of_node(Index run, Nanoseconds from, Nanoseconds until) const;

 private:
  // Runs that lie one in or behind the other, by their start.
  using Line = std::vector<Index>;
  template <class Is>
  [[nodiscard]] Ran in(const Line& line, Nanoseconds from, Nanoseconds until, Is&& is) const;

  const Model& model_;
  std::vector<Line> by_thread_, by_node_;
};

}  // namespace ranvier::trace_model
