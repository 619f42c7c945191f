// numpy, loaded when the first message needs it.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>

namespace ranvier::python {

namespace nb = nanobind;

/// Makes numpy arrays through numpy's table of C functions.
///
/// numpy costs a process about ten megabytes, so nothing of it is loaded before. Its headers are
/// not compiled in: what is used here has had the same place in the table since numpy 1.7, and
/// in numpy 2, so that one build serves both.
class Numpy final {
 public:
  /// Contract: GIL held. Throws nb::python_error if numpy cannot be imported.
  static const Numpy& get();
  /// Null as long as nobody has imported numpy.
  static const Numpy* if_loaded();

  /// One row of numbers, whose memory is not set.
  nb::object row(int numpy_type, std::size_t count) const;
  /// Where the numbers of a row lie.
  static void* data_of(nb::handle row) noexcept;
  bool is_row(nb::handle value) const noexcept;
  nb::handle module() const noexcept { return module_; }

 private:
  explicit Numpy(nb::object module);

  using New = PyObject* (*)(PyTypeObject* type, int dimensions, const Py_ssize_t* sizes,
                            int numpy_type, const Py_ssize_t* strides, void* data, int item_size,
                            int flags, PyObject* object);
  nb::object module_;
  PyTypeObject* type_;
  New new_;
};

}  // namespace ranvier::python
