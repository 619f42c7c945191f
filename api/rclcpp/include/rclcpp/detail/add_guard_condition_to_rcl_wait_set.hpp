// Under the name that waitables of users include.
#ifndef RCLCPP__DETAIL__ADD_GUARD_CONDITION_TO_RCL_WAIT_SET_HPP_
#define RCLCPP__DETAIL__ADD_GUARD_CONDITION_TO_RCL_WAIT_SET_HPP_

#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/waitable.hpp"

namespace rclcpp::detail
{

/// Throws exceptions::RCLError if the wait set is none.
inline void add_guard_condition_to_rcl_wait_set(
  rcl_wait_set_t & wait_set, const GuardCondition & guard_condition)
{
  const rcl_ret_t added = rcl_wait_set_add_guard_condition(
    &wait_set, &guard_condition.get_rcl_guard_condition(), nullptr);
  if (added != RCL_RET_OK) {
    exceptions::throw_from_rcl_error(added, "failed to add guard condition to wait set");
  }
}

}  // namespace rclcpp::detail
#endif  // RCLCPP__DETAIL__ADD_GUARD_CONDITION_TO_RCL_WAIT_SET_HPP_
