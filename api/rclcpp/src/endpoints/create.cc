#include "rclcpp/detail/create.hpp"

namespace rclcpp
{
namespace detail
{

ClientBase::SharedPtr owned_base(ClientBase * client) {return ClientBase::SharedPtr(client);}
PublisherBase::SharedPtr owned_base(PublisherBase * publisher)
{
  return PublisherBase::SharedPtr(publisher);
}
ServiceBase::SharedPtr owned_base(ServiceBase * service) {return ServiceBase::SharedPtr(service);}
SubscriptionBase::SharedPtr owned_base(SubscriptionBase * subscription)
{
  return SubscriptionBase::SharedPtr(subscription);
}
TimerBase::SharedPtr owned_base(TimerBase * timer) {return TimerBase::SharedPtr(timer);}

GenericPublisher::SharedPtr make_generic_publisher(
  node_interfaces::NodeTopicsInterface & topics, const std::string & topic,
  const std::string & type, const QoS & qos, const PublisherOptionsBase & options)
{
  auto publisher = owned(
    new GenericPublisher(
      topics.get_node_base_interface(), message_type_support(type), topic, qos, options));
  topics.add_publisher(publisher, options.callback_group);
  return publisher;
}

GenericSubscription::SharedPtr open_generic_subscription(
  node_interfaces::NodeTopicsInterface & topics, const std::string & topic,
  const std::string & type, const QoS & qos, AnySubscriptionCallback<SerializedMessage> callback,
  const SubscriptionOptionsBase & options)
{
  auto subscription = owned(
    new GenericSubscription(
      topics.get_node_base_interface(), message_type_support(type), topic, qos,
      std::move(callback), options));
  topics.add_subscription(subscription, options.callback_group);
  return subscription;
}

TimerBase::SharedPtr added(
  node_interfaces::NodeTimersInterface & timers, TimerBase * timer,
  const CallbackGroup::SharedPtr & group)
{
  TimerBase::SharedPtr owned = owned_base(timer);
  timers.add_timer(owned, group);
  return owned;
}

node_interfaces::NodeTimersInterface & checked_timers(
  const node_interfaces::NodeBaseInterface * base, node_interfaces::NodeTimersInterface * timers)
{
  if (base == nullptr) {throw std::invalid_argument{"input node_base cannot be null"};}
  if (timers == nullptr) {throw std::invalid_argument{"input node_timers cannot be null"};}
  return *timers;
}

}  // namespace detail
}  // namespace rclcpp
