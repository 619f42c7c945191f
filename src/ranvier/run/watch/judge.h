// Which callbacks can never go on, of those that are under way.
//
// A callback is stuck if all that could bring what it waits for needs a callback that is stuck:
// itself, or another one. That is worked out as in a graph of locks: all whose wait is known are
// taken for stuck, and then, again and again, each is let go that something could still help.
// What is not known, helps.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ranvier/run/watch/look.h"
#include "ranvier/run/watch/names.h"
#include "ranvier/run/watch/thread_wait.h"

namespace ranvier {

/// Why a callback that is wanted cannot begin, or go on.
struct Hindrance {
  enum class Kind {
    kNone,     ///< nothing is in the way, or it is not known
    kGroup,    ///< its group is mutually exclusive, and `by` is one of it
    kThreads,  ///< each thread of its executor is in a callback; `by` is one of them
    kHolder,   ///< who has the mutex is in `by`
    kKept,     ///< the callback `wanted`, of the group that `by` is of, ended and kept the mutex
  };
  Kind kind = Kind::kNone;
  const void* wanted = nullptr;  ///< the work; null for a mutex
  RunLook by{};
};

/// A callback that cannot go on.
struct StuckRun {
  RunLook run;
  Awaits awaits;
  Hindrance why;
};

/// Contract: pure.
/// @param runs    those to judge, in the order of `awaits`.
/// @param awaits  what each waits for.
std::vector<StuckRun> find_stuck(const Look& look, const Entities& entities,
                                 const std::vector<RunLook>& runs,
                                 const std::vector<Awaits>& awaits);

/// "Node '/a' ...: what it waits for, who could bring it, why that cannot run, what to do."
/// @param waited  ns.
std::string text_of(const StuckRun& stuck, const Entities& entities, std::int64_t waited);

/// "the answer of service '/add'".
std::string text_of(const Awaits& awaits, const Entities& entities);

}  // namespace ranvier
