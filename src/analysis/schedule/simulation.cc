#include "analysis/schedule/simulation.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <utility>

namespace ranvier::schedule {
namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

// A callback, once even if two chains begin with it.
struct Task {
  std::int64_t cost;
  std::int64_t period;  // 0: no timer
  std::size_t executor;
  int priority;
  std::vector<std::size_t> next;  // tasks that its message releases
  std::vector<std::size_t> ends;  // chains that end with it
  std::int64_t due = kNever;      // of a timer
  bool ready = false;
  std::int64_t began = 0;  // when the instance that is ready, or runs, was released
};

struct Executor {
  std::size_t cpu;
  int priority;
  std::vector<std::size_t> tasks;
  std::deque<std::size_t> round;  // of Picking::kRounds
  std::size_t running = 0;
  std::int64_t left = 0;  // of the callback that runs; 0: none does
  std::int64_t running_since_release = 0;
};

class Simulation final {
 public:
  Simulation(const TaskSet& set, const Placement& placement,
             const std::vector<std::int64_t>& offsets, Picking picking)
      : picking_(picking), observed_(set.size()) {
    for (const ExecutorPlace& place : placement.executors) {
      executors_.push_back({place.cpu, place.priority, {}, {}});
      cpus_ = std::max(cpus_, place.cpu + 1);
    }
    std::vector<std::size_t> first;
    for (std::size_t chain = 0; chain < set.size(); ++chain)
      add_chain(set, placement, offsets, chain, first);
    current_.resize(cpus_);
  }

  std::vector<Observed> run(std::int64_t until) {
    while (now_ < until) {
      release();
      for (std::size_t cpu = 0; cpu < cpus_; ++cpu) current_[cpu] = choose(cpu);
      const std::int64_t next = next_event();
      if (next == kNever) break;
      advance(next);
    }
    return std::move(observed_);
  }

 private:
  void add_chain(const TaskSet& set, const Placement& placement,
                 const std::vector<std::int64_t>& offsets, std::size_t chain,
                 std::vector<std::size_t>& first) {
    const Chain& of = set[chain];
    std::size_t previous = 0;
    for (std::size_t i = 0; i < of.callbacks.size(); ++i) {
      if (i == 0 && of.timer_of) {
        first.push_back(previous = first[*of.timer_of]);
        continue;
      }
      const std::size_t made = tasks_.size();
      tasks_.push_back({of.callbacks[i].cost,
                        i == 0 ? of.period : 0,
                        placement.executor_of[chain][i],
                        placement.priority_of[chain][i],
                        {},
                        {}});
      executors_[tasks_.back().executor].tasks.push_back(made);
      if (i == 0) {
        tasks_.back().due = offsets[chain];
        first.push_back(made);
      } else {
        tasks_[previous].next.push_back(made);
      }
      previous = made;
    }
    tasks_[previous].ends.push_back(chain);
  }

  bool runs(std::size_t task) const {
    const Executor& of = executors_[tasks_[task].executor];
    return of.left != 0 && of.running == task;
  }

  void release() {
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      Task& task = tasks_[i];
      if (task.due > now_ || task.ready || runs(i)) continue;
      task.began = task.due;  // the first of those that passed: it has waited longest
      task.due += (now_ - task.due) / task.period * task.period + task.period;
      task.ready = true;
    }
  }

  // The executor that the CPU runs now, with a callback in hand; its number if there is none.
  std::size_t choose(std::size_t cpu) {
    std::size_t best = executors_.size();
    for (std::size_t i = 0; i < executors_.size(); ++i) {
      const Executor& executor = executors_[i];
      if (executor.cpu != cpu || !has_work(executor)) continue;
      if (best == executors_.size() || executor.priority > executors_[best].priority) best = i;
    }
    if (best != executors_.size() && executors_[best].left == 0) begin(executors_[best]);
    return best;
  }
  bool has_work(const Executor& executor) const {
    return executor.left != 0 || std::any_of(executor.tasks.begin(), executor.tasks.end(),
                                             [&](std::size_t task) { return tasks_[task].ready; });
  }

  void begin(Executor& executor) {
    const std::size_t task =
        picking_ == Picking::kPriority ? highest(executor) : of_round(executor);
    tasks_[task].ready = false;
    executor.running = task;
    executor.left = tasks_[task].cost;
    executor.running_since_release = tasks_[task].began;
  }
  std::size_t highest(const Executor& executor) const {
    std::size_t best = tasks_.size();
    for (const std::size_t task : executor.tasks) {
      if (!tasks_[task].ready) continue;
      if (best == tasks_.size() || tasks_[task].priority > tasks_[best].priority) best = task;
    }
    return best;
  }
  std::size_t of_round(Executor& executor) const {
    if (executor.round.empty()) {
      for (const bool timers : {true, false}) {
        for (const std::size_t task : executor.tasks) {
          if (tasks_[task].ready && (tasks_[task].period != 0) == timers)
            executor.round.push_back(task);
        }
      }
    }
    const std::size_t task = executor.round.front();
    executor.round.pop_front();
    return task;
  }

  std::int64_t next_event() const {
    std::int64_t next = kNever;
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      if (tasks_[i].due > now_) next = std::min(next, tasks_[i].due);
    }
    for (const std::size_t executor : current_) {
      if (executor != executors_.size()) next = std::min(next, now_ + executors_[executor].left);
    }
    return next;
  }

  void advance(std::int64_t to) {
    const std::int64_t passed = to - now_;
    now_ = to;
    for (const std::size_t running : current_) {
      if (running == executors_.size()) continue;
      Executor& executor = executors_[running];
      executor.left -= passed;
      if (executor.left == 0) end(executor);
    }
  }

  void end(const Executor& executor) {
    const Task& task = tasks_[executor.running];
    const std::int64_t began = executor.running_since_release;
    for (const std::size_t next : task.next) {
      tasks_[next].ready = true;
      tasks_[next].began = began;
    }
    for (const std::size_t chain : task.ends) {
      Observed& seen = observed_[chain];
      seen.longest = std::max(seen.longest, now_ - began);
      seen.total += now_ - began;
      ++seen.ended;
    }
  }

  const Picking picking_;
  std::int64_t now_ = 0;
  std::size_t cpus_ = 0;
  std::vector<Task> tasks_;
  std::vector<Executor> executors_;
  std::vector<std::size_t> current_;  // by CPU
  std::vector<Observed> observed_;
};

}  // namespace

std::vector<Observed> simulate(const TaskSet& set, const Placement& placement,
                               const std::vector<std::int64_t>& offsets, std::int64_t until,
                               Picking picking) {
  return Simulation(set, placement, offsets, picking).run(until);
}

}  // namespace ranvier::schedule
