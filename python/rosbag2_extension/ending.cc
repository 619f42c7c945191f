#include "rosbag2_extension/ending.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <thread>

#include "extension/gil.h"

namespace rosbag2_extension {
namespace {

struct All {
  const pid_t process = ::getpid();
  std::mutex making;  // outside of the other
  std::optional<std::thread::id> ender;  // under it
  std::mutex mutex;
  std::set<Ending*> running;  // under it
};

// Never destroyed, for what a parked thread has. A child of fork() has others than its parent: a
// lock of these may be held by a thread that is not in it.
All& all() {
  static constinit std::atomic<All*> kept{nullptr};
  All* of_process = kept;
  while (of_process == nullptr || of_process->process != ::getpid()) {
    auto made = std::make_unique<All>();
    if (kept.compare_exchange_strong(of_process, made.get())) return *made.release();
  }
  return *of_process;
}

}  // namespace

Making::Making() {
  all().making.lock();
  const auto ender = all().ender;
  if (!ender) return;
  all().making.unlock();
  if (ender == std::this_thread::get_id()) {
    throw std::runtime_error("Python ends: no recorder or player can begin. Begin it before.");
  }
  for (;;) ::pause();
}

Making::~Making() { all().making.unlock(); }

void Ending::remember() {
  const std::lock_guard lock(all().mutex);
  all().running.insert(this);
}

void Ending::forget() noexcept {
  const std::lock_guard lock(all().mutex);
  all().running.erase(this);
}

void end_at_exit() {
  ranvier::python::park_other_threads();
  const ranvier::python::LeaveGil left;
  {
    const std::lock_guard lock(all().making);
    all().ender = std::this_thread::get_id();
  }
  const std::lock_guard lock(all().mutex);
  for (Ending* one : all().running) one->end_work();
}

}  // namespace rosbag2_extension
