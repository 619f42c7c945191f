#include "extension/module_of.h"

#include <sys/types.h>

#include <string>
#include <string_view>

#include "extension/gil.h"
#include "ranvier/run/watch/thread_wait.h"

namespace ranvier::python {

#if PY_VERSION_HEX >= 0x030B0000
namespace {

// What calls on others' behalf to sleep.
bool waits_for_others(std::string_view module) {
  return module == "threading" || module == "rclpy" || module.starts_with("rclpy.");
}

std::string module_of(PyFrameObject* frame) {
  const nb::object globals = nb::steal(PyFrame_GetGlobals(frame));
  PyObject* const name = PyDict_GetItemString(globals.ptr(), "__name__");
  const char* const text = name != nullptr && PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : "";
  if (text == nullptr) PyErr_Clear();
  return text != nullptr ? text : "";
}

// The innermost that sleeps on its own behalf.
std::string module_of_frames(PyThreadState* state) {
  auto frame = nb::steal(reinterpret_cast<PyObject*>(PyThreadState_GetFrame(state)));
  while (frame.is_valid()) {
    auto* const raw = reinterpret_cast<PyFrameObject*>(frame.ptr());
    std::string module = module_of(raw);
    if (!waits_for_others(module)) return module;
    frame = nb::steal(reinterpret_cast<PyObject*>(PyFrame_GetBack(raw)));
  }
  return {};
}

std::string module_of_thread(pid_t thread) {
  const TryGil gil;
  if (!gil) return {};
  PyThreadState* state = PyInterpreterState_ThreadHead(PyInterpreterState_Get());
  for (; state != nullptr; state = PyThreadState_Next(state)) {
    if (state->native_thread_id == static_cast<unsigned long>(thread)) {
      return module_of_frames(state);
    }
  }
  return {};
}

}  // namespace

void tell_modules_of_threads() noexcept { ask_for_modules(&module_of_thread); }
#else
void tell_modules_of_threads() noexcept {}
#endif

}  // namespace ranvier::python
