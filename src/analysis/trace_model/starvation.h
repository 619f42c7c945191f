// Work that was ready, and waited for its executor.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/trace_model/model.h"
#include "analysis/trace_model/statistics.h"

namespace ranvier::trace_model {

/// The wait before one run of a callback. A message is ready when it came to its
/// subscription, a timer one period after its last start.
struct Wait {
  Index run = kNone;
  Nanoseconds ready = 0;
  Nanoseconds waited = 0;    ///< from then until the callback began
  Nanoseconds busy = 0;      ///< of it, the callback's thread ran other callbacks
  Nanoseconds cpu = kNever;  ///< of it, the thread had no CPU; kNever: no kernel's events tell
};

/// The waits of one callback.
struct CallbackWaits {
  Index callback = kNone;
  Statistics waits;
  std::uint64_t starved = 0;  ///< longer than the limit
};

struct Starvation {
  Nanoseconds limit = 0;
  /// Callbacks whose waits the events tell.
  std::vector<CallbackWaits> callbacks;
  /// The longest ones beyond the limit, the longest first.
  std::vector<Wait> longest;
};

/// @param most  of `longest`.
[[nodiscard]] Starvation find_starvation(const Model& model, Nanoseconds limit,
                                         std::size_t most = 100);

}  // namespace ranvier::trace_model
