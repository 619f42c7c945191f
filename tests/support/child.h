// Another process of a test.
#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fork_child.h"

namespace ranvier::support {

/// Another process, which runs a function and ends; killed at the end if it has
/// not. To be made while this process has one thread.
class Child {
 public:
  template <class Run>
  explicit Child(Run run) : id_(fork_child()) {
    if (id_ != 0) return;
    run();
    ::_exit(0);
  }
  ~Child() { kill(); }
  Child(const Child&) = delete;
  pid_t id() const { return id_; }
  void kill() {
    if (ended_) return;
    ::kill(id_, SIGKILL);
    wait();
  }
  /// @return its status (waitpid(2)).
  int wait() {
    if (!ended_) ::waitpid(id_, &status_, 0);
    ended_ = true;
    return status_;
  }
  /// Whether it ended by itself and had nothing to complain of.
  bool went_well() {
    const int status = wait();
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

 private:
  const pid_t id_;
  bool ended_ = false;
  int status_ = 0;
};

}  // namespace ranvier::support
