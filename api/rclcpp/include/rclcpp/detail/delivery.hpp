// The edge that messages cross between the compiled core and typed callbacks.
//
// A typed callback asks a Delivery for the form that its signature wants; what
// that costs (nothing, a counted pointer, a copy) is decided in the core.
#ifndef RCLCPP__DETAIL__DELIVERY_HPP_
#define RCLCPP__DETAIL__DELIVERY_HPP_

#include <cstddef>
#include <functional>
#include <memory>
#include <type_traits>

#include "rclcpp/macros.hpp"
#include "rcutils/allocator.h"
#include "rmw/types.h"

namespace rclcpp
{

class RCLCPP_PUBLIC MessageInfo
{
public:
  MessageInfo()
  : info_() {}
  // Conversion both ways is part of the API.
  MessageInfo(const rmw_message_info_t & info)  // NOLINT(runtime/explicit)
  : info_(info) {}
  virtual ~MessageInfo() = default;

  const rmw_message_info_t & get_rmw_message_info() const {return info_;}
  rmw_message_info_t & get_rmw_message_info() {return info_;}

private:
  rmw_message_info_t info_;
};

}  // namespace rclcpp

/// The name of rcl for the same array.
typedef rmw_serialized_message_t rcl_serialized_message_t;

namespace rclcpp
{

/// Owns its bytes. Threads: as a std::vector.
class RCLCPP_PUBLIC SerializedMessage
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(SerializedMessage)

  explicit SerializedMessage(
    const rcutils_allocator_t & allocator = rcutils_get_default_allocator());
  explicit SerializedMessage(
    size_t initial_capacity,
    const rcutils_allocator_t & allocator = rcutils_get_default_allocator());
  SerializedMessage(const SerializedMessage & other);
  explicit SerializedMessage(const rcl_serialized_message_t & other);
  SerializedMessage(SerializedMessage && other);
  explicit SerializedMessage(rcl_serialized_message_t && other);
  SerializedMessage & operator=(const SerializedMessage & other);
  SerializedMessage & operator=(const rcl_serialized_message_t & other);
  SerializedMessage & operator=(SerializedMessage && other);
  SerializedMessage & operator=(rcl_serialized_message_t && other);
  virtual ~SerializedMessage();

  rcl_serialized_message_t & get_rcl_serialized_message() {return bytes_;}
  const rcl_serialized_message_t & get_rcl_serialized_message() const {return bytes_;}
  size_t size() const {return bytes_.buffer_length;}
  size_t capacity() const {return bytes_.buffer_capacity;}
  /// @throws exceptions::RCLBadAlloc
  void reserve(size_t capacity);
  /// Gives the bytes to the caller, who frees them with their allocator.
  rcl_serialized_message_t release_rcl_serialized_message();

private:
  rcl_serialized_message_t bytes_;
};

}  // namespace rclcpp

namespace ranvier
{
class MessagePtr;
}

namespace rclcpp
{
class SerializedMessage;

namespace detail
{

template<typename T>
struct CanBeNull : std::is_pointer<T> {};
template<typename Signature>
struct CanBeNull<std::function<Signature>> : std::true_type {};

[[noreturn]] RCLCPP_PUBLIC void refuse_null_callback(const char * of);

/// Throws std::invalid_argument for a null function; `of`: "subscription".
template<typename CallbackT>
void check_callback(const CallbackT & callback, const char * of)
{
  if constexpr (CanBeNull<CallbackT>::value) {
    if (!callback) {refuse_null_callback(of);}
  }
}

/// One message on its way into one callback. Threads: the one that runs it.
class RCLCPP_PUBLIC Delivery
{
public:
  explicit Delivery(ranvier::MessagePtr & message)
  : message_(message) {}

  /// The object, for as long as the callback runs. No copy.
  const void * object();
  /// The object, shared with whoever else got it. No copy, no heap.
  std::shared_ptr<const void> share();
  /// An object of its own: the published one if nobody else has it, else a copy.
  void * take();
  /// The encoded form, copied.
  std::unique_ptr<SerializedMessage> serialized();
  MessageInfo info();

private:
  ranvier::MessagePtr & message_;
};

/// A user's callback without its type.
class ErasedCallback
{
public:
  virtual ~ErasedCallback() = default;
  virtual void call(Delivery & delivery) = 0;
  virtual bool takes_serialized() const {return false;}
};

}  // namespace detail
}  // namespace rclcpp

#endif  // RCLCPP__DETAIL__DELIVERY_HPP_
