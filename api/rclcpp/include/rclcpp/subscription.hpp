// Receives messages of one type from a topic.
#ifndef RCLCPP__SUBSCRIPTION_HPP_
#define RCLCPP__SUBSCRIPTION_HPP_

#include <memory>
#include <string>
#include <utility>

#include "rclcpp/any_subscription_callback.hpp"
#include "rclcpp/subscription_base.hpp"
#include "rosidl_typesupport_cpp/message_type_support.hpp"

namespace rclcpp
{

template<typename MessageT, typename AllocatorT = std::allocator<void>>
class Subscription : public SubscriptionBase
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(Subscription<MessageT, AllocatorT>)
  using SubscribedType = MessageT;
  using ROSMessageType = MessageT;
  using MessageUniquePtr = std::unique_ptr<MessageT>;
  using ConstMessageSharedPtr = std::shared_ptr<const MessageT>;

  Subscription(
    node_interfaces::NodeBaseInterface * node_base, const std::string & topic, const QoS & qos,
    AnySubscriptionCallback<MessageT, AllocatorT> callback,
    const SubscriptionOptionsWithAllocator<AllocatorT> & options)
  : SubscriptionBase(
      node_base, *rosidl_typesupport_cpp::get_message_type_support_handle<MessageT>(), topic,
      qos, options, callback.release()) {}

  /// Takes the oldest message past the executor; false if there is none.
  bool take(MessageT & message_out, MessageInfo & message_info_out)
  {
    return take_type_erased(&message_out, message_info_out);
  }
};

}  // namespace rclcpp
#endif  // RCLCPP__SUBSCRIPTION_HPP_
