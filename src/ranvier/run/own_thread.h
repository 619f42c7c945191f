// A thread for what must happen in time whether anybody spins or not.
#pragma once

#include <memory>
#include <thread>

#include "ranvier/os/mutex.h"
#include "ranvier/run/work.h"

namespace ranvier {

/// Runs the works of one exclusive strand, from begin() on, and takes no signals.
///
/// Threads:  all functions from any thread.
/// Lifetime: the destructor ends the thread and waits for it. On the thread itself it
///           does not wait: the work that called it is the last one.
class OwnThread final {
 public:
  OwnThread();
  ~OwnThread();
  OwnThread(const OwnThread&) = delete;
  OwnThread& operator=(const OwnThread&) = delete;

  const Ref<Strand>& strand() const noexcept;
  /// Begins the thread, unless it is there or was stopped.
  /// @throws std::system_error if the system gives none; the next call tries again.
  void begin();
  /// Ends the thread, which is not waited for: its works run no more.
  void stop() noexcept;

 private:
  struct Running;
  const std::shared_ptr<Running> running_;  // the thread's too
  Mutex mutex_{"own thread"};
  std::thread thread_ RANVIER_GUARDED_BY(mutex_);
  bool stopped_ RANVIER_GUARDED_BY(mutex_) = false;
};

}  // namespace ranvier
