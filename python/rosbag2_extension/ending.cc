#include "rosbag2_extension/ending.h"

#include <unistd.h>

#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <thread>

#include "extension/gil.h"

namespace rosbag2_extension {
namespace {

struct All {
  std::mutex making;  // outside of the other
  std::optional<std::thread::id> ender;  // under it
  const pid_t process = ::getpid();
  std::mutex mutex;
  std::set<Ending*> running;  // under it
};

All& all() {
  static auto* const kept = new All;  // for what a parked thread has
  return *kept;
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
  if (::getpid() != all().process) return;  // of fork(): the threads are not in it
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
