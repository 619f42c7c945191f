#include "extension/message_class.h"

#include <structmember.h>

#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "extension/convert.h"
#include "extension/imported.h"
#include "extension/numpy.h"

namespace ranvier::python {
namespace {

using codec::Repeat;
using codec::Scalar;

constexpr const char* kCapsule = "ranvier.MessageClass";
constexpr const char* kAttribute = "_ranvier_class";

constexpr std::pair<std::string_view, Scalar> kScalars[] = {
  {"bool", Scalar::kBoolean},   {"byte", Scalar::kByte},      {"char", Scalar::kChar},
  {"int8", Scalar::kInt8},      {"uint8", Scalar::kUint8},    {"int16", Scalar::kInt16},
  {"uint16", Scalar::kUint16},  {"int32", Scalar::kInt32},    {"uint32", Scalar::kUint32},
  {"int64", Scalar::kInt64},    {"uint64", Scalar::kUint64},  {"float32", Scalar::kFloat},
  {"float64", Scalar::kDouble}, {"string", Scalar::kString},  {"wstring", Scalar::kWstring},
};
constexpr std::pair<std::string_view, Repeat> kRepeats[] = {
  {"none", Repeat::kNone},
  {"array", Repeat::kArray},
  {"bounded", Repeat::kBoundedSequence},
  {"sequence", Repeat::kSequence},
};

template <typename Table>
auto find(const Table& table, std::string_view name, decltype(table[0].second) otherwise) {
  for (const auto& [key, value] : table) {
    if (key == name) return value;
  }
  return otherwise;
}

// Where the slot of that name lies in an object.
Py_ssize_t slot_offset(nb::handle type, const std::string& name) {
  const nb::object descriptor = type.attr("__dict__")[name.c_str()];
  if (!Py_IS_TYPE(descriptor.ptr(), &PyMemberDescr_Type)) {
    raise(PyExc_TypeError, "%R has no slot '%s'", type.ptr(), name.c_str());
  }
  return reinterpret_cast<PyMemberDescrObject*>(descriptor.ptr())->d_member->offset;
}

nb::object listed(nb::handle one, std::size_t count) {
  nb::list list;
  for (std::size_t i = 0; i < count; ++i) list.append(one);
  return list;
}

}  // namespace

Field::Field(nb::handle declared)
    : name_(nb::steal(PyUnicode_InternFromString(nb::cast<const char*>(declared[0])))),
      nested_name_(nb::cast<std::string>(declared[1])),
      scalar_(find(kScalars, nested_name_, Scalar::kNested)),
      repeat_(find(kRepeats, nb::cast<std::string>(declared[2]), Repeat::kNone)),
      capacity_(nb::cast<std::size_t>(declared[3])),
      string_bound_(nb::cast<std::size_t>(declared[4])),
      number_(number_kind(scalar_)) {
  if (nb::len(declared) > 5) default_value_ = declared[5];
}

MessageClass& Field::nested() const {
  if (nested_ == nullptr) {
    // "std_msgs/msg/Header" is std_msgs.msg._header.Header; the parts of services and actions
    // are not names of the package.
    static Imported find("rosidl_generator_py.lazy", "find_class");
    nested_type_ = find.get()(nested_name_.c_str());
    nested_ = &message_class(nested_type_);
  }
  return *nested_;
}

std::size_t Field::min_size() const {
  if (number_) return number_->size;
  if (is_message()) return nested().min_size();
  return scalar_ == Scalar::kString || scalar_ == Scalar::kWstring ? 4 : 1;
}

// What array.array and numpy raise is reported with the field; the rest is kept as it is.
nb::object Field::stored(nb::handle value) const {
  if (number_ == nullptr || !repeats()) return nb::borrow(value);
  return repeat_ == Repeat::kArray ? fixed_array_of(*number_, value) : sequence_of(*number_, value);
}

void Field::assign(nb::handle object, nb::handle value, bool checked) const {
  nb::object kept;
  if (checked) {
    static Imported check("rosidl_generator_py.checks", "check");
    check.get()(nb::handle(reinterpret_cast<PyObject*>(Py_TYPE(object.ptr()))), name_, value);
    // An array that has been checked to be of the right kind is shared.
    const bool shared = repeat_ == Repeat::kArray ? is_numpy(value) : is_array(value);
    if (number_ && repeats() && shared) kept = nb::borrow(value);
  }
  if (!kept) {
    try {
      kept = stored(value);
    } catch (nb::python_error& error) {
      fail_with(error, message_class(object.type()), *this);
    }
  }
  PyObject* const before = std::exchange(slot(object), kept.release().ptr());
  Py_XDECREF(before);
}

nb::object Field::one_zero() const {
  switch (scalar_) {
    case Scalar::kNested:
      return nested().made();
    case Scalar::kBoolean:
      return nb::borrow(Py_False);
    case Scalar::kByte:
      return nb::bytes("\0", 1);
    case Scalar::kChar:
      return nb::str("\0", 1);
    case Scalar::kFloat:
    case Scalar::kDouble:
      return nb::float_(0.0);
    case Scalar::kString:
    case Scalar::kWstring:
      return nb::str("");
    default:
      return nb::int_(0);
  }
}

nb::object Field::zero() const {
  if (!repeats()) return one_zero();
  const std::size_t count = repeat_ == Repeat::kArray ? capacity_ : 0;
  if (number_) {
    if (repeat_ != Repeat::kArray) return new_array(*number_, nullptr, 0);
    const std::vector<std::uint8_t> zeros(count * number_->size);
    return new_numpy(*number_, zeros.data(), count);
  }
  if (!is_message()) return listed(count ? one_zero() : nb::none(), count);
  nb::list list;
  for (std::size_t i = 0; i < count; ++i) list.append(one_zero());
  return list;
}

void Field::set_default(nb::handle object) const {
  nb::object value;
  if (!default_value_) {
    value = zero();
  } else if (repeats() && !number_) {
    value = nb::list(default_value_);  // of its own
  } else {
    value = stored(default_value_);
  }
  PyObject* const before = std::exchange(slot(object), value.release().ptr());
  Py_XDECREF(before);
}

MessageClass::MessageClass(nb::handle python_class, std::string name, std::string hash,
                           nb::handle fields)
    : type_(python_class), name_(std::move(name)), hash_(std::move(hash)) {
  fields_.reserve(nb::len(fields));
  for (const nb::handle declared : fields) {
    Field& field = fields_.emplace_back(declared);
    field.offset_ = slot_offset(type_, "_" + nb::cast<std::string>(field.name_));
  }
  checks_offset_ = slot_offset(type_, "_check_fields");
}

MessageClass& MessageClass::give(std::unique_ptr<MessageClass> made) {
  // What its fields refer to would go, and they would not.
  if (nb::cast<bool>(made->type_.attr("__dict__").attr("__contains__")(kAttribute))) {
    raise(PyExc_TypeError, "message class '%s' is described already", made->name_.c_str());
  }
  const nb::object capsule = nb::steal(PyCapsule_New(made.get(), kCapsule, [](PyObject* owner) {
    delete static_cast<MessageClass*>(PyCapsule_GetPointer(owner, kCapsule));
  }));
  if (!capsule) throw nb::python_error();
  MessageClass& type = *made.release();  // the capsule has it
  nb::setattr(type.type_, kAttribute, capsule);
  return type;
}

void MessageClass::require(nb::handle object) const {
  if (has(object)) return;
  raise(PyExc_TypeError, "Expected %s, got '%s'", name_.c_str(), Py_TYPE(object.ptr())->tp_name);
}

nb::object MessageClass::blank() const {
  auto* const type = reinterpret_cast<PyTypeObject*>(type_.ptr());
  PyObject* const object = type->tp_alloc(type, 0);
  if (object == nullptr) throw nb::python_error();
  nb::object made = nb::steal(object);
  set_checks(made, checks_by_default() ? Py_True : Py_False);
  return made;
}

nb::object MessageClass::made() const {
  nb::object object = blank();
  for (const Field& field : fields_) field.set_default(object);
  return object;
}

void MessageClass::set_checks(nb::handle object, nb::handle checks) const noexcept {
  PyObject* const before = std::exchange(checks_slot(object), checks.inc_ref().ptr());
  Py_XDECREF(before);
}

std::size_t MessageClass::min_size() const {
  if (min_size_ == 0) {
    std::size_t size = 0;
    for (const Field& field : fields_) {
      if (field.repeat() == Repeat::kNone) size += field.min_size();
      if (field.repeat() == Repeat::kArray) size += field.capacity() * field.min_size();
      if (field.repeat() != Repeat::kNone && field.repeat() != Repeat::kArray) size += 4;
    }
    min_size_ = size == 0 ? 1 : size;  // a message without fields takes a byte
  }
  return min_size_;
}

void MessageClass::prepare() const {
  if (prepared_) return;
  for (const Field& field : fields_) {
    if (field.is_message()) field.nested().prepare();
    if (field.number() && field.repeat() == Repeat::kArray) Numpy::get();
  }
  prepared_ = true;
}

MessageClass& message_class(nb::handle python_class) {
  static PyObject* const name = PyUnicode_InternFromString(kAttribute);
  const nb::object found = nb::getattr(python_class, nb::handle(name), nb::none());
  void* const type = PyCapsule_IsValid(found.ptr(), kCapsule)
                       ? PyCapsule_GetPointer(found.ptr(), kCapsule)
                       : nullptr;
  if (type == nullptr) {
    raise(PyExc_TypeError, "%R is no class of messages, such as std_msgs.msg.String",
          python_class.ptr());
  }
  return *static_cast<MessageClass*>(type);
}

void raise(PyObject* exception, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  PyErr_FormatV(exception, format, arguments);
  va_end(arguments);
  throw nb::python_error();
}

void fail(PyObject* exception, const MessageClass& type, const Field& field, const char* format,
          ...) {
  va_list arguments;
  va_start(arguments, format);
  const nb::object why = nb::steal(PyUnicode_FromFormatV(format, arguments));
  va_end(arguments);
  if (why) {
    PyErr_Format(exception, "The '%U' field of %s %U", field.name().ptr(), type.name().c_str(),
                 why.ptr());
  }
  throw nb::python_error();
}

void fail_with(const nb::python_error& raised, const MessageClass& type, const Field& field) {
  fail(raised.type().ptr(), type, field, "cannot hold this value: %S", raised.value().ptr());
}

void fail_with_raised(const MessageClass& type, const Field& field) {
  fail_with(nb::python_error(), type, field);
}

bool checks_by_default() noexcept {
  static const bool checks = [] {
    const char* const asked = std::getenv("ROS_PYTHON_CHECK_FIELDS");
    return asked != nullptr && std::strcmp(asked, "1") == 0;
  }();
  return checks;
}

}  // namespace ranvier::python
