#include "analysis/trace_model/thread_waits.h"

#include <algorithm>
#include <map>

#include "analysis/trace_model/apart.h"

namespace ranvier::trace_model {

std::vector<ThreadWaits> thread_waits(const Model& model) {
  std::map<std::pair<Index, bool>, std::vector<Nanoseconds>> waits;
  for (const CpuWait& wait : model.cpu_waits) {
    waits[{wait.thread, wait.is_exact}].push_back(wait.waited);
  }
  std::vector<ThreadWaits> all;
  for (auto& [who, each] : waits) {
    ThreadWaits one;
    one.thread = who.first;
    one.is_exact = who.second;
    for (const Nanoseconds waited : each) one.total = std::min(kFarthest, one.total + waited);
    one.waits = statistics(std::move(each));
    if (one.is_exact) {
      const auto of = std::equal_range(
          model.cores_taken.begin(), model.cores_taken.end(), CoreTaken{who.first, 0, 0},
          [](const CoreTaken& a, const CoreTaken& b) { return a.thread < b.thread; });
      one.taken.assign(of.first, of.second);
    }
    all.push_back(std::move(one));
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const ThreadWaits& a, const ThreadWaits& b) { return a.total > b.total; });
  return all;
}

WaitClock::WaitClock(const Model& model) : lines_(model.threads.size()) {
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const Index process = model.threads[i].process;
    lines_[i].is_known =
        process < model.watched_by_kernel.size() && model.watched_by_kernel[process];
  }
  for (const CpuWait& wait : model.cpu_waits) {
    if (!wait.is_exact) continue;
    Line& line = lines_[wait.thread];
    const bool is_first = line.ends.empty();
    const Nanoseconds begin = is_first ? wait.begin : std::max(wait.begin, line.ends.back());
    line.before.push_back(is_first ? 0
                                   : line.before.back() + line.ends.back() - line.begins.back());
    line.begins.push_back(begin);
    line.ends.push_back(std::max(wait.end, begin));
  }
}

// All that was waited until then.
Nanoseconds WaitClock::until(const Line& line, Nanoseconds time) {
  const auto after = std::lower_bound(line.begins.begin(), line.begins.end(), time);
  if (after == line.begins.begin()) return 0;
  const auto last = static_cast<std::size_t>(after - line.begins.begin()) - 1;
  return line.before[last] + std::min(time, line.ends[last]) - line.begins[last];
}

Nanoseconds WaitClock::waited(Index thread, Nanoseconds from, Nanoseconds to) const {
  if (to <= from) return 0;
  return until(lines_[thread], to) - until(lines_[thread], from);
}

std::string describe_task(const Model& model, Index task) {
  if (task == kNone) return "?";
  const Task& one = model.tasks[task];
  if (one.id == 0) return "nobody: the core was idle, and woke up";
  return one.name + " (" + std::to_string(one.id) + ")";
}

}  // namespace ranvier::trace_model
