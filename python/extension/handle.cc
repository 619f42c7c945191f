#include "extension/handle.h"

#include <cstdint>

namespace ranvier::python {

void bind_handle(nb::module_& module) {
  nb::class_<Destroyable>(module, "Destroyable")
      .def("__enter__",
           [](nb::handle self) {
             nb::cast<Destroyable&>(self).enter();
             return nb::borrow(self);
           })
      .def("__exit__", [](Destroyable& self, nb::args) { self.exit(); })
      .def("destroy_when_not_in_use", &Destroyable::destroy_when_not_in_use)
      .def_prop_ro("destroyed", &Destroyable::ending)
      .def_prop_ro("pointer", [](const Destroyable& self) {
        self.require();
        return reinterpret_cast<std::uintptr_t>(&self);
      });
}

}  // namespace ranvier::python
