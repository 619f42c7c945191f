// What NodeTopicsInterface::create_subscription() is told of the type.
#ifndef RCLCPP__SUBSCRIPTION_FACTORY_HPP_
#define RCLCPP__SUBSCRIPTION_FACTORY_HPP_

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "rclcpp/subscription.hpp"

namespace rclcpp
{

struct SubscriptionFactory
{
  using SubscriptionFactoryFunction = std::function<std::shared_ptr<SubscriptionBase>(
        node_interfaces::NodeBaseInterface * node_base, const std::string & topic_name,
        const QoS & qos)>;
  const SubscriptionFactoryFunction create_typed_subscription;
};

/// The factory makes one subscription after another, each with a copy of the callback.
template<
  typename MessageT, typename CallbackT, typename AllocatorT = std::allocator<void>,
  typename SubscriptionT = Subscription<MessageT, AllocatorT>>
SubscriptionFactory create_subscription_factory(
  CallbackT && callback, const SubscriptionOptionsWithAllocator<AllocatorT> & options)
{
  return SubscriptionFactory{
    [options, callback = std::decay_t<CallbackT>(std::forward<CallbackT>(callback))](
      node_interfaces::NodeBaseInterface * node_base, const std::string & topic_name,
      const QoS & qos) {
      AnySubscriptionCallback<MessageT, AllocatorT> any;
      any.set(callback);
      return std::make_shared<SubscriptionT>(
        node_base, topic_name, qos, std::move(any), options);
    }};
}

}  // namespace rclcpp
#endif  // RCLCPP__SUBSCRIPTION_FACTORY_HPP_
