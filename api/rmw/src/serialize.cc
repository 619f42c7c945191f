// Messages to bytes and back, by the codec of their type.
#include <new>
#include <stdexcept>
#include <string>

#include "ranvier/codec/cdr.h"
#include "ranvier/codec/type_info.h"
#include "ranvier/msg/bounds.h"
#include "rcutils/error_handling.h"
#include "rmw/rmw.h"

namespace {

using namespace ranvier::codec;

// Null, with an error set, for a handle that has no codec.
const TypeInfo* type_of(const rosidl_message_type_support_t& handle) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(handle.func, nullptr);
  const auto* ours = handle.func(&handle, "rosidl_typesupport_ranvier");
  if (ours) return static_cast<const TypeInfo*>(ours->data);
  RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING(
      "the handle is of '%s', which does not serialize: give the one of rosidl_typesupport_cpp",
      handle.typesupport_identifier);
  return nullptr;
}

rmw_ret_t reserve(rmw_serialized_message_t& bytes, std::size_t size) {
  if (size <= bytes.buffer_capacity) return RMW_RET_OK;
  if (!rcutils_allocator_is_valid(&bytes.allocator)) {
    RCUTILS_SET_ERROR_MSG("the serialized message was not initialized: it has no allocator");
    return RMW_RET_ERROR;
  }
  void* grown = bytes.allocator.reallocate(bytes.buffer, size, bytes.allocator.state);
  if (!grown) {
    RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING("a serialized message cannot get %zu bytes", size);
    return RMW_RET_BAD_ALLOC;
  }
  bytes.buffer = static_cast<std::uint8_t*>(grown);
  bytes.buffer_capacity = size;
  return RMW_RET_OK;
}

rmw_ret_t encode(const TypeInfo& type, const void* object, rmw_serialized_message_t& bytes) {
  const std::size_t payload = ranvier::encoded_size_of(type, object);
  if (const rmw_ret_t failed = reserve(bytes, kEncapsulationSize + payload)) return failed;
  write_encapsulation(bytes.buffer);
  Encoder encoder(bytes.buffer + kEncapsulationSize, payload);
  type.encode(object, encoder);
  bytes.buffer_length = kEncapsulationSize + payload;
  return RMW_RET_OK;
}

}  // namespace

rmw_ret_t rmw_serialize(const void* ros_message, const rosidl_message_type_support_t* type_support,
                        rmw_serialized_message_t* serialized_message) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(ros_message, RMW_RET_ERROR);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(type_support, RMW_RET_ERROR);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(serialized_message, RMW_RET_ERROR);
  const TypeInfo* type = type_of(*type_support);
  if (!type) return RMW_RET_ERROR;
  try {
    return encode(*type, ros_message, *serialized_message);
  } catch (const std::length_error& error) {
    RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING("a message of type '%s' cannot be serialized: %s",
                                             type->name, error.what());
    return RMW_RET_ERROR;
  }
}

rmw_ret_t rmw_deserialize(const rmw_serialized_message_t* serialized_message,
                          const rosidl_message_type_support_t* type_support, void* ros_message) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(serialized_message, RMW_RET_ERROR);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(type_support, RMW_RET_ERROR);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(ros_message, RMW_RET_ERROR);
  const TypeInfo* type = type_of(*type_support);
  if (!type) return RMW_RET_ERROR;
  Decoder decoder(nullptr, 0);
  try {
    if (open_payload(serialized_message->buffer, serialized_message->buffer_length, decoder) &&
        type->decode(ros_message, decoder)) {
      return RMW_RET_OK;
    }
  } catch (const std::bad_alloc&) {
    RCUTILS_SET_ERROR_MSG("there is no memory for the message");
    return RMW_RET_BAD_ALLOC;
  }
  RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING(
      "a message of type '%s' cannot be read from %zu bytes: they are not CDR of this type",
      type->name, serialized_message->buffer_length);
  return RMW_RET_ERROR;
}
