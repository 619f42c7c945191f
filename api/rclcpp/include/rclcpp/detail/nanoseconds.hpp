// Spans of time of any kind as nanoseconds.
#ifndef RCLCPP__DETAIL__NANOSECONDS_HPP_
#define RCLCPP__DETAIL__NANOSECONDS_HPP_

#include <chrono>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace rclcpp::detail
{

/// As std::chrono::duration_cast, but a span that is too long for 64 bits becomes
/// the longest one there is, of its sign. What is not a number becomes zero.
template<typename Rep, typename Period>
constexpr std::chrono::nanoseconds to_nanoseconds(const std::chrono::duration<Rep, Period> & span)
{
  using std::chrono::nanoseconds;
  // Rounded as the cast would round: a long double of 0.3 s would lose a nanosecond.
  using Number = std::conditional_t<std::is_floating_point_v<Rep>, Rep, long double>;
  const Number size =
    std::chrono::duration_cast<std::chrono::duration<Number, std::nano>>(span).count();
  if (size != size) {return nanoseconds::zero();}
  if (size >= static_cast<Number>(0x1p63L)) {return nanoseconds::max();}
  if (size < static_cast<Number>(-0x1p63L)) {return nanoseconds::min();}
  if constexpr (std::is_floating_point_v<Rep>) {
    return nanoseconds(static_cast<int64_t>(size));
  } else {
    return std::chrono::duration_cast<nanoseconds>(span);
  }
}

}  // namespace rclcpp::detail
#endif  // RCLCPP__DETAIL__NANOSECONDS_HPP_
