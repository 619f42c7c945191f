// What the threads of executors did: waited for work, or ran callbacks.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "analysis/trace_model/activity.h"
#include "analysis/trace_model/model.h"

namespace ranvier::trace_model {

/// Calls `visit` with each wait of an executor for work: its thread, when it began, and when
/// the executor did something again. A wait that the trace ends within is left out.
/// @return false if the trace has no such events at all.
bool for_each_executor_wait(
    const trace_read::Trace& trace,
    const std::function<void(Index thread, Nanoseconds begin, Nanoseconds end)>& visit);

/// A thread between two moments.
struct ExecutorState {
  enum class What : std::uint8_t {
    kWaits,  ///< its executor waits for work
    kRuns,   ///< a callback runs, the outermost one
  };
  Index thread = 0;
  Nanoseconds begin = 0, end = 0;
  What what = What::kWaits;
  Index callback = kNone;  ///< that runs
};

/// By thread, then by begin. What lies between is the executor's own work, or the thread's.
[[nodiscard]] std::vector<ExecutorState> executor_states(const trace_read::Trace& trace,
                                                         const Model& model, const Spans& spans);

}  // namespace ranvier::trace_model
