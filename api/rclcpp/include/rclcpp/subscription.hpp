// Receives messages of one type from a topic.
#ifndef RCLCPP__SUBSCRIPTION_HPP_
#define RCLCPP__SUBSCRIPTION_HPP_

#include <memory>
#include <string>
#include <utility>

#include "rclcpp/any_subscription_callback.hpp"
#include "rclcpp/detail/delivery.hpp"
#include "rclcpp/detail/endpoint_options.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rosidl_runtime_c/message_type_support_struct.h"
#include "rosidl_typesupport_cpp/message_type_support.hpp"

namespace ranvier
{
class Subscription;
}

namespace rclcpp
{

/// Threads: all functions from any thread.
class RCLCPP_PUBLIC SubscriptionBase : public std::enable_shared_from_this<SubscriptionBase>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(SubscriptionBase)

  /// @throws exceptions::InvalidTopicNameError, exceptions::RCLError.
  SubscriptionBase(
    node_interfaces::NodeBaseInterface * node_base,
    const rosidl_message_type_support_t & type_support, const std::string & topic,
    const QoS & qos, const SubscriptionOptionsBase & options,
    std::unique_ptr<detail::ErasedCallback> callback);
  virtual ~SubscriptionBase();
  RCLCPP_DISABLE_COPY(SubscriptionBase)

  const char * get_topic_name() const;
  /// Publishers matched now, in this process and out of it.
  size_t get_publisher_count() const;
  QoS get_actual_qos() const;
  const rosidl_message_type_support_t & get_message_type_support_handle() const;
  bool is_serialized() const;
  bool can_loan_messages() const {return false;}
  bool use_intra_process() const;

  /// Takes the oldest message past the executor, as bytes; false if there is none.
  bool take_serialized(SerializedMessage & message_out, MessageInfo & message_info_out);

  const std::shared_ptr<ranvier::Subscription> & core() const;

protected:
  // Copies the oldest message, if there is one.
  bool take_type_erased(void * message_out, MessageInfo & info_out);

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

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

/// Receives bytes from a topic whose type is known by its name alone.
class RCLCPP_PUBLIC GenericSubscription : public SubscriptionBase
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(GenericSubscription)

  GenericSubscription(
    node_interfaces::NodeBaseInterface * node_base,
    const rosidl_message_type_support_t & type_support, const std::string & topic,
    const QoS & qos, AnySubscriptionCallback<SerializedMessage> callback,
    const SubscriptionOptionsBase & options)
  : SubscriptionBase(node_base, type_support, topic, qos, options, callback.release()) {}
};

}  // namespace rclcpp
#endif  // RCLCPP__SUBSCRIPTION_HPP_
