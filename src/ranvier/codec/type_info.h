// What generated code tells the runtime about a type: the one seam between a
// message package and the core.
//
// A message package compiles one TypeInfo per type (size, life, codec, hash,
// members). User code never sees the codec, so that including a message header
// costs a struct and nothing else; the runtime never sees T.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ranvier::codec {

class Encoder;  // cdr.h
class Decoder;  // cdr.h
struct TypeInfo;

/// How a member repeats.
enum class Repeat : std::uint8_t { kNone, kArray, kBoundedSequence, kSequence };

/// Scalar kinds; the values are the field type ids of
/// type_description_interfaces/msg/FieldType (1 nested … 22 wide string).
enum class Scalar : std::uint8_t {
  kNested = 1,
  kInt8,
  kUint8,
  kInt16,
  kUint16,
  kInt32,
  kUint32,
  kInt64,
  kUint64,
  kFloat,
  kDouble,
  kLongDouble,
  kChar,
  kWchar,
  kBoolean,
  kByte,
  kString,
  kWstring,
  kFixedString,
  kFixedWstring,
  kBoundedString,
  kBoundedWstring
};

/// One field of a type, in declaration order.
struct Member {
  const char* name;
  Scalar scalar;
  Repeat repeat;
  std::uint32_t capacity;         ///< array length or sequence bound, else 0
  std::uint32_t string_capacity;  ///< bound of a bounded string, else 0
  const TypeInfo& (*nested)();    ///< of kNested, else null
  std::uint32_t offset;           ///< of the member in the object, in bytes
  /// Access to a repeated member (null for kNone); `member` is object + offset.
  std::size_t (*size)(const void* member);
  /// Null for sequences of bool: there the member is a std::vector<bool>.
  const void* (*at)(const void* member, std::size_t index);
  void (*resize)(void* member, std::size_t size);  ///< null for arrays
  /// The default as ROS 2 shows it ("True", "(1, 2)"), or "". Lives for ever.
  std::string_view default_value = {};
};

/// Everything the core needs to carry, copy, encode and decode a type.
///
/// Threads: immutable; every function is callable from any thread.
struct TypeInfo {
  const char* name;      ///< "std_msgs/msg/String"
  const char* dds_name;  ///< "std_msgs::msg::dds_::String_"
  const char* hash;      ///< "RIHS01_<64 hex>"
  std::size_t size;      ///< sizeof(T)
  std::size_t alignment;
  bool has_fixed_size;  ///< no string, no sequence, at any depth: trivially copyable

  void* (*create)();                           ///< new T(), all defaults set
  void (*destroy)(void* object);               ///< delete
  void* (*clone)(const void* object);          ///< new T(object)
  void (*assign)(void* to, const void* from);  ///< *to = *from

  /// Bytes that encode() writes, without the 4-byte encapsulation header.
  /// Throws std::length_error if a bounded string is longer than its bound, or a string
  /// or sequence than the 32 bits that CDR counts in. Of messages: encoded_size_of().
  std::size_t (*encoded_size)(const void* object);
  /// Writes XCDR1 in this machine's byte order. The encoder's buffer holds at
  /// least encoded_size(object) bytes.
  void (*encode)(const void* object, Encoder& to);
  /// Reads XCDR1 in the decoder's byte order; false if the input ends early,
  /// has a length that it cannot hold, a bound exceeded or an unterminated
  /// string. Then the object is valid but unspecified.
  bool (*decode)(void* object, Decoder& from);

  const Member* members;
  std::size_t member_count;
};

/// The three types of a service; `event` is its introspection event.
struct ServiceTypeInfo {
  const char* name;      ///< "std_srvs/srv/SetBool"
  const char* dds_name;  ///< "std_srvs::srv::dds_::SetBool_"
  const char* hash;
  const TypeInfo* request;
  const TypeInfo* response;
  const TypeInfo* event;
};

/// The types of an action.
struct ActionTypeInfo {
  const char* name;  ///< "example_interfaces/action/Fibonacci"
  const char* hash;
  const TypeInfo* goal;
  const TypeInfo* result;
  const TypeInfo* feedback;
  const ServiceTypeInfo* send_goal;
  const ServiceTypeInfo* get_result;
  const TypeInfo* feedback_message;
};

}  // namespace ranvier::codec
