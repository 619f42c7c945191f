// Taking the GIL and letting go of it, until the interpreter ends.
//
// A thread that asks for the GIL once the interpreter ends is unwound by it, which frames of C++
// need not survive. Threads of users that spin, and that nobody joins, are such threads. So at
// the end they are parked before they ask.
#pragma once

#include <nanobind/nanobind.h>

namespace ranvier::python {

namespace nb = nanobind;

/// Marks that this thread asks for the GIL; parks it for ever if the interpreter ends.
class AsksForGil {
 public:
  AsksForGil() noexcept;
  ~AsksForGil();
  AsksForGil(const AsksForGil&) = delete;
  AsksForGil& operator=(const AsksForGil&) = delete;
};

/// Has the GIL while it lives, on whatever thread.
class TakeGil {
 public:
  TakeGil() noexcept {
    const AsksForGil asks;
    state_ = PyGILState_Ensure();
  }
  ~TakeGil() { PyGILState_Release(state_); }
  TakeGil(const TakeGil&) = delete;
  TakeGil& operator=(const TakeGil&) = delete;

 private:
  PyGILState_STATE state_;
};

/// The same for a thread that has no need of it: it goes without, if the interpreter ends.
class TryGil {
 public:
  TryGil() noexcept;
  ~TryGil() {
    if (has_) PyGILState_Release(state_);
  }
  TryGil(const TryGil&) = delete;
  TryGil& operator=(const TryGil&) = delete;
  explicit operator bool() const noexcept { return has_; }

 private:
  bool has_ = false;
  PyGILState_STATE state_{};
};

/// Lets other threads have the GIL while it lives.
class LeaveGil {
 public:
  LeaveGil() noexcept : state_(PyEval_SaveThread()) {}
  ~LeaveGil() {
    const AsksForGil asks;
    PyEval_RestoreThread(state_);
  }
  LeaveGil(const LeaveGil&) = delete;
  LeaveGil& operator=(const LeaveGil&) = delete;

 private:
  PyThreadState* const state_;
};

/// Parks other threads from now on where they ask for the GIL, and waits for those that are
/// about to get it. Contract: with the GIL, on the thread that ends the interpreter, once.
void park_other_threads();

}  // namespace ranvier::python
