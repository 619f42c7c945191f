// Work that must not run where it was found: on a DDS thread, or right now.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "ranvier/os/fork.h"

namespace ranvier::cyclone {

/// Runs tasks, one after the other, at their time, on a thread that lives only
/// while there are tasks.
///
/// A DDS callback holds locks of Cyclone: what writes, deletes or asks for
/// endpoints goes through here.
///
/// Threads:  all functions from any thread, tasks included.
/// Forks:    a child has not the thread, and is not to write for its parent: there run() drops the
///           task, and cancel() does not wait.
/// Lifetime: the destructor runs the tasks that are due, drops the others and
///           joins the thread; it must not run on a task.
class Worker final {
 public:
  using Clock = std::chrono::steady_clock;
  using Task = std::function<void()>;

  Worker() = default;
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Runs `task` once, after `delay`. `owner` names it for cancel(); null: it cannot be cancelled.
  /// Contract: allocates; starts the thread if there is none. If the system refuses that,
  /// it says so on stderr, and the task waits for the next run(), or the end of this.
  void run(const void* owner, Task task, Clock::duration delay = {});

  /// Drops the tasks of `owner` and waits for the one that runs now, unless
  /// this is that task's thread. After this none of them runs.
  void cancel(const void* owner);

 private:
  struct Entry {
    const void* owner;
    Task task;
  };
  static constexpr std::chrono::milliseconds kIdle{100};

  bool ours() const noexcept { return made_by_.is_this(); }
  void complain(const std::string& what) noexcept;
  void loop();
  bool run_next(std::unique_lock<std::mutex>& lock);
  void execute(std::unique_lock<std::mutex>& lock, Entry entry);

  const MakingProcess made_by_;
  std::mutex mutex_;  // innermost: no other lock is taken inside
  std::condition_variable changed_;
  std::multimap<Clock::time_point, Entry> tasks_;
  std::thread thread_;
  bool alive_ = false;
  bool refused_ = false;  // the last thread that was asked for
  bool stopping_ = false;
  bool executing_ = false;
  const void* running_ = nullptr;
  std::thread::id running_on_;
};

}  // namespace ranvier::cyclone
