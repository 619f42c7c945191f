#include "ranvier/os/slice.h"

#include <sched.h>

#include <cerrno>

#include "ranvier/base/annotations.h"
#include "ranvier/os/sched_attributes.h"

namespace ranvier {

constinit thread_local bool ShortSlice::wanted_ = false;

RANVIER_COLD void ShortSlice::ask() noexcept {
  wanted_ = true;
  const int saved = errno;
  SchedAttributes own;
  if (own.get() && own.policy == SCHED_OTHER) {
    own.flags |= SchedAttributes::kKeepPolicy;  // another thread may have made it real-time since
    own.runtime = kNanoseconds;                 // and all else as it is
    own.set();
  }
  errno = saved;
}

}  // namespace ranvier
