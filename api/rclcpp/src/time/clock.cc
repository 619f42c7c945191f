#include "rclcpp/clock.hpp"

#include <string>

#include "ranvier/node/clock.h"
#include "rclcpp/detail/callable.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "time/clock_kind.hpp"

namespace rclcpp
{
namespace
{

ranvier::ClockKind core_kind(rcl_clock_type_t type)
{
  if (const auto kind = detail::core_kind(type)) {return *kind;}
  throw exceptions::RCLInvalidArgument(
          exceptions::RCLErrorBase(
            RCL_RET_INVALID_ARGUMENT,
            "clock type " + std::to_string(static_cast<int>(type)) +
            " is none: use RCL_ROS_TIME, RCL_SYSTEM_TIME or RCL_STEADY_TIME"),
          "failed to initialize rcl clock: ");
}

rcl_clock_change_t change_of(const ranvier::ClockJump & jump)
{
  switch (jump.change) {
    case ranvier::ClockJump::Change::kActivated: return RCL_ROS_TIME_ACTIVATED;
    case ranvier::ClockJump::Change::kDeactivated: return RCL_ROS_TIME_DEACTIVATED;
    default: return RCL_ROS_TIME_NO_CHANGE;
  }
}

void tell(const JumpHandler & handler, const ranvier::ClockJump & jump, bool before)
{
  if (before) {
    if (handler.pre_callback) {handler.pre_callback();}
    return;
  }
  if (handler.post_callback) {
    handler.post_callback(rcl_time_jump_t{change_of(jump), {jump.delta_ns}});
  }
}

}  // namespace

JumpHandler::JumpHandler(
  pre_callback_t pre, post_callback_t post, const rcl_jump_threshold_t & threshold)
: pre_callback(std::move(pre)), post_callback(std::move(post)), notice_threshold(threshold) {}

JumpHandler::~JumpHandler() = default;

struct Clock::Impl
{
  explicit Impl(rcl_clock_type_t type)
  : core(std::make_shared<ranvier::Clock>(core_kind(type))), handle{type, core.get(), false} {}

  std::shared_ptr<ranvier::Clock> core;
  rcl_clock_t handle;
  std::mutex mutex;  // users' own, by get_clock_mutex()
};

Clock::Clock(rcl_clock_type_t clock_type)
: impl_(std::make_shared<Impl>(clock_type)) {}

Clock::~Clock() = default;

Time Clock::now() const
{
  return Time(impl_->core->now(), impl_->handle.type);
}

bool Clock::started()
{
  return impl_->core->now() != 0;
}

bool Clock::ros_time_is_active()
{
  return impl_->core->overridden();
}

rcl_clock_t * Clock::get_clock_handle() noexcept
{
  return &impl_->handle;
}

rcl_clock_type_t Clock::get_clock_type() const noexcept
{
  return impl_->handle.type;
}

std::mutex & Clock::get_clock_mutex() noexcept
{
  return impl_->mutex;
}

const std::shared_ptr<ranvier::Clock> & Clock::core() const noexcept
{
  return impl_->core;
}

namespace
{
void check_signs(const rcl_jump_threshold_t & threshold)
{
  if (threshold.min_forward.nanoseconds >= 0 && threshold.min_backward.nanoseconds <= 0) {return;}
  throw exceptions::RCLInvalidArgument(
          exceptions::RCLErrorBase(
            RCL_RET_INVALID_ARGUMENT,
            "a jump threshold needs min_forward of 0 or more and min_backward of 0 or less: they are " +
            std::to_string(threshold.min_forward.nanoseconds) + " and " +
            std::to_string(threshold.min_backward.nanoseconds) + " ns"),
          "Failed to add time jump callback: ");
}
}  // namespace

JumpHandler::SharedPtr Clock::create_jump_callback(
  JumpHandler::pre_callback_t pre_callback, JumpHandler::post_callback_t post_callback,
  const rcl_jump_threshold_t & threshold)
{
  check_signs(threshold);
  if (!pre_callback && !post_callback) {
    detail::refuse_null_callback("Clock::create_jump_callback(), which needs one of its two");
  }
  const auto handler = std::make_shared<JumpHandler>(
    std::move(pre_callback), std::move(post_callback), threshold);
  const ranvier::JumpThreshold core_threshold{
    threshold.on_clock_change, threshold.min_forward.nanoseconds,
    threshold.min_backward.nanoseconds};
  const auto id = impl_->core->add_jump_callback(
    core_threshold,
    [handler](const ranvier::ClockJump & jump, bool before) {tell(*handler, jump, before);});
  // The core keeps it for as long as it is called: a callback may let go of its own handler.
  return JumpHandler::SharedPtr(
    handler.get(), [core = impl_->core, id](JumpHandler *) {core->remove_jump_callback(id);});
}

std::shared_ptr<Clock> detail::make_steady_clock()
{
  return std::make_shared<Clock>(RCL_STEADY_TIME);
}

}  // namespace rclcpp
