#include "extension/serialization.h"

#include <nanobind/stl/string.h>

#include "extension/convert.h"

namespace ranvier::python {
namespace {

nb::bytes rclpy_serialize(nb::handle message, nb::handle type) {
  return serialized(message, message_class(type));
}

nb::object rclpy_deserialize(nb::handle bytes, nb::handle type) {
  try {
    return decode(bytes, message_class(type));
  } catch (const DamagedMessage& damaged) {
    raise(exceptions().rmw, std::string("failed to deserialize ROS message: ") + damaged.what());
  }
}

}  // namespace

void bind_serialization(nb::module_& module) {
  module.def("rclpy_serialize", &rclpy_serialize, nb::arg("message"), nb::arg("type"));
  module.def("rclpy_deserialize", &rclpy_deserialize, nb::arg("bytes"), nb::arg("type"));
}

}  // namespace ranvier::python
