// A trace of what a flight recorder has at this moment.
#pragma once

#include <cstdint>
#include <string>

#include "ranvier/base/result.h"
#include "ranvier/trace/buffer.h"
#include "ranvier/trace/recorder.h"
#include "ranvier/trace/trace_folder.h"

namespace ranvier::trace {

/// Copies the streams of `recorded`, which have the events that come once for
/// each object, and behind them what the buffer has now, into a folder of its own.
/// The buffer stays as it is, and threads may write on meanwhile.
/// @param number  of the saved trace, for the name of its folder.
/// Fails (kWorld) naming the file; nothing is left then.
/// Contract: not beside the drain of that buffer.
Result<SavedTrace> save(Buffer& buffer, const TraceFolder& recorded, std::uint32_t number);

}  // namespace ranvier::trace
