// A signal at which the flight recorder saves.
#pragma once

#include <signal.h>

namespace ranvier::trace {

/// While it lives, `signal` is noticed (Moment::kSignal); a handler that was
/// there before is called too. At most one at a time in a process.
/// Threads: made and destroyed under the recorder's lock.
class SaveSignal final {
 public:
  explicit SaveSignal(int signal) noexcept;
  ~SaveSignal();
  SaveSignal(const SaveSignal&) = delete;
  SaveSignal& operator=(const SaveSignal&) = delete;

 private:
  const int signal_;
};

}  // namespace ranvier::trace
