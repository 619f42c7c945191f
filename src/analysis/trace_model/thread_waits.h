// How long threads waited for a CPU: in all, and within a callback.
#pragma once

#include <vector>

#include "analysis/trace_model/model.h"
#include "analysis/trace_model/statistics.h"

namespace ranvier::trace_model {

/// The waits of one thread, all by the kernel's events or all by looks from outside.
struct ThreadWaits {
  Index thread = kNone;
  bool is_exact = false;
  Nanoseconds total = 0;
  Statistics waits;              ///< each; of looks, what one look found
  std::vector<CoreTaken> taken;  ///< exact ones: who ran meanwhile, the longest first
};
/// Those that waited at all, the longest first.
[[nodiscard]] std::vector<ThreadWaits> thread_waits(const Model& model);

/// Exact waits, to be asked how much of them lies between two moments.
///
/// Lifetime: of its own. Threads: const calls from any.
class WaitClock final {
 public:
  explicit WaitClock(const Model& model);

  /// Whether the kernel's events tell of the waits of this thread.
  [[nodiscard]] bool knows(Index thread) const { return lines_[thread].is_known; }
  /// How long the thread was ready without a core between the two.
  [[nodiscard]] Nanoseconds waited(Index thread, Nanoseconds from, Nanoseconds until) const;

 private:
  struct Line {
    bool is_known = false;
    std::vector<Nanoseconds> begins, ends, before;  // before: sum of all waits before
  };
  static Nanoseconds until(const Line& line, Nanoseconds time);
  std::vector<Line> lines_;  // by thread
};

/// "stress (812)", "no other: the core was idle"
[[nodiscard]] std::string describe_task(const Model& model, Index task);

}  // namespace ranvier::trace_model
