// How callbacks, timers and executor threads behaved over a whole trace.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/trace_model/histogram.h"
#include "analysis/trace_model/model.h"
#include "analysis/trace_model/statistics.h"

namespace ranvier::trace_model {

/// The first and the last event of something; kNever if it has none.
struct Span {
  Nanoseconds first = kNever, last = kNever;

  void include(Nanoseconds time) {
    if (first == kNever || time < first) first = time;
    if (last == kNever || time > last) last = time;
  }
};

/// Of all events, of each process's and of each thread's.
struct Spans {
  Span all;
  std::vector<Span> processes, threads;
};
[[nodiscard]] Spans spans_of(const trace_read::Trace& trace);

/// A callback that ran.
struct CallbackActivity {
  Index callback = kNone;
  std::size_t runs = 0;
  Statistics duration;  ///< of the runs that ended in the trace
  Statistics period;    ///< from start to start
  Histogram durations, periods;
  /// Of each run, how long its thread was ready meanwhile and had no CPU; none where the
  /// kernel's events do not tell.
  Statistics waited;
};
/// In the order of Model::callbacks; those that never ran are left out.
[[nodiscard]] std::vector<CallbackActivity> callback_activity(const Model& model);

/// A timer that ran at least twice, against its period.
struct TimerActivity {
  Index timer = kNone;
  std::size_t runs = 0;
  Statistics jitter;  ///< how far, early or late, each period was from the timer's own
  Histogram periods;  ///< as they were, less the timer's own: negative is early
  /// Periods in which it did not run.
  std::uint64_t missed = 0;
  /// How much longer its periods are than its own, in parts of a million: the slope of
  /// a line through all its starts, so that jitter of the first and last does not count.
  double drift_ppm = 0;
  /// The same over the whole trace.
  Nanoseconds drift = 0;
};
[[nodiscard]] std::vector<TimerActivity> timer_activity(const Model& model);

/// A thread that ran callbacks.
struct ThreadActivity {
  Index thread = kNone;
  std::size_t runs = 0;
  /// From the thread's first event to the last one of its process.
  Nanoseconds time = 0;
  Nanoseconds running = 0;  ///< of it, callbacks ran; one within another counts once
  Nanoseconds waiting = 0;  ///< of it, its executor waited for work, if has_waits
  bool has_waits = false;   ///< events tell when the executor waited
};
[[nodiscard]] std::vector<ThreadActivity> thread_activity(const trace_read::Trace& trace,
                                                          const Model& model, const Spans& spans);

}  // namespace ranvier::trace_model
