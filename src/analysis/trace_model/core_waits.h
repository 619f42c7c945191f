// When traced threads were ready to run and had no core, by the events of their kernel.
//
// A thread is ready from when it was woken (sched_waking, sched_wakeup) or lost its core
// while it would have run on (sched_switch), until it gets a core (sched_switch).
#pragma once

#include "analysis/trace_model/model.h"

namespace ranvier::trace_model {

/// Puts exact waits into the model, in place of the looks from outside (ranvier_cpu_wait)
/// that were taken while the kernel was traced. A kernel whose trace has no switches, or
/// none of the events that wake, is not used, and Model::findings says so.
void add_core_waits(const trace_read::Trace& trace, Model& model);

}  // namespace ranvier::trace_model
