// 64-bit nanosecond arithmetic that throws instead of wrapping.
#ifndef TIME_MATH_HPP_
#define TIME_MATH_HPP_

#include <cstdint>
#include <stdexcept>
#include <string>

namespace rclcpp::detail
{

inline constexpr std::int64_t kSecond = 1000000000;

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

}  // namespace rclcpp::detail
#endif  // TIME_MATH_HPP_
