#include "rclcpp/detail/options.hpp"

namespace rclcpp
{

PublisherOptionsBase::PublisherOptionsBase() = default;
PublisherOptionsBase::PublisherOptionsBase(const PublisherOptionsBase & other) = default;
PublisherOptionsBase::PublisherOptionsBase(PublisherOptionsBase && other) = default;
PublisherOptionsBase & PublisherOptionsBase::operator=(const PublisherOptionsBase & other) = default;
PublisherOptionsBase & PublisherOptionsBase::operator=(PublisherOptionsBase && other) = default;
PublisherOptionsBase::~PublisherOptionsBase() = default;

SubscriptionOptionsBase::SubscriptionOptionsBase() = default;
SubscriptionOptionsBase::SubscriptionOptionsBase(const SubscriptionOptionsBase & other) = default;
SubscriptionOptionsBase::SubscriptionOptionsBase(SubscriptionOptionsBase && other) = default;
SubscriptionOptionsBase & SubscriptionOptionsBase::operator=(const SubscriptionOptionsBase & other) = default;
SubscriptionOptionsBase & SubscriptionOptionsBase::operator=(SubscriptionOptionsBase && other) = default;
SubscriptionOptionsBase::~SubscriptionOptionsBase() = default;

rcl_publisher_options_t PublisherOptionsBase::to_rcl(const QoS & qos) const
{
  return {
    qos.get_rmw_qos_profile(), rcutils_get_default_allocator(),
    require_unique_network_flow_endpoints};
}
rcl_subscription_options_t SubscriptionOptionsBase::to_rcl(const QoS & qos) const
{
  return {
    qos.get_rmw_qos_profile(), rcutils_get_default_allocator(), ignore_local_publications,
    require_unique_network_flow_endpoints};
}

namespace detail
{

// Never destroyed: objects that end later may make endpoints.
template<>
const PublisherOptions & no_options<PublisherOptions>()
{
  static const auto * const none = new PublisherOptions;
  return *none;
}
template<>
const SubscriptionOptions & no_options<SubscriptionOptions>()
{
  static const auto * const none = new SubscriptionOptions;
  return *none;
}

}  // namespace detail

}  // namespace rclcpp
