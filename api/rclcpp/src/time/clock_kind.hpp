// Kinds of clocks, as rcl and the core name them.
#ifndef TIME__CLOCK_KIND_HPP_
#define TIME__CLOCK_KIND_HPP_

#include <optional>

#include "ranvier/node/clock.h"
#include "rcl/types.h"

namespace rclcpp::detail
{

/// None for a type that is no clock's.
inline std::optional<ranvier::ClockKind> core_kind(rcl_clock_type_t type) noexcept
{
  switch (type) {
    case RCL_ROS_TIME: return ranvier::ClockKind::kRos;
    case RCL_SYSTEM_TIME: return ranvier::ClockKind::kSystem;
    case RCL_STEADY_TIME:
    case RCL_RAW_STEADY_TIME: return ranvier::ClockKind::kSteady;
    default: return std::nullopt;
  }
}

}  // namespace rclcpp::detail
#endif  // TIME__CLOCK_KIND_HPP_
