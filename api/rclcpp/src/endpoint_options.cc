#include "rclcpp/detail/endpoint_options.hpp"

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

}  // namespace rclcpp
