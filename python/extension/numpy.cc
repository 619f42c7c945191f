#include "extension/numpy.h"

namespace ranvier::python {
namespace {

// Places in numpy's table: PyArray_Type, PyArray_New.
constexpr int kArrayType = 2, kNew = 93;

const Numpy* loaded = nullptr;  // for ever: arrays outlive the module

// The module that has the table: numpy 2 renamed it.
nb::object table_of(nb::handle numpy) {
  const bool is_2 = nb::hasattr(numpy, "_core");
  return nb::module_::import_(is_2 ? "numpy._core._multiarray_umath"
                                   : "numpy.core._multiarray_umath")
    .attr("_ARRAY_API");
}

}  // namespace

Numpy::Numpy(nb::object module) : module_(std::move(module)) {
  const nb::object table = table_of(module_);
  void** const functions = static_cast<void**>(PyCapsule_GetPointer(table.ptr(), nullptr));
  if (functions == nullptr) throw nb::python_error();
  type_ = static_cast<PyTypeObject*>(functions[kArrayType]);
  new_ = reinterpret_cast<New>(functions[kNew]);
}

const Numpy& Numpy::get() {
  if (loaded == nullptr) loaded = new Numpy(nb::module_::import_("numpy"));
  return *loaded;
}

const Numpy* Numpy::if_loaded() {
  if (loaded != nullptr) return loaded;
  PyObject* const modules = PyImport_GetModuleDict();
  return PyDict_GetItemString(modules, "numpy") != nullptr ? &get() : nullptr;
}

nb::object Numpy::row(int numpy_type, std::size_t count) const {
  const Py_ssize_t size = static_cast<Py_ssize_t>(count);
  PyObject* const array = new_(type_, 1, &size, numpy_type, nullptr, nullptr, 0, 0, nullptr);
  if (array == nullptr) throw nb::python_error();
  return nb::steal(array);
}

void* Numpy::data_of(nb::handle row) noexcept {
  // The first member of every array object, behind what every object has.
  return *reinterpret_cast<void**>(reinterpret_cast<char*>(row.ptr()) + sizeof(PyObject));
}

bool Numpy::is_row(nb::handle value) const noexcept {
  return PyObject_TypeCheck(value.ptr(), type_) != 0;
}

}  // namespace ranvier::python
