#include "analysis/trace_model/longest_intervals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "analysis/trace_model/apart.h"
#include "analysis/trace_model/cpu_shares.h"
#include "analysis/trace_model/neighbours.h"
#include "analysis/trace_model/thread_waits.h"
#include "ranvier/base/numbers.h"

namespace ranvier::trace_model {
namespace {

/// The runs of a callback that ended, in the order of their ends.
using EndedRuns = std::vector<Index>;

// Those of the callbacks of timers.
std::vector<EndedRuns> ended_runs(const Model& model) {
  std::vector<EndedRuns> all(model.callbacks.size());
  for (std::size_t i = 0; i < model.runs.size(); ++i) {
    const Run& run = model.runs[i];
    if (run.end == kNever || model.callbacks[run.callback].of != Callback::Of::kTimer) continue;
    all[run.callback].push_back(static_cast<Index>(i));
  }
  for (EndedRuns& runs : all) {
    std::stable_sort(runs.begin(), runs.end(),
                     [&](Index a, Index b) { return model.runs[a].end < model.runs[b].end; });
  }
  return all;
}

Nanoseconds duration(const Run& run) { return apart(run.start, run.end); }

Nanoseconds usual_duration(const Model& model, const EndedRuns& runs) {
  std::vector<Nanoseconds> all;
  for (const Index run : runs) all.push_back(duration(model.runs[run]));
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>((all.size() - 1) / 2);
  std::nth_element(all.begin(), middle, all.end());
  return *middle;
}

// When the timer was due after that run; no later than `latest`.
Nanoseconds due_after(const Run& run, Nanoseconds period, Nanoseconds latest) {
  Nanoseconds due = 0;
  const bool is_real = period > 0 && !__builtin_add_overflow(run.start, period, &due);
  return is_real ? std::min(due, latest) : latest;
}

class Explanation final {
 public:
  explicit Explanation(const Model& model) : model_(model), shares_(model), neighbours_(model) {}

  LongestInterval of(Index timer, const EndedRuns& runs) const {
    std::size_t at = 1;
    const auto length = [&](std::size_t i) {
      return apart(model_.runs[runs[i - 1]].end, model_.runs[runs[i]].end);
    };
    for (std::size_t i = 2; i < runs.size(); ++i) {
      if (length(i) > length(at)) at = i;
    }
    LongestInterval found;
    found.timer = timer;
    found.run = runs[at];
    found.length = length(at);
    found.beyond_period = apart(model_.timers[timer].period, found.length);
    explain(model_.runs[runs[at - 1]], usual_duration(model_, runs), found);
    return found;
  }

 private:
  void explain(const Run& before, Nanoseconds usual, LongestInterval& found) const {
    const Run& run = model_.runs[found.run];
    const Nanoseconds due = due_after(before, model_.timers[found.timer].period, run.start);
    const Nanoseconds free = std::clamp(before.end, due, run.start);  // of the run before
    const Nanoseconds late = apart(free, run.start);
    found.overrun = apart(due, free);
    const Nanoseconds longer = std::max<Nanoseconds>(0, duration(run) - usual);
    using Rank = CpuClaim::Rank;
    std::array<CpuClaim, 2> claims{{{run.thread, free, run.start, late, Rank::kAtWork, 0},
                                    {run.thread, run.start, run.end, longer, Rank::kAtWork, 0}}};
    shares_.answer(claims);
    found.no_cpu = claims[0].waited + claims[1].waited;
    found.work = longer - claims[1].waited;
    found.short_before = std::max<Nanoseconds>(0, usual - duration(before));
    if (found.no_cpu > 0) found.task = longest_task(run.thread, free, run.end);
    add_queueing(free, late - claims[0].waited, found);
  }

  // Callbacks of its thread come first: those of its node elsewhere may run at the same time.
  void add_queueing(Nanoseconds from, Nanoseconds rest, LongestInterval& found) const {
    const Nanoseconds start = model_.runs[found.run].start;
    Nanoseconds most = 0;
    for (const auto& others : {neighbours_.on_thread(found.run, from, start),
                               neighbours_.of_node(found.run, from, start)}) {
      Nanoseconds all = 0;
      for (const auto& [callback, ran] : others) {
        all = std::min(kFarthest, all + ran);
        if (rest == 0 || ran <= most) continue;
        most = ran;
        found.behind = callback;
      }
      const Nanoseconds queued = std::min(all, rest);
      found.queued += queued;
      rest -= queued;
    }
    found.unexplained = rest;
  }

  // A wait of the thread ends between the two: at the later one it runs.
  Index longest_task(Index thread, Nanoseconds from, Nanoseconds until) const {
    const auto& waits = model_.cpu_waits;
    auto at = std::lower_bound(waits.begin(), waits.end(), from,
                               [](const CpuWait& wait, Nanoseconds t) { return wait.end < t; });
    std::map<Index, Nanoseconds> ran;
    for (; at != waits.end() && at->end <= until; ++at) {
      if (at->thread == thread && at->task != kNone) ran[at->task] += at->task_ran;
    }
    const auto longest = std::max_element(
        ran.begin(), ran.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    return longest == ran.end() ? kNone : longest->first;
  }

  const Model& model_;
  const CpuShares shares_;
  const Neighbours neighbours_;
};

// "12.3 ms"
std::string rounded(Nanoseconds ns) {
  const double us = std::round(static_cast<double>(ns) / 1e3);
  return short_number_text(us / 1e3) + " ms";
}

}  // namespace

std::vector<LongestInterval> longest_intervals(const Model& model) {
  if (model.timers.empty()) return {};
  const std::vector<EndedRuns> runs = ended_runs(model);
  const Explanation explanation(model);
  std::vector<LongestInterval> all;
  for (std::size_t i = 0; i < model.timers.size(); ++i) {
    const Index callback = model.timers[i].callback;
    if (callback == kNone || runs[callback].size() < 2) continue;
    all.push_back(explanation.of(static_cast<Index>(i), runs[callback]));
  }
  return all;
}

std::string describe_parts(const Model& model, const LongestInterval& interval) {
  const std::string ran =
      interval.task == kNone ? "" : " (" + describe_task(model, interval.task) + " ran)";
  const std::string behind =
      interval.behind == kNone ? "other callbacks" : model.describe(interval.behind);
  std::vector<std::pair<Nanoseconds, std::string>> parts{
      {interval.no_cpu, "without a CPU" + ran},
      {interval.queued, "behind " + behind},
      {interval.overrun, "since the run before took longer than the period"},
      {interval.work, "more work in its callback than usual"},
      {interval.unexplained, "late for no reason in the trace"},
      {interval.short_before, "since the run before was short"}};
  std::stable_sort(parts.begin(), parts.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string words;
  for (const auto& [time, what] : parts) {
    if (time <= interval.length / 100) continue;
    words += (words.empty() ? "" : ", ") + rounded(time) + " " + what;
  }
  return words.empty() ? "nothing" : words;
}

}  // namespace ranvier::trace_model
