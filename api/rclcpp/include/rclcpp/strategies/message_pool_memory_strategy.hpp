// A fixed number of messages, lent in turn.
#ifndef RCLCPP__STRATEGIES__MESSAGE_POOL_MEMORY_STRATEGY_HPP_
#define RCLCPP__STRATEGIES__MESSAGE_POOL_MEMORY_STRATEGY_HPP_

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <type_traits>

#include "rclcpp/message_memory_strategy.hpp"
#include "rosidl_runtime_cpp/traits.hpp"

namespace rclcpp
{
namespace strategies
{
namespace message_pool_memory_strategy
{

/// Lends `Size` messages of fixed size, and makes none after it was made. A message is in the
/// pool again once nobody has it, which may be after the pool's end.
/// Threads: any.
template<
  typename MessageT, size_t Size,
  std::enable_if_t<rosidl_generator_traits::has_fixed_size<MessageT>::value> * = nullptr>
class MessagePoolMemoryStrategy
  : public message_memory_strategy::MessageMemoryStrategy<MessageT, std::allocator<void>>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(MessagePoolMemoryStrategy)

  MessagePoolMemoryStrategy()
  : pool_(std::make_shared<Pool>()) {}

  /// A message as it is when it is made. Throws std::runtime_error if all are out.
  std::shared_ptr<MessageT> borrow_message() override
  {
    const size_t place = pool_->take();
    MessageT * const message = pool_->messages[place].get();
    *message = *pool_->as_made;
    return std::shared_ptr<MessageT>(
      message, [pool = pool_, place](MessageT *) {pool->take_back(place);});
  }
  /// Nothing: whoever has it last gives it back by letting go of it.
  void return_message(std::shared_ptr<MessageT> &) override {}

protected:
  /// Numbers, first in first out. Threads: one at a time.
  template<size_t N>
  class CircularArray
  {
  public:
    /// Throws std::runtime_error if N are in it.
    void push_back(const size_t value)
    {
      if (size_ == N) {throw std::runtime_error("Tried to push too many items into the array");}
      values_[(first_ + size_) % N] = value;
      ++size_;
    }
    /// Throws std::runtime_error if it is empty.
    size_t pop_front()
    {
      if (size_ == 0) {throw std::runtime_error("Tried to pop item from empty array");}
      const size_t value = values_[first_];
      first_ = (first_ + 1) % N;
      --size_;
      return value;
    }
    size_t size() const {return size_;}

  private:
    std::array<size_t, N> values_{};
    size_t first_ = 0;
    size_t size_ = 0;
  };

private:
  struct Pool
  {
    Pool()
    {
      for (size_t i = 0; i < Size; ++i) {
        messages[i] = std::make_unique<MessageT>();
        free.push_back(i);
      }
    }
    size_t take()
    {
      const std::lock_guard lock(mutex);
      if (free.size() == 0) {throw std::runtime_error("No more free slots in the pool");}
      return free.pop_front();
    }
    void take_back(size_t place)
    {
      const std::lock_guard lock(mutex);
      free.push_back(place);
    }

    const std::unique_ptr<const MessageT> as_made = std::make_unique<MessageT>();
    std::array<std::unique_ptr<MessageT>, Size> messages;
    std::mutex mutex;
    CircularArray<Size> free;  // guarded by mutex
  };

  const std::shared_ptr<Pool> pool_;
};

}  // namespace message_pool_memory_strategy
}  // namespace strategies
}  // namespace rclcpp
#endif  // RCLCPP__STRATEGIES__MESSAGE_POOL_MEMORY_STRATEGY_HPP_
