#include "ranvier/run/after_locks.h"

#include <pthread.h>
#include <signal.h>

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "ranvier/os/fork.h"

namespace ranvier {
namespace {

// Calls one after the other on a thread that ends when there has been nothing for a while.
class Deferred {
 public:
  void add(AfterLocks::Call call) {
    const std::lock_guard lock(mutex_);
    calls_.push_back(std::move(call));
    changed_.notify_one();
    if (!alive_) start();
  }

  [[nodiscard]] bool made_here() const noexcept { return made_by_.is_this(); }

 private:
  // It takes no signals: they are for the user's threads. Without a thread the next call tries
  // again.
  void start() noexcept {
    sigset_t all, before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
      std::thread([this] { loop(); }).detach();
      alive_ = true;
    } catch (const std::system_error&) {}
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  void loop() {
    constexpr std::chrono::milliseconds kIdle(100);
    std::unique_lock lock(mutex_);
    while (changed_.wait_for(lock, kIdle, [this] { return !calls_.empty(); })) {
      AfterLocks::Call call = std::move(calls_.front());
      calls_.pop_front();
      lock.unlock();
      call();
      call = nullptr;  // what it holds goes without the lock
      lock.lock();
    }
    alive_ = false;
  }

  const MakingProcess made_by_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<AfterLocks::Call> calls_;
  bool alive_ = false;
};

// Never destroyed, as its thread may be in a call when the process ends. A child of fork() has
// one of its own: the thread of its parent's is not in it.
Deferred& deferred() {
  static std::mutex making;
  static Deferred* here = nullptr;
  const std::lock_guard lock(making);
  if (!here || !here->made_here()) here = new Deferred;
  return *here;
}

}  // namespace

constinit thread_local AfterLocks::Here AfterLocks::here_;

void AfterLocks::call(Call what) {
  if (here_.depth == 0) return deferred().add(std::move(what));
  if (here_.calls == nullptr) here_.calls = new std::vector<Call>;
  here_.calls->push_back(std::move(what));
}

// Each may come here again.
void AfterLocks::run() noexcept {
  const std::unique_ptr<std::vector<Call>> calls(std::exchange(here_.calls, nullptr));
  for (Call& call : *calls) {
    call();
    call = nullptr;
  }
}

}  // namespace ranvier
