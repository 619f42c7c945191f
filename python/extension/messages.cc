// Binds the message classes and the converter.
#include <string>

#include "extension/convert.h"
#include "extension/message_base.h"
#include "extension/message_class.h"
#include "extension/parts.h"
#include "extension/snapshot.h"
#include "extension/type_lookup.h"

namespace ranvier::python {
namespace {

nb::object deserialize(nb::handle buffer, nb::handle python_class) {
  return decode(buffer, message_class(python_class));
}

// As ROS 2 has it in the attribute _TYPE_SUPPORT of a metaclass.
nb::object type_support(nb::handle python_class) {
  const TypeHandle found = type_handle(python_class);
  const char* const name = std::string_view(found.kind) == "message"
                             ? "rosidl_message_type_support_t"
                             : std::string_view(found.kind) == "service"
                                 ? "rosidl_service_type_support_t"
                                 : "rosidl_action_type_support_t";
  PyObject* const capsule = PyCapsule_New(const_cast<void*>(found.handle), name, nullptr);
  if (capsule == nullptr) throw nb::python_error();
  return nb::steal(capsule);
}

const char* type_hash(nb::handle python_class) {
  if (nb::hasattr(python_class, "_ranvier_service")) return service_type_info(python_class).hash;
  if (nb::hasattr(python_class, "_ranvier_action")) return action_type_info(python_class).hash;
  return message_class(python_class).hash().c_str();
}

}  // namespace

void bind_messages(nb::module_& module) {
  nb::exception<DamagedMessage>(module, "DamagedMessage", PyExc_RuntimeError);
  module.attr("MessageBase") = message_base();
  module.def("describe", &describe, nb::arg("python_class"), nb::arg("name"), nb::arg("hash"),
             nb::arg("fields"), "Makes a class with slots into a class of messages.");
  module.def(
      "serialize",
      [](nb::handle message) { return serialized(message, message_class(message.type())); },
      nb::arg("message").none(), "The message as CDR, with the header of four bytes.");
  module.def("deserialize", &deserialize, nb::arg("buffer").none(),
             nb::arg("python_class").none(),
             "A message of the class from what serialize() gives. Large arrays refer to it.");
  module.def("encodings", &encodings, "How many messages of Python this process has encoded.");
  module.def(
      "copy",
      [](nb::handle message) {
        return copied(message, message_class(message.type())).message;
      },
      nb::arg("message").none(),
      "What a subscription of this process gets of a message that is published.");
  module.def("type_support", &type_support, nb::arg("python_class").none(),
             "A capsule with the handle of the type that the C++ side has.");
  module.def("type_hash", &type_hash, nb::arg("python_class").none(),
             "\"RIHS01_<64 hex digits>\".");
}

}  // namespace ranvier::python
