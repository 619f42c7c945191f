// LTTng-UST as a recorder, beside ours or instead of it.
//
// The provider of its events is a library of its own (apps/trace_lttng), loaded by the
// first call that wants it: who does not use LTTng neither has nor loads any of it. What
// becomes of the events is for LTTng's daemon and sessions to say.
#pragma once

#include <cstdint>

#include "ranvier/base/result.h"
#include "ranvier/trace/trace.h"

namespace ranvier::trace {

inline constexpr const char* kLttngLibrary = "libranvier_lttng.so";
inline constexpr const char* kLttngEntry = "ranvier_lttng_sink";
/// What the library has under that name. @return null if it was built with another table.
using LttngEntry = Sink* (*)(std::uint64_t table_hash) noexcept;

/// From now on LTTng gets every event; first those of Rate::kOnce that came before, as of
/// this moment. May be called by several parts of a process: each ends it for itself.
/// Fails (kNotFound) if the library or LTTng's is not there, (kUnsupported) in a child of
/// fork(), where LTTng's threads are not.
/// Contract: any thread; the first call waits for LTTng's daemon, where one runs.
Result<void> start_lttng();
/// LTTng gets nothing until resume_lttng(), if nobody else started it.
void pause_lttng() noexcept;
/// Goes on; LTTng gets the events of Rate::kOnce that came since the pause.
void resume_lttng() noexcept;
/// Ends what one start_lttng() began.
void stop_lttng() noexcept;

}  // namespace ranvier::trace
