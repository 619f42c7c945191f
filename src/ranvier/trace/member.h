// A process's part in tracing sessions: it records when a session of its domains does.
#pragma once

#include <cstddef>
#include <functional>

#include "ranvier/base/result.h"
#include "ranvier/trace/recorder.h"

namespace ranvier::trace {

/// From now on this process follows the sessions of this domain: it records while
/// one is there, whenever that begins. Waits until it does if one is there now.
///
/// The first call of a process makes a page in memory (member_page.h) and a thread
/// that sleeps until `ros2 trace` wakes it. A child of fork() follows nothing until
/// it calls this itself. At the end of the process it ends by itself.
///
/// @param recording  for what a session does not say (buffer, when full, who is warned).
/// Fails (kWorld) if the page cannot be made.
/// Contract: any thread.
Result<void> follow_sessions(std::size_t domain, const RecordingOptions& recording);

}  // namespace ranvier::trace
