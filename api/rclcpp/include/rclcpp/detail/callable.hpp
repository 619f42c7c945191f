// One refusal for all functions that take a callback and get an empty one.
#ifndef RCLCPP__DETAIL__CALLABLE_HPP_
#define RCLCPP__DETAIL__CALLABLE_HPP_

#include "rclcpp/macros.hpp"

namespace rclcpp::detail
{

/// `set`: the function that got the callback, "set_on_ready_callback".
/// @throws std::invalid_argument if it is not callable.
RCLCPP_PUBLIC void check_callable(bool callable, const char * set);

}  // namespace rclcpp::detail
#endif  // RCLCPP__DETAIL__CALLABLE_HPP_
