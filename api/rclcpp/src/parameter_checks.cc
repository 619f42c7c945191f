#include "parameter_checks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace rclcpp::detail
{
namespace
{

using rcl_interfaces::msg::FloatingPointRange;
using rcl_interfaces::msg::IntegerRange;

// Equal but for what steps of binary fractions lose. An infinity is close to
// itself alone, NaN to nothing.
bool close(double a, double b)
{
  if (!std::isfinite(a) || !std::isfinite(b)) {return a == b;}
  constexpr double kLost = 200 * std::numeric_limits<double>::epsilon();
  return std::abs(a - b) <= kLost * std::max(std::abs(a), std::abs(b));
}

bool within(int64_t value, const IntegerRange & range)
{
  if (value == range.from_value || value == range.to_value) {return true;}
  if (value < range.from_value || value > range.to_value) {return false;}
  if (range.step == 0) {return true;}
  // The difference may exceed int64_t, not uint64_t.
  const uint64_t distance =
    static_cast<uint64_t>(value) - static_cast<uint64_t>(range.from_value);
  return distance % range.step == 0;
}

bool within(double value, const FloatingPointRange & range)
{
  if (std::isnan(range.from_value) || std::isnan(range.to_value)) {return false;}
  if (close(value, range.from_value) || close(value, range.to_value)) {return true;}
  if (!(value > range.from_value && value < range.to_value)) {return false;}
  if (range.step == 0.0) {return true;}
  const double steps = std::round((value - range.from_value) / range.step);
  return close(range.from_value + steps * range.step, value);
}

template<class Value, class Range>
std::string why_not_within(
  const std::string & name, Value value, const Range & range, const char * kind)
{
  if (within(value, range)) {return {};}
  std::string why = "Parameter {" + name + "} doesn't comply with " + kind + " range. " +
    std::to_string(value) + " is not within " + std::to_string(range.from_value) + " and " +
    std::to_string(range.to_value);
  if (range.step != 0) {why += " in steps of " + std::to_string(range.step);}
  return why;
}

}  // namespace

std::string why_not(
  const std::string & name, const ParameterValue & value,
  const rcl_interfaces::msg::ParameterDescriptor & descriptor)
{
  const ParameterType type = value.get_type();
  if (!descriptor.dynamic_typing && type != descriptor.type) {
    return std::string(kWrongType) + ", parameter {" + name + "} is of type {" +
           to_string(static_cast<ParameterType>(descriptor.type)) + "}, setting it to {" +
           to_string(type) + "} is not allowed.";
  }
  if (type == PARAMETER_INTEGER && !descriptor.integer_range.empty()) {
    return why_not_within(name, value.get<int64_t>(), descriptor.integer_range[0], "integer");
  }
  if (type == PARAMETER_DOUBLE && !descriptor.floating_point_range.empty()) {
    return why_not_within(
      name, value.get<double>(), descriptor.floating_point_range[0], "floating point");
  }
  return {};
}

}  // namespace rclcpp::detail
