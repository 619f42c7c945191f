// Objects of a trace with their times, and the threads of executors, as JSON.
#pragma once

#include "analysis/trace_model/activity.h"
#include "analysis/trace_model/model.h"
#include "data.h"

namespace ranvier::apps {

/// Nodes and what they have: from when to when each was there, since the first event.
[[nodiscard]] Json objects_data(const trace_model::Model& model, const trace_model::Span& span);

/// Threads that came to an executor.
[[nodiscard]] Json executor_threads_data(const trace_model::Model& model);

}  // namespace ranvier::apps
