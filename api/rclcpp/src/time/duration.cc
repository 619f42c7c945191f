#include "rclcpp/time.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "ranvier/proto/time/stamp.h"
#include "time/time_math.hpp"

namespace rclcpp
{
namespace
{

// The range of int64_t as doubles that convert back without overflow.
bool fits(double nanoseconds)
{
  return nanoseconds >= -0x1p63 && nanoseconds < 0x1p63;
}

std::int64_t to_nanoseconds(double value, const char * what)
{
  if (std::isnan(value)) {
    throw std::runtime_error(std::string(what) + ": not a number");
  }
  if (fits(value)) {return static_cast<std::int64_t>(value);}
  if (value > 0) {
    throw std::overflow_error(std::string(what) + " leads to int64_t overflow");
  }
  throw std::underflow_error(std::string(what) + " leads to int64_t underflow");
}

std::int64_t join(std::int64_t seconds, std::uint32_t nanoseconds)
{
  return seconds * detail::kSecond + nanoseconds;
}

}  // namespace

Duration::Duration(int32_t seconds, uint32_t nanoseconds)
: nanoseconds_(join(seconds, nanoseconds)) {}

Duration::Duration(const builtin_interfaces::msg::Duration & duration_msg)
: nanoseconds_(join(duration_msg.sec, duration_msg.nanosec)) {}

Duration Duration::from_seconds(double seconds)
{
  return from_nanoseconds(to_nanoseconds(seconds * 1e9, "rclcpp::Duration::from_seconds"));
}

Duration Duration::from_nanoseconds(rcl_duration_value_t nanoseconds)
{
  Duration made;
  made.nanoseconds_ = nanoseconds;
  return made;
}

Duration Duration::from_rmw_time(rmw_time_t duration)
{
  return from_nanoseconds(rmw_time_total_nsec(duration));
}

Duration Duration::max()
{
  return Duration(std::numeric_limits<int32_t>::max(), 999999999);
}

Duration::operator builtin_interfaces::msg::Duration() const
{
  const auto parts = ranvier::split(nanoseconds_);
  builtin_interfaces::msg::Duration message;
  message.sec = parts.sec;
  message.nanosec = parts.nanosec;
  return message;
}

Duration & Duration::operator=(const builtin_interfaces::msg::Duration & duration_msg)
{
  return *this = Duration(duration_msg);
}

Duration Duration::operator+(const Duration & other) const
{
  return from_nanoseconds(detail::checked_add(nanoseconds_, other.nanoseconds_));
}

Duration Duration::operator-(const Duration & other) const
{
  return from_nanoseconds(detail::checked_sub(nanoseconds_, other.nanoseconds_, "duration"));
}

Duration Duration::operator*(double scale) const
{
  if (!std::isfinite(scale)) {
    throw std::runtime_error("abnormal scale in rclcpp::Duration");
  }
  // long double keeps all 64 bits of the product where the machine has them.
  const long double product = static_cast<long double>(nanoseconds_) * scale;
  if (product < -0x1p63L) {
    throw std::underflow_error("duration scaling leads to int64_t underflow");
  }
  if (product >= 0x1p63L) {
    throw std::overflow_error("duration scaling leads to int64_t overflow");
  }
  return from_nanoseconds(static_cast<std::int64_t>(product));
}

double Duration::seconds() const
{
  return std::chrono::duration<double>(std::chrono::nanoseconds(nanoseconds_)).count();
}

rmw_time_t Duration::to_rmw_time() const
{
  if (nanoseconds_ < 0) {
    throw std::runtime_error(
            "rmw_time_t cannot be negative: the duration is " + std::to_string(nanoseconds_) +
            " ns");
  }
  return rmw_time_from_nsec(nanoseconds_);
}

}  // namespace rclcpp
