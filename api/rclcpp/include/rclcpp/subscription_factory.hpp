// What NodeTopicsInterface::create_subscription() needs to know of the type.
#ifndef RCLCPP__SUBSCRIPTION_FACTORY_HPP_
#define RCLCPP__SUBSCRIPTION_FACTORY_HPP_

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "rclcpp/detail/create.hpp"
#include "rclcpp/subscription.hpp"

namespace rclcpp
{
namespace topic_statistics
{
class SubscriptionTopicStatistics;
}

namespace detail
{
/// A callback that counts messages first; the same for null.
RCLCPP_PUBLIC Owned<ErasedCallback> measured(
  Owned<ErasedCallback> callback,
  std::shared_ptr<topic_statistics::SubscriptionTopicStatistics> statistics);
}  // namespace detail

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
  CallbackT && callback, const SubscriptionOptionsWithAllocator<AllocatorT> & options,
  std::shared_ptr<topic_statistics::SubscriptionTopicStatistics> statistics = nullptr)
{
  return SubscriptionFactory{
    [options, statistics, callback = std::decay_t<CallbackT>(std::forward<CallbackT>(callback))](
      node_interfaces::NodeBaseInterface * node_base, const std::string & topic_name,
      const QoS & qos) {
      using AnyCallback = AnySubscriptionCallback<MessageT, AllocatorT>;
      AnyCallback any = options.allocator ? AnyCallback(*options.allocator) : AnyCallback();
      any.set(callback);
      any.adopt(detail::measured(any.release(), statistics));
      auto subscription = detail::owned(
        new SubscriptionT(node_base, topic_name, qos, std::move(any), options));
      subscription->post_init_setup(node_base, qos, options);
      return subscription;
    }};
}

}  // namespace rclcpp
#endif  // RCLCPP__SUBSCRIPTION_FACTORY_HPP_
