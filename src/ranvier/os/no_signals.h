// Signals are for the user's threads: ours are begun without them.
#pragma once

#include <signal.h>

namespace ranvier {

/// While it lives, this thread takes no signals, and so those that it begins: what a
/// thread takes is what the one took that began it.
class NoSignals final {
 public:
  NoSignals() noexcept {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~NoSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  NoSignals(const NoSignals&) = delete;
  NoSignals& operator=(const NoSignals&) = delete;

 private:
  sigset_t before_;
};

}  // namespace ranvier
