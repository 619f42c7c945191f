#include "analysis/trace_model/activity.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/trace_model/apart.h"
#include "analysis/trace_model/executor_states.h"
#include "analysis/trace_model/thread_waits.h"

namespace ranvier::trace_model {

using trace_read::Table;

namespace {

/// Of one callback.
struct Runs {
  std::vector<Nanoseconds> starts, durations, waited;
};

std::vector<Runs> runs_of_all(const Model& model) {
  std::vector<Runs> all(model.callbacks.size());
  const WaitClock waits(model);
  for (const Run& run : model.runs) {
    Runs& of = all[run.callback];
    of.starts.push_back(run.start);
    if (run.end == kNever) continue;
    of.durations.push_back(apart(run.start, run.end));
    if (waits.knows(run.thread)) {
      of.waited.push_back(waits.waited(run.thread, run.start, run.end));
    }
  }
  return all;
}

std::vector<Nanoseconds> periods(const std::vector<Nanoseconds>& starts) {
  std::vector<Nanoseconds> all;
  if (starts.size() < 2) return all;
  all.reserve(starts.size() - 1);
  for (std::size_t i = 1; i < starts.size(); ++i) all.push_back(apart(starts[i - 1], starts[i]));
  return all;
}

// How many periods lie between two starts: one at least.
std::int64_t steps(Nanoseconds apart, Nanoseconds period) {
  return std::max<std::int64_t>(1, (apart + period / 2) / period);
}

// The slope of a line through all starts, over how many periods had passed by then.
double slope(const std::vector<Nanoseconds>& starts, Nanoseconds period) {
  const auto n = static_cast<double>(starts.size());
  double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0, x = 0;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    if (i > 0) x += static_cast<double>(steps(apart(starts[i - 1], starts[i]), period));
    // What it is away from the ideal start: small numbers, so that nothing is rounded off.
    const double y =
        static_cast<double>(apart(starts[0], starts[i])) - x * static_cast<double>(period);
    sum_x += x;
    sum_y += y;
    sum_xx += x * x;
    sum_xy += x * y;
  }
  const double spread = n * sum_xx - sum_x * sum_x;
  return spread > 0 ? (n * sum_xy - sum_x * sum_y) / spread : 0;
}

TimerActivity activity_of(Index timer, Nanoseconds period, const std::vector<Nanoseconds>& starts) {
  TimerActivity result;
  result.timer = timer;
  result.runs = starts.size();
  std::vector<Nanoseconds> each_period = periods(starts), away;
  std::int64_t passed = 0;
  for (Nanoseconds& one : each_period) {
    const std::int64_t here = steps(one, period);
    passed += here;
    result.missed += static_cast<std::uint64_t>(here - 1);
    one -= period;
    away.push_back(std::abs(one));
  }
  const double each = slope(starts, period);
  result.drift_ppm = each / static_cast<double>(period) * 1e6;
  const double all = each * static_cast<double>(passed);
  const auto most = static_cast<double>(kFarthest);
  result.drift = static_cast<Nanoseconds>(std::clamp(all, -most, most));
  result.jitter = statistics(std::move(away));
  result.periods = histogram(std::move(each_period));
  return result;
}

/// Of each thread how long its executor waited for work; nothing if no event tells.
std::vector<std::optional<Nanoseconds>> waits_of(const trace_read::Trace& trace) {
  std::vector<std::optional<Nanoseconds>> waited(trace.threads.size());
  for_each_executor_wait(trace, [&](Index thread, Nanoseconds begin, Nanoseconds end) {
    waited[thread] = std::min(kFarthest, waited[thread].value_or(0) + apart(begin, end));
  });
  return waited;
}

}  // namespace

Spans spans_of(const trace_read::Trace& trace) {
  Spans spans;
  spans.processes.resize(trace.processes.size());
  spans.threads.resize(trace.threads.size());
  for (const Table& table : trace.tables) {
    for (std::size_t i = 0; i < table.size(); ++i) {
      spans.threads[table.thread[i]].include(table.time[i]);
    }
  }
  for (std::size_t i = 0; i < spans.threads.size(); ++i) {
    if (spans.threads[i].first == kNever) continue;
    for (Span* of : {&spans.processes[trace.threads[i].process], &spans.all}) {
      of->include(spans.threads[i].first);
      of->include(spans.threads[i].last);
    }
  }
  return spans;
}

std::vector<CallbackActivity> callback_activity(const Model& model) {
  std::vector<CallbackActivity> all;
  std::vector<Runs> runs = runs_of_all(model);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].starts.empty()) continue;
    CallbackActivity one;
    one.callback = static_cast<Index>(i);
    one.runs = runs[i].starts.size();
    std::vector<Nanoseconds> all_periods = periods(runs[i].starts);
    one.duration = statistics(runs[i].durations);
    one.period = statistics(all_periods);
    one.durations = histogram(std::move(runs[i].durations));
    one.periods = histogram(std::move(all_periods));
    one.waited = statistics(std::move(runs[i].waited));
    all.push_back(std::move(one));
  }
  return all;
}

std::vector<TimerActivity> timer_activity(const Model& model) {
  std::vector<TimerActivity> all;
  const std::vector<Runs> runs = runs_of_all(model);
  for (std::size_t i = 0; i < model.timers.size(); ++i) {
    const Timer& timer = model.timers[i];
    if (timer.callback == kNone || timer.period <= 0) continue;
    const std::vector<Nanoseconds>& starts = runs[timer.callback].starts;
    if (starts.size() < 2) continue;
    all.push_back(activity_of(static_cast<Index>(i), timer.period, starts));
  }
  return all;
}

std::vector<ThreadActivity> thread_activity(const trace_read::Trace& trace, const Model& model,
                                            const Spans& spans) {
  std::vector<ThreadActivity> of(model.threads.size());
  std::vector<Nanoseconds> until(model.threads.size(), kNever);
  for (const Run& run : model.runs) {
    ThreadActivity& one = of[run.thread];
    ++one.runs;
    if (run.is_nested) continue;  // its thread runs already
    const Nanoseconds last = spans.threads[run.thread].last;
    const Nanoseconds start = std::max(run.start, until[run.thread]);
    const Nanoseconds end = run.end == kNever ? last : run.end;
    if (end <= start) continue;
    one.running += apart(start, end);
    until[run.thread] = end;
  }
  const auto waits = waits_of(trace);
  std::vector<ThreadActivity> all;
  for (std::size_t i = 0; i < of.size(); ++i) {
    if (of[i].runs == 0) continue;
    of[i].thread = static_cast<Index>(i);
    of[i].time = apart(spans.threads[i].first, spans.processes[model.threads[i].process].last);
    of[i].has_waits = waits[i].has_value();
    of[i].waiting = waits[i].value_or(0);
    all.push_back(of[i]);
  }
  return all;
}

}  // namespace ranvier::trace_model
