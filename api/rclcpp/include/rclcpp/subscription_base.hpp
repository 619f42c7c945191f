// What subscriptions of every type share.
#ifndef RCLCPP__SUBSCRIPTION_BASE_HPP_
#define RCLCPP__SUBSCRIPTION_BASE_HPP_

#include <memory>
#include <string>

#include "rclcpp/detail/delivery.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/detail/endpoint_options.hpp"
#include "rosidl_runtime_c/message_type_support_struct.h"

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

  const std::shared_ptr<ranvier::Subscription> & core() const;

protected:
  // Copies the oldest message, if there is one.
  bool take_type_erased(void * message_out, MessageInfo & info_out);

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rclcpp
#endif  // RCLCPP__SUBSCRIPTION_BASE_HPP_
