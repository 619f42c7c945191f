// Counts the events of traces that are too large to be kept.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "analysis/trace_read/findings.h"
#include "ranvier/base/result.h"
#include "ranvier/trace/events.h"

namespace ranvier::trace_read {

struct EventCounts {
  std::uint64_t events = 0;
  std::array<std::uint64_t, trace::kEventCount> of{};  ///< of each event of the table
  std::uint64_t discarded = 0;                         ///< events that the recorders say they lost
  Findings findings;
};

/// Reads every trace in the directory as read_traces() does, all fields of all events,
/// and keeps none of them. Fails likewise.
/// Contract: blocks; time grows with the files, memory with what texts they have.
Result<EventCounts> count_events(const std::string& directory);

}  // namespace ranvier::trace_read
