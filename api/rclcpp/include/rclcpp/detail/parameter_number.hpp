// Numbers of every C++ type as parameters, which hold int64_t and double alone.
#ifndef RCLCPP__DETAIL__PARAMETER_NUMBER_HPP_
#define RCLCPP__DETAIL__PARAMETER_NUMBER_HPP_

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "rclcpp/macros.hpp"

namespace rclcpp::detail
{

template<typename T>
constexpr bool is_number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

/// What a parameter holds of a number.
template<typename T>
using Held = std::conditional_t<std::is_floating_point_v<T>, double, int64_t>;

template<typename T, typename ... Types>
constexpr bool is_one_of = (std::is_same_v<T, Types> || ...);

/// Number types beside those that ROS 2's constructors of ParameterValue name.
template<typename T>
constexpr bool is_other_number = is_number<T> && !is_one_of<T, int, int64_t, float, double>;

/// The element of a vector of numbers; else void. Bytes are a type of their own.
template<typename T>
struct NumberOfArray {using type = void;};
template<typename T>
struct NumberOfArray<std::vector<T>>
{
  using type = std::conditional_t<is_number<T> && !std::is_same_v<T, uint8_t>, T, void>;
};
template<typename T>
using number_of_array_t = typename NumberOfArray<T>::type;

template<typename T>
constexpr bool holds_numbers = is_number<T> || !std::is_void_v<number_of_array_t<T>>;

/// The number types that ROS 2's declare_parameter() takes. It gives back what
/// the parameter holds.
template<typename T>
constexpr bool is_widened =
  (std::is_integral_v<T> && sizeof(T) < sizeof(int)) ||
  is_one_of<
  T, int, int64_t, float, double, std::vector<int>, std::vector<int64_t>, std::vector<float>,
  std::vector<double>>;

template<typename T>
bool is_negative(T value)
{
  if constexpr (std::is_signed_v<T>) {return value < 0;}
  return false;
}

/// Whether it is neither infinite nor NaN. <cmath>, which has it too, is large, and every file
/// of a user would compile it.
template<typename T>
constexpr bool is_finite(T value) {return value - value == 0;}

template<typename To, typename From>
bool fits(From value)
{
  if constexpr (std::is_floating_point_v<To>) {
    constexpr To kMost = std::numeric_limits<To>::max();
    return !is_finite(value) || (value >= -kMost && value <= kMost);
  } else {
    const auto converted = static_cast<To>(value);
    return static_cast<From>(converted) == value && is_negative(converted) == is_negative(value);
  }
}

/// Throw InvalidParameterValueException. `name` may be empty.
[[noreturn]] RCLCPP_PUBLIC void throw_does_not_fit(
  const std::string & name, int64_t value, int64_t lowest, uint64_t highest);
[[noreturn]] RCLCPP_PUBLIC void throw_does_not_fit(const std::string & name, uint64_t value);
[[noreturn]] RCLCPP_PUBLIC void throw_does_not_fit(
  const std::string & name, long double value, double highest);

/// Throws InvalidParameterValueException, which names the parameter, if a number
/// of type To cannot hold the value.
template<typename To, typename From>
void require_fits(const std::string & name, From value)
{
  if (fits<To>(value)) {return;}
  if constexpr (std::is_floating_point_v<To>) {
    throw_does_not_fit(
      name, static_cast<long double>(value), static_cast<double>(std::numeric_limits<To>::max()));
  } else if constexpr (std::is_signed_v<From>) {
    using Limits = std::numeric_limits<To>;
    throw_does_not_fit(
      name, static_cast<int64_t>(value), static_cast<int64_t>(Limits::min()),
      static_cast<uint64_t>(Limits::max()));
  } else {
    throw_does_not_fit(name, static_cast<uint64_t>(value));
  }
}

template<typename To, typename From>
To fitting(const std::string & name, From value)
{
  require_fits<To>(name, value);
  return static_cast<To>(value);
}

template<typename To, typename From>
std::vector<To> all_fitting(const std::string & name, const std::vector<From> & values)
{
  std::vector<To> fitted;
  fitted.reserve(values.size());
  for (const From value : values) {fitted.push_back(fitting<To>(name, value));}
  return fitted;
}

}  // namespace rclcpp::detail
#endif  // RCLCPP__DETAIL__PARAMETER_NUMBER_HPP_
