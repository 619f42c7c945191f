// The trace event format: what happened on which thread, and what led to what.
#pragma once

#include "analysis/trace_model/activity.h"
#include "analysis/trace_model/model.h"
#include "output_file.h"

namespace ranvier::apps {

/// Writes callbacks and publish() calls as slices of their threads, and an arrow from each
/// publish() to each callback that got its message. Times count from the trace's first
/// event, in µs with three digits behind the point: so none is rounded.
/// Contract: memory does not grow with the events. Errors are OutputFile's.
void write_timeline(OutputFile& file, const trace_model::Model& model,
                    const trace_model::Spans& spans);

}  // namespace ranvier::apps
