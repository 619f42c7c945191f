// What lies behind a Python class of messages: its fields, and the slots that hold them.
//
// The class itself is Python's (rosidl_generator_py/message.py): a class with __slots__, so that
// an object is no more than one pointer for a field. What is here is made once for a class, from
// what the generator wrote down, and is all that the converter knows of a type.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "extension/numbers.h"
#include "ranvier/codec/type_info.h"

namespace ranvier::python {

namespace nb = nanobind;

class MessageClass;

/// One field of a class of messages.
class Field final {
 public:
  /// @param declared  (name, type, repeat, capacity, bound of a string[, default]), as the
  ///                  generator writes it; `type` is a scalar of .msg files or the full name of
  ///                  a message, `repeat` one of none, array, bounded, sequence.
  explicit Field(nb::handle declared);

  /// What it has in `object`, borrowed; null if it was deleted or never set.
  PyObject*& slot(nb::handle object) const noexcept {
    return *reinterpret_cast<PyObject**>(reinterpret_cast<char*>(object.ptr()) + offset_);
  }
  /// Puts a value there, which is converted as an assignment converts it.
  /// @param checked  whether it must be of the right kind, as with ROS_PYTHON_CHECK_FIELDS=1.
  void assign(nb::handle object, nb::handle value, bool checked) const;
  /// Puts the default there, or zero.
  void set_default(nb::handle object) const;

  bool repeats() const noexcept { return repeat_ != codec::Repeat::kNone; }
  bool is_message() const noexcept { return scalar_ == codec::Scalar::kNested; }
  codec::Scalar scalar() const noexcept { return scalar_; }
  codec::Repeat repeat() const noexcept { return repeat_; }
  std::size_t capacity() const noexcept { return capacity_; }
  std::size_t string_bound() const noexcept { return string_bound_; }
  const NumberKind* number() const noexcept { return number_; }
  nb::handle name() const noexcept { return name_; }
  /// Of a message: its class, imported when first asked.
  MessageClass& nested() const;
  /// The fewest bytes that one element takes.
  std::size_t min_size() const;

 private:
  friend class MessageClass;
  nb::object zero() const;
  nb::object one_zero() const;
  nb::object stored(nb::handle value) const;

  nb::object name_;           // interned
  nb::object default_value_;  // null without one
  std::string nested_name_;   // "std_msgs/msg/Header"
  codec::Scalar scalar_;
  codec::Repeat repeat_;
  std::size_t capacity_;
  std::size_t string_bound_;
  const NumberKind* number_;
  Py_ssize_t offset_ = 0;
  mutable nb::object nested_type_;  // keeps nested_
  mutable MessageClass* nested_ = nullptr;
};

/// A class of messages.
///
/// Threads:  GIL held.
/// Lifetime: owned by the Python class, through a capsule in its dictionary.
class MessageClass final {
 public:
  MessageClass(nb::handle python_class, std::string name, std::string hash, nb::handle fields);

  /// Gives it to its Python class.
  static MessageClass& give(std::unique_ptr<MessageClass> made);

  nb::handle type() const noexcept { return type_; }
  const std::string& name() const noexcept { return name_; }  ///< "std_msgs/msg/String"
  const std::string& hash() const noexcept { return hash_; }  ///< "RIHS01_<64 hex>"
  const std::vector<Field>& fields() const noexcept { return fields_; }
  /// Whether it is an object of the class, or of one that derives from it.
  bool has(nb::handle object) const noexcept {
    return PyObject_TypeCheck(object.ptr(), reinterpret_cast<PyTypeObject*>(type_.ptr())) != 0;
  }
  /// Raises TypeError if it is none.
  void require(nb::handle object) const;
  /// An object without fields, to be filled.
  nb::object blank() const;
  /// An object with its defaults.
  nb::object made() const;
  /// Whether the object checks what is assigned to it.
  bool checks(nb::handle object) const noexcept { return checks_slot(object) == Py_True; }
  void set_checks(nb::handle object, nb::handle checks) const noexcept;
  /// The fewest bytes that a message takes.
  std::size_t min_size() const;
  /// Imports what its fields need, so that the first message does not wait for it.
  void prepare() const;

 private:
  PyObject*& checks_slot(nb::handle object) const noexcept {
    return *reinterpret_cast<PyObject**>(reinterpret_cast<char*>(object.ptr()) + checks_offset_);
  }

  nb::handle type_;  // which owns this
  std::string name_, hash_;
  std::vector<Field> fields_;
  Py_ssize_t checks_offset_ = 0;
  mutable std::size_t min_size_ = 0;  // 0: not computed yet
  mutable bool prepared_ = false;
};

/// Raises a Python exception; the words are what PyErr_Format takes.
[[noreturn]] void raise(PyObject* exception, const char* format, ...);
/// Raises a Python exception whose words begin with the field and its message.
/// @param format  the same, of what comes after "The 'x' field of pkg/msg/Y ".
[[noreturn]] void fail(PyObject* exception, const MessageClass& type, const Field& field,
                       const char* format, ...);
/// Raises what was raised again, with the field in front of its words.
[[noreturn]] void fail_with(const nb::python_error& raised, const MessageClass& type,
                            const Field& field);
/// The same of the error that Python has.
[[noreturn]] void fail_with_raised(const MessageClass& type, const Field& field);

/// Whether objects check what is assigned to them by default: ROS_PYTHON_CHECK_FIELDS.
bool checks_by_default() noexcept;

}  // namespace ranvier::python
