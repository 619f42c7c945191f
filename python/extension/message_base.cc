#include "extension/message_base.h"

#include <memory>
#include <string>

#include "extension/convert.h"
#include "extension/message_class.h"

namespace ranvier::python {
namespace {

// Raises what a part of the extension threw; true if there was nothing.
template <typename Part>
bool guarded(Part part) noexcept {
  try {
    part();
    return true;
  } catch (nb::python_error& error) {
    error.restore();
  } catch (std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return false;
}

// The names of the keywords that are no fields, as an assertion tells them.
void refuse_unknown(const MessageClass& type, nb::handle keywords) {
  nb::list unknown;
  for (const auto [key, value] : nb::borrow<nb::dict>(keywords)) {
    bool known = nb::cast<std::string>(key) == "check_fields";
    for (const Field& field : type.fields()) known = known || field.name().equal(key);
    if (!known) unknown.append(key);
  }
  if (nb::len(unknown) == 0) return;
  unknown.attr("sort")();
  const nb::object names = nb::str(", ").attr("join")(unknown);
  raise(PyExc_AssertionError, "Invalid arguments passed to constructor: %S", names.ptr());
}

void init(nb::handle self, nb::handle keywords) {
  const MessageClass& type = message_class(self.type());
  static PyObject* const check_fields = PyUnicode_InternFromString("check_fields");
  nb::handle checks = checks_by_default() ? Py_True : Py_False;
  if (keywords.is_valid()) {
    if (PyObject* const asked = PyDict_GetItem(keywords.ptr(), check_fields)) {
      checks = PyObject_IsTrue(asked) ? Py_True : Py_False;
    }
    if (checks.is(Py_True)) refuse_unknown(type, keywords);
  }
  type.set_checks(self, checks);
  for (const Field& field : type.fields()) {
    PyObject* const given =
      keywords.is_valid() ? PyDict_GetItem(keywords.ptr(), field.name().ptr()) : nullptr;
    if (given) {
      field.assign(self, given, checks.is(Py_True));
    } else {
      field.set_default(self);
    }
  }
}

int message_init(PyObject* self, PyObject* arguments, PyObject* keywords) {
  if (const Py_ssize_t count = PyTuple_GET_SIZE(arguments); count != 0) {
    PyErr_Format(PyExc_TypeError,
                 "%s.__init__() takes 1 positional argument but %zd were given; give the fields "
                 "by their names",
                 Py_TYPE(self)->tp_name, count + 1);
    return -1;
  }
  return guarded([&] { init(self, keywords); }) ? 0 : -1;
}

// The attribute of a field: what it reads lies in the slot, what is assigned is converted.
struct FieldAttribute {
  PyObject_HEAD
  PyObject* name;
  const Field* field;  // of the class that has this attribute, and so is there as long
  MessageClass* type;
};

PyObject* field_get(PyObject* self, PyObject* object, PyObject*) {
  const auto& attribute = *reinterpret_cast<FieldAttribute*>(self);
  if (object == nullptr) return Py_NewRef(self);
  if (!attribute.type->has(object)) {
    PyErr_Format(PyExc_TypeError, "'%U' is a field of %s, not of '%s'", attribute.name,
                 attribute.type->name().c_str(), Py_TYPE(object)->tp_name);
    return nullptr;
  }
  PyObject* const value = attribute.field->slot(object);
  if (value == nullptr) {
    PyErr_Format(PyExc_AttributeError, "the field '%U' of %s is not set", attribute.name,
                 attribute.type->name().c_str());
    return nullptr;
  }
  return Py_NewRef(value);
}

int field_set(PyObject* self, PyObject* object, PyObject* value) {
  const auto& attribute = *reinterpret_cast<FieldAttribute*>(self);
  if (value == nullptr) {
    PyErr_Format(PyExc_AttributeError, "the field '%U' of %s cannot be deleted", attribute.name,
                 attribute.type->name().c_str());
    return -1;
  }
  if (!attribute.type->has(object)) {
    PyErr_Format(PyExc_TypeError, "'%U' is a field of %s, not of '%s'", attribute.name,
                 attribute.type->name().c_str(), Py_TYPE(object)->tp_name);
    return -1;
  }
  return guarded([&] {
           attribute.field->assign(object, value, attribute.type->checks(object));
         })
           ? 0
           : -1;
}

void field_dealloc(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  Py_XDECREF(reinterpret_cast<FieldAttribute*>(self)->name);
  type->tp_free(self);
  Py_DECREF(type);
}

PyObject* field_doc(PyObject* self, void*) {
  return PyUnicode_FromFormat("Message field '%U'.", reinterpret_cast<FieldAttribute*>(self)->name);
}

PyTypeObject* field_type() {
  static PyGetSetDef getters[] = {{"__doc__", &field_doc, nullptr, nullptr, nullptr}, {}};
  static PyType_Slot slots[] = {
    {Py_tp_descr_get, reinterpret_cast<void*>(&field_get)},
    {Py_tp_descr_set, reinterpret_cast<void*>(&field_set)},
    {Py_tp_dealloc, reinterpret_cast<void*>(&field_dealloc)},
    {Py_tp_getset, getters},
    {0, nullptr}};
  static PyType_Spec spec = {"_ranvier.Field", sizeof(FieldAttribute), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  static PyObject* const type = PyType_FromSpec(&spec);
  if (type == nullptr) throw nb::python_error();
  return reinterpret_cast<PyTypeObject*>(type);
}

nb::object attribute_of(const Field& field, MessageClass& type) {
  PyObject* const made = field_type()->tp_alloc(field_type(), 0);
  if (made == nullptr) throw nb::python_error();
  auto& attribute = *reinterpret_cast<FieldAttribute*>(made);
  attribute.name = field.name().inc_ref().ptr();
  attribute.field = &field;
  attribute.type = &type;
  return nb::steal(made);
}

}  // namespace

nb::object message_base() {
  static PyType_Slot slots[] = {
    {Py_tp_new, reinterpret_cast<void*>(&PyType_GenericNew)},
    {Py_tp_init, reinterpret_cast<void*>(&message_init)},
    {Py_tp_doc, const_cast<char*>("The base of every class of messages.")},
    {0, nullptr}};
  static PyType_Spec spec = {"_ranvier.MessageBase", sizeof(PyObject), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
  nb::object type = nb::steal(PyType_FromSpec(&spec));
  if (!type) throw nb::python_error();
  return type;
}

void describe(nb::handle python_class, const char* name, const char* hash, nb::handle fields) {
  MessageClass& type =
    MessageClass::give(std::make_unique<MessageClass>(python_class, name, hash, fields));
  for (const Field& field : type.fields()) {
    nb::setattr(python_class, field.name(), attribute_of(field, type));
  }
}

}  // namespace ranvier::python
