// The recording that runs, as the threads see it that are traced.
#pragma once

#include <cstdint>

#include "ranvier/trace/buffer.h"
#include "ranvier/trace/moment.h"

namespace ranvier::trace::detail {

/// Never destroyed: a thread may be on its way into it when the recording ends.
struct Running {
  Buffer buffer;
  const std::uint32_t number;       ///< from 1; what trace.h calls the recording
  const std::uint32_t moments = 0;  ///< bits (moment.h) at which to save what is there
  const std::uint64_t wanted = ~std::uint64_t{0};  ///< bits of the events to record
};

inline constexpr std::uint64_t kNoPast = UINT64_MAX;

/// From now on threads write into `running`. @param past  so many of the events that
/// were kept (past.h) are left out, and the others recorded first; kNoPast records none.
/// Contract: under the recorder's lock; blocks while the past finds no room.
void begin(Running& running, std::uint64_t past = kNoPast) noexcept;

/// Threads stop; one that is under way may still write for a moment.
void end(Running& running) noexcept;

/// Asks whoever drains `buffer` to save. Contract: as notice() (moment.h).
void ask(Buffer& buffer, Moment moment) noexcept;

/// In a child of fork(): it records nothing, and what it had is the parent's.
void forget_in_child() noexcept;

/// Events of this thread are never recorded: it must not wait for itself.
void never_record_here() noexcept;

}  // namespace ranvier::trace::detail
