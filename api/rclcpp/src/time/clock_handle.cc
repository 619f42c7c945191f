// Clocks as C code has them (rcl/time.h): a handle refers to a clock of the core.
#include <new>

#include "rcl/error_handling.h"
#include "rcl/time.h"
#include "time/clock_kind.hpp"

namespace
{

ranvier::Clock * core_of(const rcl_clock_t * clock) noexcept
{
  if (clock && clock->data) {return static_cast<ranvier::Clock *>(clock->data);}
  RCL_SET_ERROR_MSG("the clock is null or not initialized: call rcl_clock_init() first");
  return nullptr;
}

// Of one whose time may be overridden.
ranvier::Clock * ros_core_of(const rcl_clock_t * clock) noexcept
{
  ranvier::Clock * const core = core_of(clock);
  if (!core || clock->type == RCL_ROS_TIME) {return core;}
  RCL_SET_ERROR_MSG("clock is not of type RCL_ROS_TIME, and only such a clock can be overridden");
  return nullptr;
}

// Jump callbacks are code of users.
template<typename ActionT>
rcl_ret_t with_ros(const rcl_clock_t * clock, ActionT && action) noexcept
{
  ranvier::Clock * const core = ros_core_of(clock);
  if (!core) {return RCL_RET_INVALID_ARGUMENT;}
  try {
    action(*core);
  } catch (const std::exception & error) {
    RCL_SET_ERROR_MSG(error.what());
    return RCL_RET_ERROR;
  } catch (...) {
    RCL_SET_ERROR_MSG("a jump callback threw something that is no std::exception");
    return RCL_RET_ERROR;
  }
  return RCL_RET_OK;
}

}  // namespace

extern "C" {

rcl_ret_t rcl_clock_init(
  rcl_clock_type_t clock_type, rcl_clock_t * clock, rcl_allocator_t * allocator)
{
  RCUTILS_CHECK_ALLOCATOR_WITH_MSG(
    allocator, "the allocator is null or lacks a function", return RCL_RET_INVALID_ARGUMENT);
  const auto kind = rclcpp::detail::core_kind(clock_type);
  if (!clock || !kind) {
    RCL_SET_ERROR_MSG(
      "the clock is null, or its type is none: use RCL_ROS_TIME, RCL_SYSTEM_TIME or "
      "RCL_STEADY_TIME");
    return RCL_RET_INVALID_ARGUMENT;
  }
  auto * const core = new (std::nothrow) ranvier::Clock(*kind);
  RCL_CHECK_FOR_NULL_WITH_MSG(core, "no memory is left for a clock", return RCL_RET_BAD_ALLOC);
  *clock = {clock_type, core, true};
  return RCL_RET_OK;
}

rcl_ret_t rcl_clock_fini(rcl_clock_t * clock)
{
  ranvier::Clock * const core = core_of(clock);
  if (!core) {return RCL_RET_INVALID_ARGUMENT;}
  if (!clock->of_rcl) {
    RCL_SET_ERROR_MSG("the clock is one of rclcpp::Clock, which ends it itself");
    return RCL_RET_INVALID_ARGUMENT;
  }
  delete core;
  *clock = {RCL_CLOCK_UNINITIALIZED, nullptr, false};
  return RCL_RET_OK;
}

bool rcl_clock_valid(rcl_clock_t * clock)
{
  return clock && clock->data && clock->type != RCL_CLOCK_UNINITIALIZED;
}

bool rcl_clock_time_started(rcl_clock_t * clock)
{
  return rcl_clock_valid(clock) && core_of(clock)->now() > 0;
}

rcl_ret_t rcl_clock_get_now(rcl_clock_t * clock, rcl_time_point_value_t * time_point_value)
{
  const ranvier::Clock * const core = core_of(clock);
  if (!core) {return RCL_RET_INVALID_ARGUMENT;}
  RCL_CHECK_ARGUMENT_FOR_NULL(time_point_value, RCL_RET_INVALID_ARGUMENT);
  *time_point_value = core->now();
  return RCL_RET_OK;
}

rcl_ret_t rcl_enable_ros_time_override(rcl_clock_t * clock)
{
  return with_ros(clock, [](ranvier::Clock & core) {core.enable_override(true);});
}

rcl_ret_t rcl_disable_ros_time_override(rcl_clock_t * clock)
{
  return with_ros(clock, [](ranvier::Clock & core) {core.enable_override(false);});
}

rcl_ret_t rcl_is_enabled_ros_time_override(rcl_clock_t * clock, bool * is_enabled)
{
  RCL_CHECK_ARGUMENT_FOR_NULL(is_enabled, RCL_RET_INVALID_ARGUMENT);
  return with_ros(clock, [&](ranvier::Clock & core) {*is_enabled = core.overridden();});
}

rcl_ret_t rcl_set_ros_time_override(rcl_clock_t * clock, rcl_time_point_value_t time_value)
{
  return with_ros(clock, [&](ranvier::Clock & core) {core.set_override(time_value);});
}

}  // extern "C"
