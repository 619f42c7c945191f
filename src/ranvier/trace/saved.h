// A trace of what a flight recorder has at this moment.
#pragma once

#include <cstdint>
#include <string>

#include "ranvier/base/result.h"

namespace ranvier::trace {

class Buffer;
struct TraceFolder;

struct SavedTrace {
  std::string folder;    ///< a whole trace
  std::uint64_t events;  ///< of the buffer, in it; before them come those of Rate::kOnce
};

/// Copies the streams of `recorded`, which have the events that come once for
/// each object, and behind them what the buffer has now, into a folder of its own.
/// The buffer stays as it is, and threads may write on meanwhile.
/// @param suffix  of the saved trace's folder.
/// @param since   what is older may be left out (Drain::leave_out_before()).
/// Fails (kWorld) naming the file; nothing is left then.
/// Contract: not beside the drain of that buffer.
Result<SavedTrace> save(Buffer& buffer, const TraceFolder& recorded, const std::string& suffix,
                        std::int64_t since = INT64_MIN);

}  // namespace ranvier::trace
