// A queue of messages for code that hands them on itself. Our own routes within a process
// have queues of the core, and do not use this one.
#ifndef RCLCPP__EXPERIMENTAL__BUFFERS__INTRA_PROCESS_BUFFER_HPP_
#define RCLCPP__EXPERIMENTAL__BUFFERS__INTRA_PROCESS_BUFFER_HPP_

#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "rclcpp/detail/allocators.hpp"
#include "rclcpp/experimental/buffers/buffer_implementation_base.hpp"
#include "rclcpp/macros.hpp"

namespace rclcpp::experimental::buffers
{

/// What is known of a queue without its type. Threads: those of its store.
class IntraProcessBufferBase
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(IntraProcessBufferBase)

  virtual ~IntraProcessBufferBase() = default;

  virtual void clear() = 0;  ///< Leaves nothing.
  virtual bool has_data() const = 0;  ///< Whether there is a message to consume.
  virtual bool use_take_shared_method() const = 0;  ///< Whether consume_shared() copies nothing.
  virtual size_t available_capacity() const = 0;  ///< Messages that go in and displace none.
};

/// Takes messages shared or owned, and gives them as they are asked for.
template<
  typename MessageT, typename Alloc = std::allocator<void>,
  typename MessageDeleter = std::default_delete<MessageT>>
class IntraProcessBuffer : public IntraProcessBufferBase
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(IntraProcessBuffer)

  using MessageUniquePtr = std::unique_ptr<MessageT, MessageDeleter>;  ///< Owned.
  using MessageSharedPtr = std::shared_ptr<const MessageT>;  ///< Shared.

  virtual void add_shared(MessageSharedPtr msg) = 0;  ///< Copies if it keeps owned ones.
  virtual void add_unique(MessageUniquePtr msg) = 0;  ///< Copies nothing.
  virtual MessageSharedPtr consume_shared() = 0;  ///< The oldest one; null if there is none.
  virtual MessageUniquePtr consume_unique() = 0;  ///< The same; copies if it keeps shared ones.
  virtual std::vector<MessageSharedPtr> get_all_data_shared() = 0;  ///< The oldest first; all stay.
  virtual std::vector<MessageUniquePtr> get_all_data_unique() = 0;  ///< Copies; all stay.
};

/// Over a store of BufferT, the shared or the unique pointer of the base class.
template<
  typename MessageT, typename Alloc = std::allocator<void>,
  typename MessageDeleter = std::default_delete<MessageT>,
  typename BufferT = std::unique_ptr<MessageT>>
class TypedIntraProcessBuffer : public IntraProcessBuffer<MessageT, Alloc, MessageDeleter>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(TypedIntraProcessBuffer)

  using MessageAllocTraits = allocator::AllocRebind<MessageT, Alloc>;  ///< Of copies.
  using MessageAlloc = typename MessageAllocTraits::allocator_type;  ///< Of copies.
  using MessageUniquePtr = std::unique_ptr<MessageT, MessageDeleter>;  ///< Owned.
  using MessageSharedPtr = std::shared_ptr<const MessageT>;  ///< Shared.

  /// @param buffer_impl  the store; not null.
  /// @param allocator  of copies; null: a new one.
  explicit TypedIntraProcessBuffer(
    std::unique_ptr<BufferImplementationBase<BufferT>> buffer_impl,
    std::shared_ptr<Alloc> allocator = nullptr)
  : buffer_(std::move(buffer_impl)),
    allocator_(allocator ? MessageAlloc(*allocator) : MessageAlloc()) {}

  void add_shared(MessageSharedPtr msg) override
  {
    if constexpr (kShares) {
      buffer_->enqueue(std::move(msg));
    } else {
      buffer_->enqueue(copy(*msg, std::get_deleter<MessageDeleter>(msg)));
    }
  }
  void add_unique(MessageUniquePtr msg) override {buffer_->enqueue(std::move(msg));}
  MessageSharedPtr consume_shared() override {return buffer_->dequeue();}
  MessageUniquePtr consume_unique() override
  {
    if constexpr (kShares) {
      const MessageSharedPtr oldest = buffer_->dequeue();
      return oldest ? copy(*oldest, std::get_deleter<MessageDeleter>(oldest)) : nullptr;
    } else {
      return buffer_->dequeue();
    }
  }
  std::vector<MessageSharedPtr> get_all_data_shared() override
  {
    return all<MessageSharedPtr>([](auto && one) {return MessageSharedPtr(std::move(one));});
  }
  std::vector<MessageUniquePtr> get_all_data_unique() override
  {
    return all<MessageUniquePtr>(
      [this](auto && one) {
        if constexpr (kShares) {
          return copy(*one, std::get_deleter<MessageDeleter>(one));
        } else {
          return std::move(one);
        }
      });
  }
  bool has_data() const override {return buffer_->has_data();}
  void clear() override {buffer_->clear();}
  bool use_take_shared_method() const override {return kShares;}
  size_t available_capacity() const override {return buffer_->available_capacity();}

private:
  static constexpr bool kShares = std::is_same_v<BufferT, MessageSharedPtr>;
  static_assert(
    kShares || std::is_same_v<BufferT, MessageUniquePtr>,
    "BufferT is the MessageSharedPtr or the MessageUniquePtr of this class");

  MessageUniquePtr copy(const MessageT & message, MessageDeleter * deleter)
  {
    MessageT * const made = MessageAllocTraits::allocate(allocator_, 1);
    try {
      MessageAllocTraits::construct(allocator_, made, message);
    } catch (...) {
      MessageAllocTraits::deallocate(allocator_, made, 1);
      throw;
    }
    return deleter ? MessageUniquePtr(made, *deleter) : MessageUniquePtr(made);
  }

  template<typename Pointer, typename Convert>
  std::vector<Pointer> all(Convert convert)
  {
    auto kept = buffer_->get_all_data();
    std::vector<Pointer> result;
    result.reserve(kept.size());
    for (auto & one : kept) {result.push_back(convert(std::move(one)));}
    return result;
  }

  const std::unique_ptr<BufferImplementationBase<BufferT>> buffer_;
  MessageAlloc allocator_;
};

}  // namespace rclcpp::experimental::buffers

#endif  // RCLCPP__EXPERIMENTAL__BUFFERS__INTRA_PROCESS_BUFFER_HPP_
