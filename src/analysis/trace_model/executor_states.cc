#include "analysis/trace_model/executor_states.h"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>

namespace ranvier::trace_model {

using trace_read::Event;
using trace_read::Table;

namespace {

constexpr std::array kEvents{Event::rclcpp_executor_wait_for_work,
                             Event::rclcpp_executor_get_next_ready, Event::rclcpp_executor_execute,
                             Event::callback_start};

/// The events of several tables, in the order of time.
class Merged final {
 public:
  explicit Merged(const trace_read::Trace& trace) : trace_(trace) {}

  /// Which of the tables has the oldest event that was not seen.
  [[nodiscard]] std::optional<std::size_t> first() const {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < kEvents.size(); ++i) {
      if (next_[i] == table(i).size()) continue;
      if (!found || time(i) < time(*found)) found = i;
    }
    return found;
  }
  [[nodiscard]] Index thread(std::size_t which) const { return table(which).thread[next_[which]]; }
  [[nodiscard]] Nanoseconds time(std::size_t which) const {
    return table(which).time[next_[which]];
  }
  void pass(std::size_t which) { ++next_[which]; }

 private:
  [[nodiscard]] const Table& table(std::size_t which) const { return trace_.table(kEvents[which]); }
  const trace_read::Trace& trace_;
  std::array<std::size_t, kEvents.size()> next_{};
};

void add_runs(const Model& model, const Spans& spans, std::vector<ExecutorState>& all) {
  for (const Run& run : model.runs) {
    if (run.is_nested) continue;
    const Nanoseconds end = run.end == kNever ? spans.threads[run.thread].last : run.end;
    all.push_back({run.thread, run.start, std::max(run.start, end), ExecutorState::What::kRuns,
                   run.callback});
  }
}

}  // namespace

bool for_each_executor_wait(const trace_read::Trace& trace,
                            const std::function<void(Index, Nanoseconds, Nanoseconds)>& visit) {
  if (trace.table(kEvents[0]).size() == 0) return false;
  std::vector<std::optional<Nanoseconds>> since(trace.threads.size());
  Merged events(trace);
  while (const auto which = events.first()) {
    const Index thread = events.thread(*which);
    const Nanoseconds time = events.time(*which);
    if (since[thread]) visit(thread, *since[thread], std::max(*since[thread], time));
    since[thread] = *which == 0 ? std::optional(time) : std::nullopt;
    events.pass(*which);
  }
  return true;
}

std::vector<ExecutorState> executor_states(const trace_read::Trace& trace, const Model& model,
                                           const Spans& spans) {
  std::vector<ExecutorState> all;
  for_each_executor_wait(trace, [&](Index thread, Nanoseconds begin, Nanoseconds end) {
    all.push_back({thread, begin, end, ExecutorState::What::kWaits, kNone});
  });
  add_runs(model, spans, all);
  std::stable_sort(all.begin(), all.end(), [](const ExecutorState& a, const ExecutorState& b) {
    return std::tie(a.thread, a.begin) < std::tie(b.thread, b.begin);
  });
  return all;
}

}  // namespace ranvier::trace_model
