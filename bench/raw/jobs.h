// A thread that runs jobs, with nothing below it but a lock, a word and a futex.
#pragma once

#include <climits>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "bench/common/payload.h"
#include "bench/raw/futex.h"
#include "bench/raw/lock.h"

namespace ranvier::bench {

/// A timer, or a box that keeps the last messages and drops the oldest.
struct Job {
  std::function<void(const Stamp&)> run;
  int priority = 0;            ///< higher runs first; of one priority, what was ready first
  std::int64_t period_ns = 0;  ///< of a timer; its stamp says when it was due
  std::size_t depth = 0;       ///< of a box
  std::int64_t due_ns = 0;     ///< of a timer
  struct Waiting {
    std::int64_t since_ns;
    Stamp stamp;
  };
  std::deque<Waiting> waiting;  ///< in a box
};

/// Runs one job after another to its end.
///
/// Threads: add() before run(), which is the thread's own; the rest from any.
class JobThread final {
 public:
  Job& add(Job job) {
    jobs_.push_back(std::make_unique<Job>(std::move(job)));
    return *jobs_.back();
  }

  /// Contract: the box is of this thread.
  void post(Job& box, const Stamp& stamp) {
    bool wake;
    {
      const std::lock_guard lock(mutex_);
      if (box.waiting.size() == box.depth) box.waiting.pop_front();
      box.waiting.push_back({now_ns(), stamp});
      wake = asleep_;
    }
    if (wake) this->wake();
  }

  void stop() {
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    wake();
  }

  void run() {
    for (Job* job = nullptr; next(job);) {
      if (job == nullptr) continue;
      const Stamp stamp = take(*job);
      job->run(stamp);
    }
  }

 private:
  void wake() {
    ++word_;
    futex(word_, FUTEX_WAKE_PRIVATE, 1);
  }

  // The most urgent that is ready; sleeps for none. False at the end.
  bool next(Job*& chosen) {
    chosen = nullptr;
    std::int64_t due = 0;
    std::uint32_t word;
    {
      const std::lock_guard lock(mutex_);
      if (stopped_) return false;
      choose(chosen, due);
      asleep_ = chosen == nullptr;
      word = word_;
    }
    if (chosen != nullptr) return true;
    futex_until(word_, word, due);
    const std::lock_guard lock(mutex_);
    asleep_ = false;
    return true;
  }

  // Also when the next timer is due; 0 if there is none.
  void choose(Job*& chosen, std::int64_t& due) const {
    const std::int64_t now = now_ns();
    std::int64_t best_since = INT64_MAX;
    for (const auto& job : jobs_) {
      if (job->period_ns > 0 && (due == 0 || job->due_ns < due)) due = job->due_ns;
      const std::int64_t since = ready_since(*job);
      if (since > now) continue;
      const bool better = chosen == nullptr || job->priority > chosen->priority ||
                          (job->priority == chosen->priority && since < best_since);
      if (!better) continue;
      chosen = job.get();
      best_since = since;
    }
  }

  static std::int64_t ready_since(const Job& job) {
    if (job.period_ns > 0) return job.due_ns;
    return job.waiting.empty() ? INT64_MAX : job.waiting.front().since_ns;
  }

  // Periods that passed are left out, as executors of ROS do.
  Stamp take(Job& job) {
    if (job.period_ns > 0) {
      const std::int64_t due = job.due_ns;
      job.due_ns += ((now_ns() - due) / job.period_ns + 1) * job.period_ns;
      return {due, 0, 0};
    }
    const std::lock_guard lock(mutex_);
    const Stamp stamp = job.waiting.front().stamp;
    job.waiting.pop_front();
    return stamp;
  }

  InheritingMutex mutex_;
  std::atomic<std::uint32_t> word_{0};
  bool asleep_ = false;
  bool stopped_ = false;
  std::vector<std::unique_ptr<Job>> jobs_;
};

}  // namespace ranvier::bench
