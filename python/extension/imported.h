// A name of a Python module, imported when first asked and kept for ever.
#pragma once

#include <nanobind/nanobind.h>

namespace ranvier::python {

/// To be a static variable. Its constructor runs no Python: an import may let other threads run,
/// which would wait for the variable while they hold the GIL.
class Imported final {
 public:
  constexpr Imported(const char* module, const char* name) noexcept
      : module_(module), name_(name) {}

  /// Contract: GIL held. Throws nb::python_error.
  nanobind::handle get() {
    if (!object_.is_valid()) {
      nanobind::object found = nanobind::module_::import_(module_).attr(name_);
      object_ = found.release();
    }
    return object_;
  }

 private:
  const char* module_;
  const char* name_;
  nanobind::handle object_;
};

}  // namespace ranvier::python
