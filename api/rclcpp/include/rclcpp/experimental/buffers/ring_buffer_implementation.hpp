// A store of messages that forgets the oldest one when it is full.
#ifndef RCLCPP__EXPERIMENTAL__BUFFERS__RING_BUFFER_IMPLEMENTATION_HPP_
#define RCLCPP__EXPERIMENTAL__BUFFERS__RING_BUFFER_IMPLEMENTATION_HPP_

#include <deque>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "rclcpp/experimental/buffers/buffer_implementation_base.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/macros.hpp"

namespace rclcpp::experimental::buffers
{

/// Threads: all functions from any thread.
template<typename BufferT>
class RingBufferImplementation : public BufferImplementationBase<BufferT>
{
public:
  /// @param capacity  messages. @throws std::invalid_argument for 0.
  explicit RingBufferImplementation(size_t capacity)
  : capacity_(capacity)
  {
    if (capacity == 0) {
      throw std::invalid_argument("RingBufferImplementation: capacity is 0: give at least 1");
    }
  }

  void enqueue(BufferT request) override
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (kept_.size() == capacity_) {kept_.pop_front();}
    kept_.push_back(std::move(request));
  }
  BufferT dequeue() override
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (kept_.empty()) {return BufferT();}
    BufferT oldest = std::move(kept_.front());
    kept_.pop_front();
    return oldest;
  }
  std::vector<BufferT> get_all_data() override
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::vector<BufferT> all;
    all.reserve(kept_.size());
    for (const BufferT & one : kept_) {all.push_back(copy(one));}
    return all;
  }
  void clear() override
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    kept_.clear();
  }
  bool has_data() const override
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    return !kept_.empty();
  }
  /// Whether the next one displaces the oldest.
  bool is_full() const {return available_capacity() == 0;}
  size_t available_capacity() const override
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    return capacity_ - kept_.size();
  }

private:
  // Of an owned message, a message of its own.
  static BufferT copy(const BufferT & one)
  {
    if constexpr (std::is_copy_constructible_v<BufferT>) {
      return one;
    } else {
      using Message = typename BufferT::element_type;
      return one ? BufferT(new Message(*one), one.get_deleter()) : BufferT();
    }
  }

  const size_t capacity_;
  mutable std::mutex mutex_;
  std::deque<BufferT> kept_;  // at most capacity_
};

}  // namespace rclcpp::experimental::buffers

#endif  // RCLCPP__EXPERIMENTAL__BUFFERS__RING_BUFFER_IMPLEMENTATION_HPP_
