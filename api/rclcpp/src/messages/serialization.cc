#include "rclcpp/serialization.hpp"

#include <string>

#include "ranvier/codec/cdr.h"
#include "ranvier/codec/type_info.h"
#include "ranvier/msg/bounds.h"
#include "rclcpp/exceptions.hpp"
#include "rcpputils/asserts.hpp"

namespace rclcpp
{

namespace cdr = ranvier::codec;

namespace
{

[[noreturn]] void fail(
  const char * in_short, const cdr::TypeInfo & type, const std::string & what)
{
  throw exceptions::RCLError(
          exceptions::RCLErrorBase(
            RCL_RET_ERROR, "message of type '" + std::string(type.name) + "' " + what), in_short);
}

template<typename T>
T & required(T * pointer, const char * what)
{
  rcpputils::check_true(pointer != nullptr, std::string(what) + " is nullpointer.");
  return *pointer;
}

const cdr::TypeInfo & info_of(const rosidl_message_type_support_t * type)
{
  return *static_cast<const cdr::TypeInfo *>(type->data);
}

}  // namespace

SerializationBase::SerializationBase(const rosidl_message_type_support_t * type_support)
: type_support_(&required(type_support, "Typesupport")) {}

SerializationBase::~SerializationBase() = default;

void SerializationBase::serialize_message(
  const void * ros_message, SerializedMessage * serialized_message) const
{
  required(static_cast<const char *>(ros_message), "ROS message");
  SerializedMessage & to = required(serialized_message, "Serialized message");
  const cdr::TypeInfo & type = info_of(type_support_);
  try {
    const size_t payload = ranvier::encoded_size_of(type, ros_message);
    to.reserve(cdr::kEncapsulationSize + payload);
    rcl_serialized_message_t & bytes = to.get_rcl_serialized_message();
    cdr::write_encapsulation(bytes.buffer);
    cdr::Encoder encoder(bytes.buffer + cdr::kEncapsulationSize, payload);
    type.encode(ros_message, encoder);
    bytes.buffer_length = cdr::kEncapsulationSize + payload;
  } catch (const std::length_error & error) {
    fail(
      "Failed to serialize ROS message.: ", type,
      std::string("cannot be serialized: ") + error.what());
  }
}

void SerializationBase::deserialize_message(
  const SerializedMessage * serialized_message, void * ros_message) const
{
  const SerializedMessage & from = required(serialized_message, "Serialized message");
  rcpputils::check_true(
    from.size() != 0, "Wrongly initialized. Serialized message has a size of zero.");
  required(static_cast<char *>(ros_message), "ROS message");
  const cdr::TypeInfo & type = info_of(type_support_);
  const rcl_serialized_message_t & bytes = from.get_rcl_serialized_message();
  cdr::Decoder decoder(nullptr, 0);
  if (
    !cdr::open_payload(bytes.buffer, bytes.buffer_length, decoder) ||
    !type.decode(ros_message, decoder))
  {
    fail(
      "Failed to deserialize ROS message.: ", type,
      "cannot be read from " + std::to_string(bytes.buffer_length) +
      " bytes: they are not CDR of this type");
  }
}

}  // namespace rclcpp
