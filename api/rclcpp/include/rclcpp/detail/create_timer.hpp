// Makes timers of a node, of a pointer to one, of whatever has the interfaces of
// one, or of the interfaces. Node's own functions of these names end here too.
#ifndef RCLCPP__DETAIL__CREATE_TIMER_HPP_
#define RCLCPP__DETAIL__CREATE_TIMER_HPP_

#include <chrono>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "rclcpp/node_interfaces/detail/get_interface.hpp"
#include "rclcpp/timer.hpp"

namespace rclcpp
{
namespace detail
{

RCLCPP_PUBLIC node_interfaces::NodeTimersInterface & checked_timers(
  const node_interfaces::NodeBaseInterface * base,
  node_interfaces::NodeTimersInterface * timers);

/// Owns what `new` gave, and adds it.
RCLCPP_PUBLIC std::shared_ptr<TimerBase> added(
  node_interfaces::NodeTimersInterface & timers, TimerBase * timer,
  const std::shared_ptr<CallbackGroup> & group);

template<typename PeriodT, typename CallbackT>
[[gnu::cold]] std::shared_ptr<WallTimer<CallbackT>> make_wall_timer(
  node_interfaces::NodeTimersInterface & timers, PeriodT period, CallbackT callback,
  const std::shared_ptr<CallbackGroup> & group, bool autostart)
{
  return std::static_pointer_cast<WallTimer<CallbackT>>(
    added(
      timers, new WallTimer<CallbackT>(timer_period(period), std::move(callback), autostart),
      group));
}

}  // namespace detail

/// A timer on any clock; on one of ROS time it follows simulated time.
/// Throws std::invalid_argument for a null clock or part, or a bad period.
template<typename DurationRepT, typename DurationT, typename CallbackT>
typename GenericTimer<CallbackT>::SharedPtr create_timer(
  Clock::SharedPtr clock, std::chrono::duration<DurationRepT, DurationT> period,
  CallbackT callback, CallbackGroup::SharedPtr group,
  node_interfaces::NodeBaseInterface * node_base,
  node_interfaces::NodeTimersInterface * node_timers, bool autostart = true)
{
  if (clock == nullptr) {throw std::invalid_argument{"clock cannot be null"};}
  auto & timers = detail::checked_timers(node_base, node_timers);
  return std::static_pointer_cast<GenericTimer<CallbackT>>(
    detail::added(
      timers, new GenericTimer<CallbackT>(
        std::move(clock), detail::timer_period(period), std::move(callback), autostart), group));
}

template<typename CallbackT>
TimerBase::SharedPtr create_timer(
  std::shared_ptr<node_interfaces::NodeBaseInterface> node_base,
  std::shared_ptr<node_interfaces::NodeTimersInterface> node_timers, Clock::SharedPtr clock,
  Duration period, CallbackT && callback, CallbackGroup::SharedPtr group = nullptr,
  bool autostart = true)
{
  return create_timer(
    std::move(clock), period.to_chrono<std::chrono::nanoseconds>(),
    std::decay_t<CallbackT>(std::forward<CallbackT>(callback)), std::move(group),
    node_base.get(), node_timers.get(), autostart);
}

template<typename NodeT, typename CallbackT>
TimerBase::SharedPtr create_timer(
  NodeT node, Clock::SharedPtr clock, Duration period, CallbackT && callback,
  CallbackGroup::SharedPtr group = nullptr, bool autostart = true)
{
  return create_timer(
    node_interfaces::get_node_base_interface(node),
    node_interfaces::get_node_timers_interface(node), std::move(clock), period,
    std::forward<CallbackT>(callback), std::move(group), autostart);
}

template<typename DurationRepT, typename DurationT, typename CallbackT>
typename WallTimer<CallbackT>::SharedPtr create_wall_timer(
  std::chrono::duration<DurationRepT, DurationT> period, CallbackT callback,
  CallbackGroup::SharedPtr group, node_interfaces::NodeBaseInterface * node_base,
  node_interfaces::NodeTimersInterface * node_timers, bool autostart = true)
{
  return detail::make_wall_timer(
    detail::checked_timers(node_base, node_timers), period, std::move(callback), group,
    autostart);
}

}  // namespace rclcpp
#endif  // RCLCPP__DETAIL__CREATE_TIMER_HPP_
