#include "ranvier/cyclone/worker.h"

#include <cstdio>
#include <utility>

#include "ranvier/os/deadline.h"
#include "ranvier/os/thread.h"

namespace ranvier::cyclone {

Worker::~Worker() {
  std::unique_lock lock(mutex_);
  stopping_ = true;
  changed_.notify_all();
  const bool served = alive_;
  std::thread thread = std::move(thread_);
  lock.unlock();
  if (thread.joinable()) thread.join();
  if (!served) loop();  // what no thread was there for
}

void Worker::run(const void* owner, Task task, Clock::duration delay) {
  if (!ours()) return;
  std::thread ended;
  {
    std::lock_guard lock(mutex_);
    if (stopping_) return;
    tasks_.emplace(steady_time_after(delay), Entry{owner, std::move(task)});
    changed_.notify_all();
    if (alive_) return;
    Result<std::thread> thread =
        start_thread("ranvier_dds", "DDS, what follows from discovery", [this] { loop(); });
    if (!thread) return complain(thread.error().what);
    alive_ = true;
    refused_ = false;
    ended = std::exchange(thread_, std::move(*thread));
  }
  if (ended.joinable()) ended.join();
}

// Past the log, which may ask for a task; once, until there is a thread again.
void Worker::complain(const std::string& what) noexcept {
  if (std::exchange(refused_, true)) return;
  std::fprintf(stderr, "%s Until the next change here, peers may not see the last one.\n",
               what.c_str());
}

void Worker::cancel(const void* owner) {
  if (!ours()) return;
  std::unique_lock lock(mutex_);
  if (running_on_ != std::this_thread::get_id()) {
    changed_.wait(lock, [&] { return !executing_ || running_ != owner; });
  }
  // Last: the one that ran may have asked for another.
  std::erase_if(tasks_, [owner](const auto& task) { return task.second.owner == owner; });
}

void Worker::loop() {
  std::unique_lock lock(mutex_);
  while (run_next(lock)) {}
  alive_ = false;
}

// Runs or waits for the first task; false when the thread has nothing to live for.
bool Worker::run_next(std::unique_lock<std::mutex>& lock) {
  if (tasks_.empty()) {
    if (stopping_) return false;
    return changed_.wait_for(lock, kIdle) == std::cv_status::no_timeout || !tasks_.empty();
  }
  auto first = tasks_.begin();
  if (first->first > Clock::now()) {
    if (stopping_) return false;
    const Clock::time_point due = first->first;
    changed_.wait_until(lock, due);
    return true;
  }
  Entry entry = std::move(first->second);
  tasks_.erase(first);
  execute(lock, std::move(entry));
  return true;
}

void Worker::execute(std::unique_lock<std::mutex>& lock, Entry entry) {
  executing_ = true;
  running_ = entry.owner;
  running_on_ = std::this_thread::get_id();
  lock.unlock();
  entry.task();
  entry.task = nullptr;  // what it holds goes before cancel() returns
  lock.lock();
  executing_ = false;
  running_ = nullptr;
  running_on_ = {};
  changed_.notify_all();
}

}  // namespace ranvier::cyclone
