#include "rclcpp/time.hpp"

#include <chrono>
#include <limits>
#include <stdexcept>

#include "ranvier/proto/time/stamp.h"
#include "time/time_math.hpp"

namespace rclcpp
{
namespace
{

std::int64_t join(std::int32_t seconds, std::uint32_t nanoseconds)
{
  if (seconds < 0) {
    throw std::runtime_error(
            "cannot store a negative time point in rclcpp::Time: seconds = " +
            std::to_string(seconds));
  }
  return static_cast<std::int64_t>(seconds) * detail::kSecond + nanoseconds;
}

Time of_message(const builtin_interfaces::msg::Time & time)
{
  if (time.sec < 0) {
    throw std::runtime_error("message time is negative: seconds = " + std::to_string(time.sec));
  }
  return Time(time);
}

const char * name_of(rcl_clock_type_t type)
{
  switch (type) {
    case RCL_ROS_TIME: return "ROS";
    case RCL_SYSTEM_TIME: return "system";
    case RCL_STEADY_TIME: return "steady";
    case RCL_RAW_STEADY_TIME: return "raw steady";
    default: return "uninitialized";
  }
}

// The words before the colon are the ones that users of ROS 2 search for.
void require_same_clock(const Time & a, const Time & b, const char * failure)
{
  if (a.get_clock_type() == b.get_clock_type()) {return;}
  throw std::runtime_error(
          std::string(failure) + " with different time sources [" +
          name_of(a.get_clock_type()) + " time, " + name_of(b.get_clock_type()) +
          " time]: give both the same clock type (a Time made from a message has ROS time)");
}

void require_comparable(const Time & a, const Time & b)
{
  require_same_clock(a, b, "can't compare times");
}

}  // namespace

Time::Time(int32_t seconds, uint32_t nanoseconds, rcl_clock_type_t clock_type)
: nanoseconds_(join(seconds, nanoseconds)), clock_type_(checked(clock_type)) {}

Time::Time(const builtin_interfaces::msg::Time & time_msg, rcl_clock_type_t clock_type)
: nanoseconds_(join(time_msg.sec, time_msg.nanosec)), clock_type_(checked(clock_type)) {}

Time::operator builtin_interfaces::msg::Time() const
{
  return convert_rcl_time_to_sec_nanos(nanoseconds_);
}

Time & Time::operator=(const builtin_interfaces::msg::Time & time_msg)
{
  return *this = Time(time_msg);
}

bool Time::operator==(const Time & other) const
{
  require_comparable(*this, other);
  return nanoseconds_ == other.nanoseconds_;
}

bool Time::operator!=(const Time & other) const
{
  return !(*this == other);
}

bool Time::operator<(const Time & other) const
{
  require_comparable(*this, other);
  return nanoseconds_ < other.nanoseconds_;
}

bool Time::operator<=(const Time & other) const
{
  return !(other < *this);
}

bool Time::operator>(const Time & other) const
{
  return other < *this;
}

bool Time::operator>=(const Time & other) const
{
  return !(*this < other);
}

Time Time::operator+(const Duration & duration) const
{
  return Time(detail::checked_add(nanoseconds_, duration.nanoseconds()), clock_type_);
}

Duration Time::operator-(const Time & other) const
{
  require_same_clock(*this, other, "can't subtract times");
  return Duration::from_nanoseconds(
    detail::checked_sub(nanoseconds_, other.nanoseconds_, "time"));
}

Time Time::operator-(const Duration & duration) const
{
  return Time(detail::checked_sub(nanoseconds_, duration.nanoseconds(), "time"), clock_type_);
}

Time Time::max(rcl_clock_type_t clock_type)
{
  return Time(std::numeric_limits<int32_t>::max(), 999999999, clock_type);
}

double Time::seconds() const
{
  return std::chrono::duration<double>(std::chrono::nanoseconds(nanoseconds_)).count();
}

Time operator+(const Duration & duration, const Time & time)
{
  return time + duration;
}

builtin_interfaces::msg::Time operator+(
  const builtin_interfaces::msg::Time & time, const Duration & duration)
{
  return convert_rcl_time_to_sec_nanos((of_message(time) + duration).nanoseconds());
}

builtin_interfaces::msg::Time operator-(
  const builtin_interfaces::msg::Time & time, const Duration & duration)
{
  return convert_rcl_time_to_sec_nanos((of_message(time) - duration).nanoseconds());
}

builtin_interfaces::msg::Time convert_rcl_time_to_sec_nanos(
  const rcl_time_point_value_t & time_point)
{
  return ranvier::stamp_of(time_point);
}

}  // namespace rclcpp
