#include "rclcpp/parameter.hpp"

#include "ranvier/base/numbers.h"
#include "rclcpp/exceptions/exceptions.hpp"

namespace rclcpp::detail
{
namespace
{

std::string owner(const std::string & name)
{
  return name.empty() ? "a parameter" : "parameter '" + name + "'";
}

}  // namespace

void throw_does_not_fit(
  const std::string & name, int64_t value, int64_t lowest, uint64_t highest)
{
  throw exceptions::InvalidParameterValueException(
          owner(name) + ": the value " + std::to_string(value) + " does not fit the C++ type that "
          "it is read as, which holds " + std::to_string(lowest) + " to " +
          std::to_string(highest) + ". Set one within these, or read it as int64_t.");
}

void throw_does_not_fit(const std::string & name, uint64_t value)
{
  throw exceptions::InvalidParameterValueException(
          owner(name) + ": the value " + std::to_string(value) + " is above what an integer "
          "parameter holds, " + std::to_string(std::numeric_limits<int64_t>::max()) +
          ". Set a smaller one, or make it a string.");
}

void throw_does_not_fit(const std::string & name, long double value, double highest)
{
  using ranvier::short_number_text;
  throw exceptions::InvalidParameterValueException(
          owner(name) + ": the value " + short_number_text(value) + " does not fit its "
          "floating-point type, which holds " + short_number_text(-highest) + " to " +
          short_number_text(highest) + ". Set one within these, or read it as double.");
}

}  // namespace rclcpp::detail
