#include "ranvier/build.hpp"

#include <cstdint>
#include <new>
#include <stdexcept>
#include <string>

#include "core_edge.hpp"
#include "ranvier/msg/hole.h"
#include "ranvier/node/publisher.h"
#include "rcl/types.h"

namespace ranvier::detail
{
namespace
{

MessagePtr encoded(const TypeInfo & type, const void * object)
{
  MessagePtr message = Message::from_encoded(type, object);
  if (!message) {throw std::bad_alloc();}
  return message;
}

void check_count(size_t count, size_t most)
{
  if (count <= most && count <= UINT32_MAX) {return;}
  throw std::length_error(
          "a field cannot be built with " + std::to_string(count) + " elements: it holds at most " +
          std::to_string(most < UINT32_MAX ? most : UINT32_MAX));
}

}  // namespace

struct MessageInBuilding::Impl
{
  Publisher & core() const {return *static_cast<Publisher *>(publisher->impl);}

  std::shared_ptr<rcl_publisher_t> publisher;  // keeps the core
  size_t count;
  MessagePtr empty{};
  MessagePtr message{};  // until it is published
};

size_t MessageInBuilding::sampled(size_t count) {return Hole::sampled(count);}

MessageInBuilding::MessageInBuilding(
  const rclcpp::PublisherBase & publisher, const void * empty, size_t count, size_t most)
{
  check_count(count, most);
  auto & known = const_cast<rclcpp::PublisherBase &>(publisher);
  impl_.reset(new Impl{known.get_publisher_handle(), count});
  impl_->empty = encoded(*impl_->core().endpoint().type, empty);
}

MessageInBuilding::MessageInBuilding(MessageInBuilding &&) noexcept = default;
MessageInBuilding & MessageInBuilding::operator=(MessageInBuilding &&) noexcept = default;
MessageInBuilding::~MessageInBuilding() = default;

void * MessageInBuilding::encode(const void * sample, size_t size, size_t alignment)
{
  Publisher & core = impl_->core();
  const MessagePtr known = encoded(*core.endpoint().type, sample);
  const Hole hole(impl_->empty->bytes(), known->bytes(), {impl_->count, size, alignment});
  impl_->message = core.lend_bytes(hole.size());
  impl_->empty.reset();
  if (!impl_->message) {throw std::bad_alloc();}
  return hole.write(const_cast<uint8_t *>(impl_->message->bytes().data));
}

void MessageInBuilding::publish()
{
  if (!impl_ || !impl_->message) {throw std::logic_error("the message was published already");}
  rclcpp::detail::check(impl_->core().send_lent(std::move(impl_->message)));
}

}  // namespace ranvier::detail
