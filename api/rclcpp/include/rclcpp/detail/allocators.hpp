// Allocators of C++ behind the four functions of an allocator of C, of deleters, and the memory
// strategies that lend of them.
#ifndef RCLCPP__DETAIL__ALLOCATORS_HPP_
#define RCLCPP__DETAIL__ALLOCATORS_HPP_

#include <cstddef>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "rclcpp/detail/delivery.hpp"
#include "rclcpp/macros.hpp"
#include "rcutils/allocator.h"

typedef rcutils_allocator_t rcl_allocator_t;

namespace rclcpp
{
namespace allocator
{

namespace detail
{

// A block of bytes with its size in front, which an allocator of C++ must be
// given when it takes the block back.
struct alignas(std::max_align_t) BlockSize
{
  size_t bytes;
};

template<typename Alloc>
Alloc & allocator_of(void * untyped)
{
  if (untyped == nullptr) {
    throw std::runtime_error(
            "Received incorrect allocator type: an allocator was used without its state");
  }
  return *static_cast<Alloc *>(untyped);
}

template<typename Alloc>
using ByteTraits = AllocRebind<unsigned char, Alloc>;

}  // namespace detail

/// `size` bytes of the allocator at `untyped_allocator`.
template<typename Alloc>
void * retyped_allocate(size_t size, void * untyped_allocator)
{
  using Traits = detail::ByteTraits<Alloc>;
  typename Traits::allocator_type own(detail::allocator_of<Alloc>(untyped_allocator));
  const size_t all = size + sizeof(detail::BlockSize);
  auto * block = reinterpret_cast<detail::BlockSize *>(Traits::allocate(own, all));
  block->bytes = all;
  return block + 1;
}

/// Gives back what retyped_allocate() gave.
template<typename T, typename Alloc>
void retyped_deallocate(void * untyped_pointer, void * untyped_allocator)
{
  auto & given = detail::allocator_of<Alloc>(untyped_allocator);
  if (untyped_pointer == nullptr) {return;}
  using Traits = detail::ByteTraits<Alloc>;
  typename Traits::allocator_type own(given);
  auto * block = static_cast<detail::BlockSize *>(untyped_pointer) - 1;
  Traits::deallocate(own, reinterpret_cast<unsigned char *>(block), block->bytes);
}

/// A block of `size` bytes with what the old one held, which is given back.
template<typename T, typename Alloc>
void * retyped_reallocate(void * untyped_pointer, size_t size, void * untyped_allocator)
{
  void * grown = retyped_allocate<Alloc>(size, untyped_allocator);
  if (untyped_pointer == nullptr) {return grown;}
  const auto * old = static_cast<detail::BlockSize *>(untyped_pointer) - 1;
  const size_t held = old->bytes - sizeof(detail::BlockSize);
  std::memcpy(grown, untyped_pointer, held < size ? held : size);
  retyped_deallocate<T, Alloc>(untyped_pointer, untyped_allocator);
  return grown;
}

template<typename Alloc>
void * retyped_zero_allocate(
  size_t number_of_elem, size_t size_of_elem, void * untyped_allocator)
{
  const size_t size = number_of_elem * size_of_elem;
  return std::memset(retyped_allocate<Alloc>(size, untyped_allocator), 0, size);
}

/// An allocator of C that asks `allocator`, which must outlive it; the heap's
/// for std::allocator.
template<typename T, typename Alloc>
rcl_allocator_t get_rcl_allocator(Alloc & allocator)
{
  if constexpr (std::is_same_v<AllocRebind<T, Alloc>, AllocRebind<T, std::allocator<T>>>) {
    return rcutils_get_default_allocator();
  } else {
    rcl_allocator_t functions;
    functions.allocate = &retyped_allocate<Alloc>;
    functions.deallocate = &retyped_deallocate<T, Alloc>;
    functions.reallocate = &retyped_reallocate<T, Alloc>;
    functions.zero_allocate = &retyped_zero_allocate<Alloc>;
    functions.state = &allocator;
    return functions;
  }
}

}  // namespace allocator
}  // namespace rclcpp

namespace rclcpp
{
namespace allocator
{

/// Tells a deleter its allocator, which must outlive what it deletes.
/// Throws std::invalid_argument for null.
template<typename Alloc, typename T>
void set_allocator_for_deleter(AllocatorDeleter<Alloc> * deleter, Alloc * alloc)
{
  if (deleter == nullptr || alloc == nullptr) {
    throw std::invalid_argument("Argument was NULL to set_allocator_for_deleter");
  }
  deleter->set_allocator(alloc);
}
template<typename Alloc>
void set_allocator_for_deleter(AllocatorDeleter<Alloc> * deleter, Alloc * alloc)
{
  set_allocator_for_deleter<Alloc, void>(deleter, alloc);
}
/// A deleter of any other kind cannot be given it: throws std::runtime_error.
template<typename Alloc, typename T, typename DeleterT>
void set_allocator_for_deleter(DeleterT *, Alloc *)
{
  throw std::runtime_error("Reached unexpected template specialization");
}
/// The heap's own needs no telling.
template<typename T, typename U>
void set_allocator_for_deleter(std::default_delete<T> *, std::allocator<U> *) {}

}  // namespace allocator
}  // namespace rclcpp

namespace rclcpp
{
namespace detail
{

/// A memory strategy without its type.
class MessageMemory
{
public:
  virtual ~MessageMemory() = default;
  virtual std::shared_ptr<void> borrow() = 0;
  virtual void give_back(std::shared_ptr<void> & message) = 0;
  virtual std::shared_ptr<SerializedMessage> borrow_bytes() = 0;
  virtual void give_back(std::shared_ptr<SerializedMessage> & bytes) = 0;
};

}  // namespace detail

namespace message_memory_strategy
{

/// Lends messages of an allocator, a new one each time. Subscription::create_message() and
/// return_message() ask it; our executors hand over the object that was
/// published or decoded, and borrow none.
/// Threads: one at a time.
template<typename MessageT, typename Alloc = std::allocator<void>>
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

#endif  // RCLCPP__DETAIL__ALLOCATORS_HPP_
