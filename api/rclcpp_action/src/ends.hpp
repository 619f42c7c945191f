// Services, clients, publishers and subscriptions of types that only their
// handles name.
#ifndef ENDS_HPP_
#define ENDS_HPP_

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "rclcpp/client.hpp"
#include "rclcpp/publisher_base.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp/subscription_base.hpp"

namespace rclcpp_action::detail
{

class ErasedService final : public rclcpp::ServiceBase
{
public:
  using rclcpp::ServiceBase::ServiceBase;
  using rclcpp::ServiceBase::open;
  using rclcpp::ServiceBase::send;
};

class ErasedClient final : public rclcpp::ClientBase
{
public:
  using rclcpp::ClientBase::ClientBase;
  using rclcpp::ClientBase::send;
};

class ErasedPublisher final : public rclcpp::PublisherBase
{
public:
  using rclcpp::PublisherBase::PublisherBase;
  using rclcpp::PublisherBase::send;
};

/// Hands each message on, shared with whoever else got it.
class ErasedSubscription final : public rclcpp::SubscriptionBase
{
public:
  using Callback = std::function<void (std::shared_ptr<const void>)>;

  ErasedSubscription(
    rclcpp::node_interfaces::NodeBaseInterface * node, const std::string & topic,
    const rosidl_message_type_support_t & type, const rclcpp::QoS & qos,
    rclcpp::CallbackGroup::SharedPtr group, Callback callback)
  : SubscriptionBase(
      node, type, topic, qos, in(std::move(group)),
      rclcpp::detail::Owned<rclcpp::detail::ErasedCallback>(new Call(std::move(callback)))) {}

private:
  static rclcpp::SubscriptionOptionsBase in(rclcpp::CallbackGroup::SharedPtr group)
  {
    rclcpp::SubscriptionOptionsBase options;
    options.callback_group = std::move(group);
    return options;
  }
  struct Call final : rclcpp::detail::ErasedCallback
  {
    explicit Call(Callback callback)
    : callback_(std::move(callback)) {}
    void call(rclcpp::detail::Delivery & delivery) override {callback_(delivery.share());}
    const Callback callback_;
  };
};

inline rclcpp::QoS to_qos(const rmw_qos_profile_t & profile)
{
  return rclcpp::QoS(rclcpp::QoSInitialization::from_rmw(profile), profile);
}

/// Throws std::invalid_argument (null), MissingGroupNodeException.
void check_parts(
  const std::string & action, rclcpp::node_interfaces::NodeBaseInterface * node,
  const rclcpp::CallbackGroup::SharedPtr & group);

}  // namespace rclcpp_action::detail
#endif  // ENDS_HPP_
