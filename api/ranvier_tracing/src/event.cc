#include "ranvier_tracing/event.hpp"

#include "ranvier/trace/trace.h"

namespace ranvier_tracing::detail {

void record_user_event(const char* name, std::int64_t value) noexcept {
  RANVIER_TRACE(ranvier_user, name, value);
}

}  // namespace ranvier_tracing::detail
