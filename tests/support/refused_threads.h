// The next threads that this thread starts are refused, as by a limit of the system. One
// source of a program includes this.
#pragma once

#include <dlfcn.h>
#include <pthread.h>

#include <cerrno>

namespace ranvier::support {

/// Lets `granted` threads through and refuses the `refused` next ones, until its end.
class RefusedThreads final {
 public:
  explicit RefusedThreads(int refused, int granted = 0) noexcept {
    granted_ = granted;
    refused_ = refused;
  }
  ~RefusedThreads() { granted_ = refused_ = 0; }
  RefusedThreads(const RefusedThreads&) = delete;

  /// How many more would be refused.
  int left() const noexcept { return refused_; }
  static bool refuse_one() noexcept {
    if (refused_ == 0 || granted_-- > 0) return false;
    granted_ = 0;
    --refused_;
    return true;
  }

 private:
  static inline thread_local int granted_ = 0;
  static inline thread_local int refused_ = 0;
};

}  // namespace ranvier::support

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*run)(void*), void* argument) noexcept {
  if (ranvier::support::RefusedThreads::refuse_one()) return EAGAIN;
  static const auto real =
      reinterpret_cast<decltype(&pthread_create)>(::dlsym(RTLD_NEXT, "pthread_create"));
  return real(thread, attributes, run, argument);
}
