// What an action client throws.
#ifndef RCLCPP_ACTION__EXCEPTIONS_HPP_
#define RCLCPP_ACTION__EXCEPTIONS_HPP_

#include <stdexcept>
#include <string>

#include "rclcpp_action/visibility_control.hpp"

namespace rclcpp_action
{
namespace exceptions
{

/// The handle is of another client, or its goal's result has come already.
class RCLCPP_ACTION_PUBLIC UnknownGoalHandleError : public std::invalid_argument
{
public:
  UnknownGoalHandleError()
  : std::invalid_argument("Goal handle is not known to this client.") {}
};

/// Nobody asked for the result of this goal, or its client has gone.
class RCLCPP_ACTION_PUBLIC UnawareGoalHandleError : public std::runtime_error
{
public:
  explicit UnawareGoalHandleError(
    const std::string & message = "Goal handle is not tracking the goal result.")
  : std::runtime_error(message) {}
};

}  // namespace exceptions
}  // namespace rclcpp_action
#endif  // RCLCPP_ACTION__EXCEPTIONS_HPP_
