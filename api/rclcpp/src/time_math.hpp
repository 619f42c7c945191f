// 64-bit nanosecond arithmetic that throws instead of wrapping.
#ifndef TIME_MATH_HPP_
#define TIME_MATH_HPP_

#include <cstdint>
#include <stdexcept>
#include <string>

namespace rclcpp::detail
{

/// Throws std::overflow_error or std::underflow_error.
inline std::int64_t checked_add(std::int64_t a, std::int64_t b)
{
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) {return sum;}
  if (b > 0) {throw std::overflow_error("addition leads to int64_t overflow");}
  throw std::underflow_error("addition leads to int64_t underflow");
}

/// Throws std::overflow_error or std::underflow_error, naming `what`: "time", "duration".
inline std::int64_t checked_sub(std::int64_t a, std::int64_t b, const char * what)
{
  std::int64_t difference = 0;
  if (!__builtin_sub_overflow(a, b, &difference)) {return difference;}
  if (b < 0) {
    throw std::overflow_error(std::string(what) + " subtraction leads to int64_t overflow");
  }
  throw std::underflow_error(std::string(what) + " subtraction leads to int64_t underflow");
}

/// Seconds rounded down, and the nanoseconds above them; saturates where 32
/// bits of seconds end.
struct SecNanos
{
  std::int32_t sec;
  std::uint32_t nanosec;
};

inline SecNanos split(std::int64_t nanoseconds)
{
  constexpr std::int64_t second = 1000000000;
  std::int64_t sec = nanoseconds / second;
  std::int64_t rest = nanoseconds % second;
  if (rest < 0) {
    rest += second;
    --sec;
  }
  if (sec > INT32_MAX) {return {INT32_MAX, UINT32_MAX};}
  if (sec < INT32_MIN) {return {INT32_MIN, 0};}
  return {static_cast<std::int32_t>(sec), static_cast<std::uint32_t>(rest)};
}

}  // namespace rclcpp::detail
#endif  // TIME_MATH_HPP_
