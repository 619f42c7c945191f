#include "bag/storage/background.h"

#include <utility>

#include "ranvier/os/thread.h"

namespace ranvier::bag {

Background::~Background() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

void Background::run(std::function<void()> task) {
  if (!thread_.joinable()) {
    Result<std::thread> started = start_thread("ranvier_files", "Bag files", [this] { loop(); });
    if (!started) {
      task();
      return;
    }
    thread_ = *std::move(started);
  }
  const std::lock_guard lock(mutex_);
  tasks_.push_back(std::move(task));
  changed_.notify_all();
}

void Background::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return tasks_.empty() && !running_; });
}

void Background::loop() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
    if (tasks_.empty()) return;
    const std::function<void()> task = std::move(tasks_.front());
    tasks_.pop_front();
    running_ = true;
    lock.unlock();
    task();
    lock.lock();
    running_ = false;
    changed_.notify_all();
  }
}

}  // namespace ranvier::bag
