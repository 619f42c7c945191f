// Where code that takes messages past the executor gets their memory from.
#ifndef RCLCPP__MESSAGE_MEMORY_STRATEGY_HPP_
#define RCLCPP__MESSAGE_MEMORY_STRATEGY_HPP_

#include <cstddef>
#include <memory>
#include <utility>

#include "rclcpp/detail/allocators.hpp"
#include "rclcpp/detail/create.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/subscription.hpp"

namespace rclcpp
{
namespace message_memory_strategy
{

/// Lends messages of an allocator, each anew. Subscription::create_message() and
/// return_message() ask it; our executors hand over the object that was
/// published or decoded, and borrow none.
/// Threads: one at a time.
template<typename MessageT, typename Alloc>
class MessageMemoryStrategy : public detail::MessageMemory
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(MessageMemoryStrategy)

  using MessageAllocTraits = allocator::AllocRebind<MessageT, Alloc>;
  using MessageAlloc = typename MessageAllocTraits::allocator_type;
  using MessageDeleter = allocator::Deleter<MessageAlloc, MessageT>;
  using SerializedMessageAllocTraits = allocator::AllocRebind<SerializedMessage, Alloc>;
  using SerializedMessageAlloc = typename SerializedMessageAllocTraits::allocator_type;
  using SerializedMessageDeleter =
    allocator::Deleter<SerializedMessageAlloc, SerializedMessage>;
  using BufferAllocTraits = allocator::AllocRebind<char, Alloc>;
  using BufferAlloc = typename BufferAllocTraits::allocator_type;
  using BufferDeleter = allocator::Deleter<BufferAlloc, char>;

  MessageMemoryStrategy()
  : MessageMemoryStrategy(std::make_shared<Alloc>()) {}
  explicit MessageMemoryStrategy(std::shared_ptr<Alloc> allocator)
  : message_allocator_(std::make_shared<MessageAlloc>(*allocator)),
    serialized_message_allocator_(std::make_shared<SerializedMessageAlloc>(*allocator)),
    buffer_allocator_(std::make_shared<BufferAlloc>(*allocator)),
    rcutils_allocator_(allocator::get_rcl_allocator<char, BufferAlloc>(*buffer_allocator_)) {}
  ~MessageMemoryStrategy() override = default;

  static SharedPtr create_default() {return std::make_shared<MessageMemoryStrategy>();}

  virtual std::shared_ptr<MessageT> borrow_message()
  {
    return std::allocate_shared<MessageT>(*message_allocator_);
  }
  virtual std::shared_ptr<SerializedMessage> borrow_serialized_message(size_t capacity)
  {
    return std::make_shared<SerializedMessage>(capacity, rcutils_allocator_);
  }
  virtual std::shared_ptr<SerializedMessage> borrow_serialized_message()
  {
    return borrow_serialized_message(default_buffer_capacity_);
  }
  virtual void set_default_buffer_capacity(size_t capacity) {default_buffer_capacity_ = capacity;}
  virtual void return_message(std::shared_ptr<MessageT> & msg) {msg.reset();}
  virtual void return_serialized_message(std::shared_ptr<SerializedMessage> & serialized_msg)
  {
    serialized_msg.reset();
  }

  // ---- as a subscription asks, which knows no MessageT ----

  std::shared_ptr<void> borrow() final {return borrow_message();}
  void give_back(std::shared_ptr<void> & message) final
  {
    auto typed = std::static_pointer_cast<MessageT>(std::move(message));
    return_message(typed);
  }
  std::shared_ptr<SerializedMessage> borrow_bytes() final {return borrow_serialized_message();}
  void give_back(std::shared_ptr<SerializedMessage> & bytes) final
  {
    return_serialized_message(bytes);
  }

  std::shared_ptr<MessageAlloc> message_allocator_;
  MessageDeleter message_deleter_;
  std::shared_ptr<SerializedMessageAlloc> serialized_message_allocator_;
  SerializedMessageDeleter serialized_message_deleter_;
  std::shared_ptr<BufferAlloc> buffer_allocator_;
  BufferDeleter buffer_deleter_;
  size_t default_buffer_capacity_ = 0;
  rcutils_allocator_t rcutils_allocator_;
};

}  // namespace message_memory_strategy
}  // namespace rclcpp
#endif  // RCLCPP__MESSAGE_MEMORY_STRATEGY_HPP_
