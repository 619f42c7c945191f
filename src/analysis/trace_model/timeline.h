// What happened when, packed for something that draws it.
//
// All numbers are varints: seven bits a byte, the lowest first, the highest bit set on
// all bytes but the last. Times are nanoseconds and count from the one before.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/trace_model/activity.h"
#include "analysis/trace_model/model.h"

namespace ranvier::trace_model {

/// So many items, one after the other in the order of time.
struct Packed {
  std::uint64_t items = 0;
  std::vector<std::uint8_t> bytes;
};

/// Callbacks of one thread that do not overlap; those that ran within others have a lane
/// of their own, and may.
///
/// An item: its start, less that of the item before; how long; 4 * callback + kind, and
/// then by its kind
///   0  nothing more;
///   1  how long ago its message was published, and by which publisher;
///   2  it stands for several: how many, and how long they ran in all. Its callback is
///      that of the longest.
struct RunLane {
  Index thread = kNone;
  bool is_nested = false;
  Packed runs;
};

/// Messages of one topic. An item: 2 * (its time, less that of the item before) + 1 if
/// it stands for several, and then how many.
struct MarkLane {
  std::string topic;
  Packed publications, takes;
};

/// When a thread was ready and had no CPU, by its kernel's events. An item: its begin, less
/// that of the item before; how long, to the end of the last one that it stands for.
struct WaitLane {
  Index thread = kNone;
  Packed waits;
};

struct Timeline {
  Nanoseconds zero = 0;    ///< from where times count: the trace's first event
  Nanoseconds length = 0;  ///< to its last
  /// What follows within so long is one item; 0: everything is there.
  Nanoseconds grain = 0;
  std::vector<RunLane> threads;  ///< those that ran callbacks
  std::vector<MarkLane> topics;  ///< in the order of their names
  std::vector<WaitLane> waits;   ///< of those threads that have a lane

  [[nodiscard]] std::uint64_t items() const;
};

/// @param most  items, as far as 65536 for each lane allow it.
[[nodiscard]] Timeline pack_timeline(const Model& model, const Spans& spans,
                                     std::uint64_t most = 4'000'000);

}  // namespace ranvier::trace_model
