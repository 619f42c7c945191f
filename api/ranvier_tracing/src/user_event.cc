// C functions by which programs in other languages record events of their own: the Python
// package tracetools_trace loads them.
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "ranvier/assemble/tracing.h"
#include "ranvier/base/utf8.h"
#include "ranvier/trace/trace.h"
#include "ranvier_tracing/visibility_control.h"

extern "C" {

/// The word that is zero while nobody records.
RANVIER_TRACING_PUBLIC const std::uint32_t* ranvier_tracing_state() noexcept {
  static_assert(sizeof(ranvier::trace::detail::state) == sizeof(std::uint32_t));
  return reinterpret_cast<const std::uint32_t*>(&ranvier::trace::detail::state);
}

/// Tracing as the environment asks for it. @return whether it could; else `what` says why,
/// of at most `room` bytes with its zero.
RANVIER_TRACING_PUBLIC bool ranvier_tracing_join(char* what, std::size_t room) noexcept {
  const auto joined = ranvier::trace_as_environment_says();
  if (joined) return true;
  if (room > 0) {
    const std::string& why = joined.error().what;
    const std::size_t size = ranvier::whole_letters(std::string_view(why).substr(0, room - 1));
    std::memcpy(what, why.data(), size);
    what[size] = '\0';
  }
  return false;
}

/// The event ranvier_user. Threads: any.
RANVIER_TRACING_PUBLIC void ranvier_tracing_user_event(const char* name,
                                                       std::int64_t value) noexcept {
  RANVIER_TRACE(ranvier_user, name, value);
}

}  // extern "C"
