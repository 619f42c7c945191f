// How the fields of an event are read: what of the metadata goes into which column.
#pragma once

#include "analysis/trace_read/layout.h"

namespace ranvier::trace_read {

/// @param nodes  how many fields the trace may still have; counted down.
/// Fails (kUnsupported) with what is not understood; a column that nothing fills is named
/// of in `trace.findings`.
Result<EventLayout> make_event_layout(const EventClass& from, const TraceLayout& layout,
                                      std::size_t& nodes, Trace& trace);

}  // namespace ranvier::trace_read
