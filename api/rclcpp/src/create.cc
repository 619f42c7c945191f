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
SubscriptionBase::SharedPtr owned_base(SubscriptionBase * subscription)
{
  return SubscriptionBase::SharedPtr(subscription);
}
TimerBase::SharedPtr owned_base(TimerBase * timer) {return TimerBase::SharedPtr(timer);}

node_interfaces::NodeTimersInterface & checked_timers(
  const node_interfaces::NodeBaseInterface * base, node_interfaces::NodeTimersInterface * timers)
{
  if (base == nullptr) {throw std::invalid_argument{"input node_base cannot be null"};}
  if (timers == nullptr) {throw std::invalid_argument{"input node_timers cannot be null"};}
  return *timers;
}

}  // namespace detail
}  // namespace rclcpp
