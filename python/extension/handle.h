// What the native objects of Python share.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "extension/errors.h"
#include "ranvier/run/work.h"

namespace ranvier::python {

/// A native object that Python may end before it lets go of it.
///
/// Threads: under the GIL, but for ending(). destroy() may let go of it meanwhile.
class Destroyable {
 public:
  Destroyable() = default;
  Destroyable(const Destroyable&) = delete;
  Destroyable& operator=(const Destroyable&) = delete;
  virtual ~Destroyable() = default;

  /// While somebody is inside, the end waits. Raises InvalidHandle after it was asked for.
  void enter() {
    require();
    ++inside_;
  }
  void exit() {
    if (inside_ > 0 && --inside_ == 0 && ending_) end();
  }
  void destroy_when_not_in_use() {
    ending_ = true;
    if (inside_ == 0) end();
  }
  /// Raises InvalidHandle if its end was asked for. Contract: with the GIL.
  void require() const {
    if (ending_) {
      raise(exceptions().invalid_handle,
            "cannot use Destroyable because destruction was requested");
    }
  }
  /// Contract: any thread, with the GIL or without.
  bool ending() const noexcept { return ending_.load(std::memory_order_relaxed); }

 protected:
  /// Ends what it stands for. Contract: with the GIL; called once.
  virtual void destroy() = 0;
  /// For destructors: destroy(), unless that was done.
  void end() {
    ending_ = true;
    if (!std::exchange(ended_, true)) destroy();
  }

 private:
  std::size_t inside_ = 0;
  std::atomic<bool> ending_{false};
  bool ended_ = false;
};

/// What a native work sees of a function of Python: it may be gone.
/// Threads: under the GIL.
class Link {
 public:
  /// Null if it is gone.
  nb::object function() const { return nb::borrow(function_); }

 private:
  friend class Function;
  PyObject* function_ = nullptr;
};

/// A function of Python that native works call. The handle that has it shows it to the cycle
/// collector; works have the Link, as they may run, or lie in a queue, when the handle goes.
/// Threads: under the GIL.
class Function {
 public:
  explicit Function(nb::object function) : function_(std::move(function)) {
    link_->function_ = function_.ptr();
  }
  ~Function() { clear(); }
  Function(const Function&) = delete;
  Function& operator=(const Function&) = delete;

  const std::shared_ptr<Link>& link() const noexcept { return link_; }
  const nb::object& object() const noexcept { return function_; }
  /// Works call this one from now on.
  void set(nb::object function) {
    link_->function_ = function.ptr();
    function_ = std::move(function);
  }
  void clear() {
    link_->function_ = nullptr;
    function_.reset();
  }
  int visit(visitproc visit, void* arg) const {
    Py_VISIT(function_.ptr());
    return 0;
  }

 private:
  nb::object function_;
  const std::shared_ptr<Link> link_ = std::make_shared<Link>();
};

/// The slots of a class whose member `function` is a Function.
template <class Handle>
struct Collected {
  static int traverse(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    if (!nb::inst_ready(self)) return 0;
    return nb::inst_ptr<Handle>(self)->function.visit(visit, arg);
  }
  static int clear(PyObject* self) {
    nb::inst_ptr<Handle>(self)->function.clear();
    return 0;
  }
  static inline PyType_Slot slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(&traverse)},
                                       {Py_tp_clear, reinterpret_cast<void*>(&clear)},
                                       {0, nullptr}};
};

/// Of a class whose member `function` is a Function.
template <class Handle>
void set_callback(Handle& handle, nb::object callback) {
  handle.require();
  handle.function.set(std::move(callback));
}

/// A number that names the work of an entity; 0 once its end was asked for, which another thread
/// may do at any moment.
template <class Handle>
std::uintptr_t work_id(const Handle& handle) {
  if (handle.ending()) return 0;
  const Work* work = nullptr;
  if constexpr (requires { handle.core().get(); }) {
    work = handle.core().get();
  } else {
    work = &handle.core();
  }
  return reinterpret_cast<std::uintptr_t>(work);
}

void bind_handle(nb::module_& module);

}  // namespace ranvier::python
