// A process that ends with the one that made it.
#pragma once

#include <signal.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <unistd.h>

namespace ranvier::support {

/// fork(2), whose child the kernel kills when the thread that made it ends, and so with its process.
/// prctl(2) says that from its call on alone: a child whose parent was killed before it ends here.
/// Contract: async-signal-safe in the child.
inline pid_t fork_child() noexcept {
  const pid_t parent = ::getpid(), child = ::fork();
  if (child != 0) return child;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
  return 0;
}

}  // namespace ranvier::support
