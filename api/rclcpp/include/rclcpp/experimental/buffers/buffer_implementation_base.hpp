// A store of messages by pointer, for IntraProcessBuffer.
#ifndef RCLCPP__EXPERIMENTAL__BUFFERS__BUFFER_IMPLEMENTATION_BASE_HPP_
#define RCLCPP__EXPERIMENTAL__BUFFERS__BUFFER_IMPLEMENTATION_BASE_HPP_

#include <cstddef>
#include <vector>

namespace rclcpp::experimental::buffers
{

/// First in, first out. BufferT is a shared or unique pointer to a message.
template<typename BufferT>
class BufferImplementationBase
{
public:
  virtual ~BufferImplementationBase() = default;

  virtual BufferT dequeue() = 0;  ///< The oldest one, taken out; null if there is none.
  virtual void enqueue(BufferT request) = 0;  ///< Takes it over.
  virtual std::vector<BufferT> get_all_data() = 0;  ///< Copies, the oldest first; all stay.
  virtual void clear() = 0;  ///< Leaves nothing.
  virtual bool has_data() const = 0;  ///< Whether dequeue() gives one.
  virtual std::size_t available_capacity() const = 0;  ///< How many go in and displace none.
};

}  // namespace rclcpp::experimental::buffers

#endif  // RCLCPP__EXPERIMENTAL__BUFFERS__BUFFER_IMPLEMENTATION_BASE_HPP_
