#include "rosbag2_extension/ending.h"

#include <unistd.h>

#include <mutex>
#include <set>

#include "extension/gil.h"

namespace rosbag2_extension {
namespace {

struct All {
  std::mutex making;  // outside of the other
  bool ended = false;  // under it
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
  if (!all().ended) return;
  all().making.unlock();
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
    all().ended = true;
  }
  const std::lock_guard lock(all().mutex);
  for (Ending* one : all().running) one->end_work();
}

}  // namespace rosbag2_extension
