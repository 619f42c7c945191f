// Whether a value may be given to a parameter.
#ifndef PARAMETER_CHECKS_HPP_
#define PARAMETER_CHECKS_HPP_

#include <string>

#include "rcl_interfaces/msg/detail/parameter_descriptor__struct.hpp"
#include "rclcpp/parameter.hpp"

namespace rclcpp::detail
{

/// With these words begin refusals because of the type.
inline constexpr const char * kWrongType = "Wrong parameter type";

/// Why the value breaks the type or the range of the descriptor; empty if it
/// does not. Contract: any thread.
std::string why_not(
  const std::string & name, const ParameterValue & value,
  const rcl_interfaces::msg::ParameterDescriptor & descriptor);

}  // namespace rclcpp::detail
#endif  // PARAMETER_CHECKS_HPP_
