#include "rclcpp/parameter.hpp"

#include <ostream>

#include "core/core_edge.hpp"
#include "ranvier/proto/param/value.h"
#include "rclcpp/exceptions/exceptions.hpp"

namespace rclcpp
{

std::string to_string(ParameterType type) {return ranvier::param::type_name(type);}

std::ostream & operator<<(std::ostream & os, ParameterType type)
{
  return os << to_string(type);
}

ParameterTypeException::ParameterTypeException(ParameterType expected, ParameterType actual)
: std::runtime_error("expected [" + to_string(expected) + "] got [" + to_string(actual) + "]") {}

ParameterValue::ParameterValue() = default;
ParameterValue::ParameterValue(const ParameterValue & other) = default;
ParameterValue::ParameterValue(ParameterValue && other) noexcept = default;
ParameterValue & ParameterValue::operator=(const ParameterValue & other) = default;
ParameterValue & ParameterValue::operator=(ParameterValue && other) noexcept = default;
ParameterValue::~ParameterValue() = default;

rcl_interfaces::msg::ParameterValue ParameterValue::to_value_msg() const {return value_;}

// A value is its one member, a message. declare_parameter() gives a reference to what the
// core keeps, which is such a message.
static_assert(sizeof(ParameterValue) == sizeof(rcl_interfaces::msg::ParameterValue));
static_assert(std::is_standard_layout_v<ParameterValue>, "it has the address of its member");

const ParameterValue & detail::value_of(const rcl_interfaces::msg::ParameterValue & message)
{
  return reinterpret_cast<const ParameterValue &>(message);
}

const rcl_interfaces::msg::ParameterValue & detail::message_of(const ParameterValue & value)
{
  return reinterpret_cast<const rcl_interfaces::msg::ParameterValue &>(value);
}

ParameterValue::ParameterValue(const rcl_interfaces::msg::ParameterValue & value)
: value_(value)
{
  if (value_.type > PARAMETER_STRING_ARRAY) {
    throw exceptions::UnknownTypeError(std::to_string(value_.type));
  }
}

ParameterValue::ParameterValue(const bool bool_value)
{
  value_.type = PARAMETER_BOOL;
  value_.bool_value = bool_value;
}

ParameterValue::ParameterValue(const int int_value)
: ParameterValue(static_cast<int64_t>(int_value)) {}

ParameterValue::ParameterValue(const int64_t int_value)
{
  value_.type = PARAMETER_INTEGER;
  value_.integer_value = int_value;
}

ParameterValue::ParameterValue(const float double_value)
: ParameterValue(static_cast<double>(double_value)) {}

ParameterValue::ParameterValue(const double double_value)
{
  value_.type = PARAMETER_DOUBLE;
  value_.double_value = double_value;
}

ParameterValue::ParameterValue(const std::string & string_value)
{
  value_.type = PARAMETER_STRING;
  value_.string_value = string_value;
}

ParameterValue::ParameterValue(const char * string_value)
: ParameterValue(std::string(string_value)) {}

ParameterValue::ParameterValue(const std::vector<uint8_t> & byte_array_value)
{
  value_.type = PARAMETER_BYTE_ARRAY;
  value_.byte_array_value = byte_array_value;
}

ParameterValue::ParameterValue(const std::vector<bool> & bool_array_value)
{
  value_.type = PARAMETER_BOOL_ARRAY;
  value_.bool_array_value = bool_array_value;
}

ParameterValue::ParameterValue(const std::vector<int> & int_array_value)
: ParameterValue(std::vector<int64_t>(int_array_value.begin(), int_array_value.end())) {}

ParameterValue::ParameterValue(const std::vector<int64_t> & int_array_value)
{
  value_.type = PARAMETER_INTEGER_ARRAY;
  value_.integer_array_value = int_array_value;
}

ParameterValue::ParameterValue(const std::vector<float> & double_array_value)
: ParameterValue(std::vector<double>(double_array_value.begin(), double_array_value.end())) {}

ParameterValue::ParameterValue(const std::vector<double> & double_array_value)
{
  value_.type = PARAMETER_DOUBLE_ARRAY;
  value_.double_array_value = double_array_value;
}

ParameterValue::ParameterValue(const std::vector<std::string> & string_array_value)
{
  value_.type = PARAMETER_STRING_ARRAY;
  value_.string_array_value = string_array_value;
}

bool ParameterValue::operator==(const ParameterValue & rhs) const
{
  return value_ == rhs.value_;
}

void ParameterValue::require(ParameterType type) const
{
  if (value_.type != type) {throw ParameterTypeException(type, get_type());}
}

std::string to_string(const ParameterValue & type)
{
  return ranvier::param::to_text(detail::message_of(type));
}

}  // namespace rclcpp
