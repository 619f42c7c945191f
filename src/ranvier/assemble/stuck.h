// The watch for callbacks that wait for themselves, as the environment asks for it.
#pragma once

#include "ranvier/trace/member.h"

namespace ranvier {

/// For the thread that follows tracing sessions: looks after RANVIER_STUCK_AFTER, and logs each
/// callback that can never go on, once. SIGUSR2 makes it look and tell at once, unless the
/// program does something with that signal.
/// Contract: any thread, any number of times; a child of fork() gets errands of its own.
trace::Errands watch_for_stuck();

}  // namespace ranvier
