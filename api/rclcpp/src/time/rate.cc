#include "rclcpp/rate.hpp"

#include <stdexcept>

#include "ranvier/base/saturating.h"

namespace rclcpp
{
namespace
{

Duration period_of(double rate)
{
  if (!(rate > 0.0)) {
    throw std::invalid_argument("rate must be greater than 0");
  }
  return Duration(std::chrono::duration<double>(1.0 / rate));
}

Duration checked(const Duration & period)
{
  if (period.nanoseconds() <= 0) {
    throw std::invalid_argument("period must be greater than 0");
  }
  return period;
}

Clock::SharedPtr clock_of_rate(Clock::SharedPtr clock)
{
  if (!clock) {throw std::invalid_argument("a rate was given a clock that is null");}
  return clock;
}

// The end of time at the latest: a rate may be as slow as it likes.
Time later(const Time & time, const Duration & period)
{
  return Time(
    ranvier::add_saturating(time.nanoseconds(), period.nanoseconds()), time.get_clock_type());
}

}  // namespace

Rate::Rate(double rate)
: Rate(rate, std::make_shared<Clock>(RCL_SYSTEM_TIME)) {}

Rate::Rate(const Duration & period)
: Rate(period, std::make_shared<Clock>(RCL_SYSTEM_TIME)) {}

Rate::Rate(double rate, Clock::SharedPtr clock)
: Rate(period_of(rate), std::move(clock)) {}

Rate::Rate(const Duration & period, Clock::SharedPtr clock)
: clock_(clock_of_rate(std::move(clock))), period_(checked(period)), last_interval_(clock_->now()) {}

bool Rate::sleep()
{
  const Time now = clock_->now();
  if (now < last_interval_) {last_interval_ = now;}  // the clock went back
  const Time due = last_interval_ = later(last_interval_, period_);
  if (due <= now) {
    // More than a period late: the turns that were missed are not made up for.
    if (now > later(due, period_)) {last_interval_ = later(now, period_);}
    return false;
  }
  return clock_->sleep_until(due);
}

bool Rate::is_steady() const {return get_type() == RCL_STEADY_TIME;}

rcl_clock_type_t Rate::get_type() const
{
  return clock_->get_clock_type();
}

void Rate::reset()
{
  last_interval_ = clock_->now();
}

WallRate::WallRate(double rate)
: Rate(rate, std::make_shared<Clock>(RCL_STEADY_TIME)) {}

WallRate::WallRate(const Duration & period)
: Rate(period, std::make_shared<Clock>(RCL_STEADY_TIME)) {}

ROSRate::ROSRate(double rate)
: Rate(rate, std::make_shared<Clock>(RCL_ROS_TIME)) {}

ROSRate::ROSRate(const Duration & period)
: Rate(period, std::make_shared<Clock>(RCL_ROS_TIME)) {}

}  // namespace rclcpp
