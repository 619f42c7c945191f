#include "rclcpp/detail/delivery.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

#include "core/core_edge.hpp"
#include "ranvier/base/prefetch.h"
#include "ranvier/msg/kept.h"
#include "ranvier/node/subscription.h"

namespace rclcpp::detail
{

using ranvier::Message;
using ranvier::MessagePtr;

void refuse_copy()
{
  throw std::logic_error(
          "an AnySubscriptionCallback cannot be copied: the callable that it holds has no copy "
          "constructor. Give one that does, or move the AnySubscriptionCallback");
}

const void * Delivery::object() {return message_->object();}

namespace
{

// A view decodes these bytes first.
constexpr size_t kHead = 256;

[[noreturn]] void raise_undecodable(const ranvier::TypeInfo & type, size_t size)
{
  raise(
    {ranvier::Code::kWorld, std::to_string(size) + " bytes are not a " + type.name +
      ": give what a publisher of that type sends"});
}

}  // namespace

std::shared_ptr<const void> Delivery::share()
{
  return ranvier::keep(message_, message_->object());
}

std::shared_ptr<const void> Delivery::bytes(size_t & size)
{
  const ranvier::Bytes bytes = message_->bytes();
  size = bytes.size;
  ranvier::prefetch_lines(
    bytes.data, ranvier::lines_of(std::min(bytes.size, kHead)));
  return bytes.data ? ranvier::keep(message_, bytes.data) : nullptr;
}

void refuse_bytes() {throw ranvier::Undecodable{};}

void * Delivery::take()
{
  if (void * object = Message::take_object(message_)) {return object;}
  return message_->type().clone(message_->object());
}

const void * Delivery::adapted(const std::type_info & id) {return message_->adapted(id);}

std::shared_ptr<const void> Delivery::share_adapted(const std::type_info & id)
{
  return std::shared_ptr<const void>(message_->adapted(id), [message = message_](const void *) {});
}

void * Delivery::take_adapted(const std::type_info & id)
{
  return Message::take_adapted(message_, id);
}

Owned<SerializedMessage> Delivery::serialized()
{
  const ranvier::Bytes bytes = message_->bytes();
  Owned<SerializedMessage> message(new SerializedMessage(bytes.size));
  auto & array = message->get_rcl_serialized_message();
  std::memcpy(array.buffer, bytes.data, bytes.size);
  array.buffer_length = bytes.size;
  return message;
}

MessageInfo Delivery::info()
{
  const ranvier::MessageHeader & header = message_->header();
  rmw_message_info_t info{};
  info.source_timestamp = header.source_timestamp;
  info.received_timestamp = header.received_timestamp;
  info.publication_sequence_number = header.sequence;
  info.reception_sequence_number = header.sequence;
  info.publisher_gid = to_rmw(header.publisher);
  info.from_intra_process = message_->born_as_object();
  return info;
}

namespace
{

const ranvier::TypeInfo & type_of(const rosidl_message_type_support_t & handle)
{
  return *static_cast<const ranvier::TypeInfo *>(handle.data);
}

// The same, unless it is null.
template<typename T>
T * given_to_call(T * message)
{
  if (message == nullptr) {refuse_null("a subscription's handle_message() or dispatch()", "message");}
  return message;
}

void call_past(ErasedCallback & callback, MessagePtr message, const MessageInfo & info)
{
  const rmw_message_info_t & from = info.get_rmw_message_info();
  ranvier::MessageHeader & header = message->header();
  header.source_timestamp = from.source_timestamp;
  header.received_timestamp = from.received_timestamp;
  header.sequence = from.publication_sequence_number;
  std::memcpy(header.publisher.bytes.data(), from.publisher_gid.data, header.publisher.bytes.size());
  Delivery delivery(message);
  try {
    callback.call(delivery);
  } catch (const ranvier::Undecodable &) {
    raise_undecodable(message->type(), message->bytes().size);
  }
}

}  // namespace

void call_with_own(
  ErasedCallback & callback, const rosidl_message_type_support_t & type, void * message,
  const MessageInfo & info)
{
  (void)given_to_call(message);
  call_past(callback, Message::from_object(type_of(type), message), info);
}

void call_with_copy(
  ErasedCallback & callback, const rosidl_message_type_support_t & type, const void * message,
  const MessageInfo & info)
{
  call_with_own(callback, type, type_of(type).clone(given_to_call(message)), info);
}

void call_with_bytes(
  ErasedCallback & callback, const rosidl_message_type_support_t & type,
  const std::shared_ptr<const SerializedMessage> & bytes, const MessageInfo & info)
{
  const auto & array = given_to_call(bytes.get())->get_rcl_serialized_message();
  auto * copy = new SerializedMessage(*bytes);
  const auto & kept = copy->get_rcl_serialized_message();
  MessagePtr message = Message::from_bytes(
    type_of(type), {kept.buffer, kept.buffer_length},
    {[](void * keeper) noexcept {delete static_cast<SerializedMessage *>(keeper);}, copy});
  if (!callback.takes_serialized() && message->object() == nullptr) {
    raise_undecodable(type_of(type), array.buffer_length);
  }
  call_past(callback, std::move(message), info);
}

void call_with_adapted(
  ErasedCallback & callback, const rosidl_message_type_support_t & type,
  const Adaptation & adaptation, void * custom, const MessageInfo & info)
{
  (void)given_to_call(custom);
  const ranvier::AdaptedType adapted{
    adaptation.id, adaptation.to_ros, adaptation.clone, adaptation.destroy};
  call_past(callback, Message::from_adapted(type_of(type), adapted, custom), info);
}

}  // namespace rclcpp::detail
