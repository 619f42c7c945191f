// A fixed number of messages, lent in turn.
#ifndef RCLCPP__STRATEGIES__MESSAGE_POOL_MEMORY_STRATEGY_HPP_
#define RCLCPP__STRATEGIES__MESSAGE_POOL_MEMORY_STRATEGY_HPP_

#include <array>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "rclcpp/message_memory_strategy.hpp"
#include "rosidl_runtime_cpp/traits.hpp"

namespace rclcpp
{
namespace strategies
{
namespace message_pool_memory_strategy
{

/// Lends `Size` messages of fixed size, and allocates none after it was made.
/// Threads: one at a time.
template<
  typename MessageT, size_t Size,
  std::enable_if_t<rosidl_generator_traits::has_fixed_size<MessageT>::value> * = nullptr>
class MessagePoolMemoryStrategy
  : public message_memory_strategy::MessageMemoryStrategy<MessageT, std::allocator<void>>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(MessagePoolMemoryStrategy)

  MessagePoolMemoryStrategy()
  {
    for (size_t i = 0; i < Size; ++i) {
      pool_[i] = std::make_shared<MessageT>();
      free_.push_back(i);
    }
  }

  /// A message as it is when it is made. Throws std::runtime_error if all are out.
  std::shared_ptr<MessageT> borrow_message() override
  {
    if (free_.size() == 0) {
      throw std::runtime_error(
              "all " + std::to_string(Size) + " messages of the pool are borrowed: give one "
              "back, or make the pool larger");
    }
    std::shared_ptr<MessageT> & message = pool_[free_.pop_front()];
    *message = MessageT();
    return message;
  }
  /// Throws std::runtime_error for a message of elsewhere.
  void return_message(std::shared_ptr<MessageT> & msg) override
  {
    for (size_t i = 0; i < Size; ++i) {
      if (pool_[i] == msg) {
        free_.push_back(i);
        msg.reset();
        return;
      }
    }
    throw std::runtime_error("a message was given to a pool that has not lent it");
  }

protected:
  /// Numbers, first in first out. Threads: one at a time.
  template<size_t N>
  class CircularArray
  {
  public:
    /// Throws std::runtime_error if N are in it.
    void push_back(const size_t value)
    {
      if (size_ == N) {throw std::runtime_error("a message was given back twice");}
      values_[(first_ + size_) % N] = value;
      ++size_;
    }
    /// Throws std::runtime_error if it is empty.
    size_t pop_front()
    {
      if (size_ == 0) {throw std::runtime_error("nothing is left");}
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
  std::array<std::shared_ptr<MessageT>, Size> pool_;
  CircularArray<Size> free_;
};

}  // namespace message_pool_memory_strategy
}  // namespace strategies
}  // namespace rclcpp
#endif  // RCLCPP__STRATEGIES__MESSAGE_POOL_MEMORY_STRATEGY_HPP_
