#include "ranvier/os/thread.h"

#include <pthread.h>
#include <signal.h>

#include <system_error>
#include <utility>

namespace ranvier {
namespace {

class SignalsBlocked final {
 public:
  SignalsBlocked() noexcept {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

}  // namespace

std::thread start_user_thread(const std::string& whose, std::function<void()> run) {
  try {
    return std::thread(std::move(run));
  } catch (const std::system_error& error) {
    throw std::system_error(error.code(),
                            whose +
                                ": its thread cannot be started. Let this user or container "
                                "have more threads (ulimit -u, pids.max), or end some");
  }
}

Result<std::thread> start_thread(const char* name, const std::string& whose,
                                 std::function<void()> run) {
  const SignalsBlocked inherited;
  try {
    return start_user_thread(whose, [name, run = std::move(run)] {
      ::pthread_setname_np(::pthread_self(), name);
      run();
    });
  } catch (const std::system_error& error) {
    return Error{Code::kWorld, std::string(error.what()) + "."};
  }
}

}  // namespace ranvier
