#include "rclcpp/detail/delivery.hpp"

#include <cstring>
#include <utility>

#include "rclcpp/exceptions.hpp"

namespace rclcpp
{
namespace
{

rcl_serialized_message_t empty(const rcutils_allocator_t & allocator)
{
  return {nullptr, 0, 0, allocator};
}

void copy(const rcl_serialized_message_t & from, SerializedMessage & to)
{
  to.reserve(from.buffer_length);
  auto & bytes = to.get_rcl_serialized_message();
  if (from.buffer_length != 0) {std::memcpy(bytes.buffer, from.buffer, from.buffer_length);}
  bytes.buffer_length = from.buffer_length;
}

}  // namespace

SerializedMessage::SerializedMessage(const rcutils_allocator_t & allocator)
: bytes_(empty(allocator)) {}

SerializedMessage::SerializedMessage(size_t capacity, const rcutils_allocator_t & allocator)
: bytes_(empty(allocator))
{
  reserve(capacity);
}

SerializedMessage::SerializedMessage(const SerializedMessage & other)
: SerializedMessage(other.bytes_) {}

SerializedMessage::SerializedMessage(const rcl_serialized_message_t & other)
: bytes_(empty(other.allocator))
{
  copy(other, *this);
}

SerializedMessage::SerializedMessage(SerializedMessage && other)
: bytes_(std::exchange(other.bytes_, empty(other.bytes_.allocator))) {}

SerializedMessage::SerializedMessage(rcl_serialized_message_t && other)
: bytes_(std::exchange(other, empty(other.allocator))) {}

SerializedMessage & SerializedMessage::operator=(const SerializedMessage & other)
{
  if (this != &other) {copy(other.bytes_, *this);}
  return *this;
}

SerializedMessage & SerializedMessage::operator=(const rcl_serialized_message_t & other)
{
  if (&bytes_ != &other) {copy(other, *this);}
  return *this;
}

SerializedMessage & SerializedMessage::operator=(SerializedMessage && other)
{
  std::swap(bytes_, other.bytes_);
  return *this;
}

SerializedMessage & SerializedMessage::operator=(rcl_serialized_message_t && other)
{
  std::swap(bytes_, other);
  return *this;
}

SerializedMessage::~SerializedMessage()
{
  if (bytes_.buffer) {bytes_.allocator.deallocate(bytes_.buffer, bytes_.allocator.state);}
}

void SerializedMessage::reserve(size_t capacity)
{
  if (capacity <= bytes_.buffer_capacity) {return;}
  void * grown = bytes_.allocator.reallocate(bytes_.buffer, capacity, bytes_.allocator.state);
  if (grown == nullptr) {
    throw exceptions::RCLBadAlloc(
            exceptions::RCLErrorBase(
              RCL_RET_BAD_ALLOC, "a serialized message cannot get " + std::to_string(capacity) +
              " bytes"));
  }
  bytes_.buffer = static_cast<uint8_t *>(grown);
  bytes_.buffer_capacity = capacity;
}

rcl_serialized_message_t SerializedMessage::release_rcl_serialized_message()
{
  return std::exchange(bytes_, empty(bytes_.allocator));
}

}  // namespace rclcpp
