#include "ranvier/os/slice.h"

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "ranvier/base/annotations.h"

namespace ranvier {
namespace {

// struct sched_attr in its first size: what C libraries call so differs, or is not there.
struct Attributes {
  std::uint32_t size;
  std::uint32_t policy;
  std::uint64_t flags;
  std::int32_t nice;
  std::uint32_t priority;
  std::uint64_t runtime;  // of SCHED_OTHER: the slice in nanoseconds
  std::uint64_t deadline;
  std::uint64_t period;
};
static_assert(sizeof(Attributes) == 48);
constexpr std::uint64_t kKeepPolicy = 0x08;  // SCHED_FLAG_KEEP_POLICY

}  // namespace

constinit thread_local bool ShortSlice::wanted_ = false;

RANVIER_COLD void ShortSlice::ask() noexcept {
  wanted_ = true;
  const int saved = errno;
  Attributes own{};
  constexpr int kCaller = 0;
  constexpr unsigned kNoFlags = 0;
  if (::syscall(SYS_sched_getattr, kCaller, &own, sizeof own, kNoFlags) == 0 &&
      own.policy == SCHED_OTHER) {
    own.size = sizeof own;
    own.flags |= kKeepPolicy;    // another thread may have made it real-time since: then it fails
    own.runtime = kNanoseconds;  // and all else as it is
    ::syscall(SYS_sched_setattr, kCaller, &own, kNoFlags);
  }
  errno = saved;
}

}  // namespace ranvier
