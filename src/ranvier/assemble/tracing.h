// Tracing as the environment asks for it.
#pragma once

#include <cstddef>

#include "ranvier/base/result.h"

namespace ranvier {

/// What the first make_context() of a process does for tracing: records if RANVIER_TRACE
/// says so (or into LTTng, RANVIER_TRACE_LTTNG), and from now on follows the sessions of
/// ROS_DOMAIN_ID. A recording that cannot be made is reported in the log.
/// Fails (kInvalidArgument) if ROS_DOMAIN_ID is no domain; then no session is followed.
/// Contract: any thread, any number of times; a child of fork() calls it again. Waits until
/// the process records, if a session is there.
Result<void> trace_as_environment_says();

/// The same for a context of that domain.
void trace_in_domain(std::size_t domain);

}  // namespace ranvier
