#include "ranvier/build.hpp"

#include <cstdint>
#include <new>
#include <stdexcept>
#include <string>

#include "core/core_edge.hpp"
#include "endpoints/publisher_handle.hpp"
#include "ranvier/base/block_pool.h"
#include "ranvier/msg/hole.h"

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

std::shared_ptr<Publisher> core_of(rclcpp::PublisherBase & publisher)
{
  return static_cast<rclcpp::detail::PublisherHandle &>(*publisher.get_publisher_handle()).core;
}

[[noreturn]] void refuse_again()
{
  throw std::logic_error("the message was published already");
}

void check_count(size_t count, size_t most)
{
  if (count <= most && count <= UINT32_MAX) {return;}
  throw std::length_error(
          "a field cannot be built with " + std::to_string(count) + " elements: it holds at most " +
          std::to_string(most < UINT32_MAX ? most : UINT32_MAX));
}

}  // namespace

// In a block of the pool: it goes after the message was sent, and before who sent it sleeps.
struct MessageInBuilding::Impl
{
  static void * operator new(size_t) {return BlockPool::process().take();}
  static void operator delete(void * block) noexcept {BlockPool::process().give(block);}

  std::shared_ptr<Publisher> publisher;
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
  impl_.reset(new Impl{core_of(known), count});
  impl_->empty = encoded(*impl_->publisher->endpoint().type, empty);
}

MessageInBuilding::MessageInBuilding(MessageInBuilding &&) noexcept = default;
MessageInBuilding & MessageInBuilding::operator=(MessageInBuilding &&) noexcept = default;
MessageInBuilding::~MessageInBuilding() = default;

void * MessageInBuilding::encode(const void * sample, size_t size, size_t alignment)
{
  Publisher & core = *impl_->publisher;
  const MessagePtr known = encoded(*core.endpoint().type, sample);
  const Hole hole(impl_->empty->bytes(), known->bytes(), {impl_->count, size, alignment});
  impl_->message = core.lend_bytes(hole.size());
  impl_->empty.reset();
  if (!impl_->message) {throw std::bad_alloc();}
  return hole.write(const_cast<uint8_t *>(impl_->message->bytes().data));
}

void MessageInBuilding::publish()
{
  if (!impl_ || !impl_->message) {refuse_again();}
  rclcpp::detail::check(impl_->publisher->send_lent(std::move(impl_->message)));
}

}  // namespace ranvier::detail
