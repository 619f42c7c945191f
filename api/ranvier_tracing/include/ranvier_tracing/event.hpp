// Events of a program's own, among those of the layers below it.
#ifndef RANVIER_TRACING__EVENT_HPP_
#define RANVIER_TRACING__EVENT_HPP_

#include <atomic>
#include <cstdint>

#include "ranvier_tracing/visibility_control.h"

namespace ranvier::trace::detail
{

/// Of the core. Zero while nobody records.
extern std::atomic<std::uint32_t> state;

}  // namespace ranvier::trace::detail

namespace ranvier_tracing::detail
{

/// @param name  cut at 1000 bytes. Threads: any.
RANVIER_TRACING_PUBLIC void record_user_event(const char * name, std::int64_t value) noexcept;

}  // namespace ranvier_tracing::detail

/// RANVIER_TRACING_EVENT("plan.begin", goal_number): the event `ros2:ranvier_user` with this
/// name (const char *) and this number, if somebody records. Neither is evaluated otherwise,
/// and it costs one branch. Not for signal handlers.
#define RANVIER_TRACING_EVENT(name, value) \
  do { \
    if (__builtin_expect( \
        ::ranvier::trace::detail::state.load(std::memory_order_relaxed) != 0, 0)) \
    { \
      ::ranvier_tracing::detail::record_user_event((name), (value)); \
    } \
  } while (false)

#endif  // RANVIER_TRACING__EVENT_HPP_
