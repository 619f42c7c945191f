// A signed span of time in nanoseconds, and a point in time on one kind of clock.
#ifndef RCLCPP__TIME_HPP_
#define RCLCPP__TIME_HPP_

#include <chrono>
#include <cstdint>

#include "builtin_interfaces/msg/detail/duration__struct.hpp"
#include "builtin_interfaces/msg/detail/time__struct.hpp"
#include "rcl/types.h"
#include "rclcpp/detail/nanoseconds.hpp"
#include "rclcpp/macros.hpp"

namespace rclcpp
{

/// A span of time. Arithmetic that leaves the range of 64 bits throws
/// std::overflow_error or std::underflow_error.
/// Threads: a value.
class RCLCPP_PUBLIC Duration
{
public:
  /// Both parts have one meaning: Duration(-1, 500000000) is minus half a second.
  Duration(int32_t seconds, uint32_t nanoseconds);
  explicit Duration(std::chrono::nanoseconds nanoseconds)
  : nanoseconds_(nanoseconds.count()) {}
  /// A span beyond 64 bits of nanoseconds becomes the longest of its sign.
  template<class Rep, class Period>
  Duration(const std::chrono::duration<Rep, Period> & duration)  // implicit, as in ROS 2
  : Duration(detail::to_nanoseconds(duration)) {}
  Duration(const builtin_interfaces::msg::Duration & duration_msg);  // implicit, as in ROS 2
  explicit Duration(const rcl_duration_t & duration)
  : nanoseconds_(duration.nanoseconds) {}
  Duration(const Duration &) = default;
  virtual ~Duration() = default;

  /// Throws std::overflow_error or std::underflow_error beyond 64 bits of nanoseconds,
  /// std::runtime_error if it is not a number.
  static Duration from_seconds(double seconds);
  static Duration from_nanoseconds(rcl_duration_value_t nanoseconds);
  static Duration from_rmw_time(rmw_time_t duration);
  /// The longest that a message holds: 2147483647.999999999 s.
  static Duration max();

  operator builtin_interfaces::msg::Duration() const;
  Duration & operator=(const Duration &) = default;
  Duration & operator=(const builtin_interfaces::msg::Duration & duration_msg);

  bool operator==(const Duration & other) const {return nanoseconds_ == other.nanoseconds_;}
  bool operator!=(const Duration & other) const {return nanoseconds_ != other.nanoseconds_;}
  bool operator<(const Duration & other) const {return nanoseconds_ < other.nanoseconds_;}
  bool operator<=(const Duration & other) const {return nanoseconds_ <= other.nanoseconds_;}
  bool operator>(const Duration & other) const {return nanoseconds_ > other.nanoseconds_;}
  bool operator>=(const Duration & other) const {return nanoseconds_ >= other.nanoseconds_;}

  Duration operator+(const Duration & other) const;
  Duration & operator+=(const Duration & other) {return *this = *this + other;}
  Duration operator-(const Duration & other) const;
  Duration & operator-=(const Duration & other) {return *this = *this - other;}
  /// Throws std::runtime_error if `scale` is not a finite number.
  Duration operator*(double scale) const;
  Duration & operator*=(double scale) {return *this = *this * scale;}

  rcl_duration_value_t nanoseconds() const {return nanoseconds_;}
  /// Loses precision beyond what a double holds.
  double seconds() const;

  template<class DurationT>
  DurationT to_chrono() const
  {
    return std::chrono::duration_cast<DurationT>(std::chrono::nanoseconds(nanoseconds_));
  }

  /// Throws std::runtime_error for a negative duration, which rmw_time_t cannot hold.
  rmw_time_t to_rmw_time() const;

private:
  Duration() = default;

  rcl_duration_value_t nanoseconds_ = 0;
};

class Clock;

/// A point in time. Comparing or subtracting points of different kinds of
/// clock throws std::runtime_error; leaving the range of 64 bits throws
/// std::overflow_error or std::underflow_error.
/// Threads: a value.
class RCLCPP_PUBLIC Time
{
public:
  /// Throws std::runtime_error if `seconds` is negative.
  Time(int32_t seconds, uint32_t nanoseconds, rcl_clock_type_t clock_type = RCL_SYSTEM_TIME);
  explicit Time(int64_t nanoseconds = 0, rcl_clock_type_t clock_type = RCL_SYSTEM_TIME)
  : nanoseconds_(nanoseconds), clock_type_(clock_type) {}
  Time(const Time &) = default;
  /// Throws std::runtime_error if the message holds negative seconds.
  Time(  // implicit, as in ROS 2
    const builtin_interfaces::msg::Time & time_msg, rcl_clock_type_t clock_type = RCL_ROS_TIME);
  explicit Time(const rcl_time_point_t & time_point)
  : nanoseconds_(time_point.nanoseconds), clock_type_(time_point.clock_type) {}
  virtual ~Time() = default;

  operator builtin_interfaces::msg::Time() const;
  Time & operator=(const Time &) = default;
  /// The point becomes one of ROS time.
  Time & operator=(const builtin_interfaces::msg::Time & time_msg);

  bool operator==(const Time & other) const;
  bool operator!=(const Time & other) const;
  bool operator<(const Time & other) const;
  bool operator<=(const Time & other) const;
  bool operator>(const Time & other) const;
  bool operator>=(const Time & other) const;

  Time operator+(const Duration & duration) const;
  Duration operator-(const Time & other) const;
  Time operator-(const Duration & duration) const;
  Time & operator+=(const Duration & duration) {return *this = *this + duration;}
  Time & operator-=(const Duration & duration) {return *this = *this - duration;}

  /// Since the epoch of its clock.
  rcl_time_point_value_t nanoseconds() const {return nanoseconds_;}
  /// The last that a message holds: 2147483647.999999999 s.
  static Time max(rcl_clock_type_t clock_type = RCL_SYSTEM_TIME);
  /// Loses precision beyond what a double holds.
  double seconds() const;
  rcl_clock_type_t get_clock_type() const {return clock_type_;}

private:
  friend class Clock;

  rcl_time_point_value_t nanoseconds_;
  rcl_clock_type_t clock_type_;
};

RCLCPP_PUBLIC Time operator+(const Duration & duration, const Time & time);

/// Throw std::runtime_error if the message holds negative seconds.
RCLCPP_PUBLIC builtin_interfaces::msg::Time operator+(
  const builtin_interfaces::msg::Time & time, const Duration & duration);
RCLCPP_PUBLIC builtin_interfaces::msg::Time operator-(
  const builtin_interfaces::msg::Time & time, const Duration & duration);

/// Seconds rounded down, and the nanoseconds above them.
RCLCPP_PUBLIC builtin_interfaces::msg::Time convert_rcl_time_to_sec_nanos(
  const rcl_time_point_value_t & time_point);

}  // namespace rclcpp

#endif  // RCLCPP__TIME_HPP_
