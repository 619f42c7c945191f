#include "rclcpp/parameter.hpp"

#include <ostream>

#include "core/core_edge.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/node_interfaces/node_parameters.hpp"

namespace rclcpp
{

Parameter::Parameter() = default;
Parameter::Parameter(const Parameter & other) = default;
Parameter::Parameter(Parameter && other) noexcept = default;
Parameter & Parameter::operator=(const Parameter & other) = default;
Parameter & Parameter::operator=(Parameter && other) noexcept = default;
Parameter::~Parameter() = default;

Parameter::Parameter(const std::string & name)
: name_(name) {}

Parameter::Parameter(const std::string & name, const ParameterValue & value)
: name_(name), value_(value) {}

bool Parameter::operator==(const Parameter & rhs) const
{
  return name_ == rhs.name_ && value_ == rhs.value_;
}

std::string Parameter::get_type_name() const {return to_string(get_type());}

std::string Parameter::value_to_string() const {return to_string(value_);}

rcl_interfaces::msg::ParameterValue Parameter::get_value_message() const
{
  return value_.to_value_msg();
}

Parameter::Parameter(const node_interfaces::ParameterInfo & parameter_info)
: Parameter(parameter_info.descriptor.name, parameter_info.value) {}

void Parameter::throw_invalid_type(const ParameterTypeException & mismatch) const
{
  throw exceptions::InvalidParameterTypeException(name_, mismatch.what());
}

bool Parameter::as_bool() const {return get_value<PARAMETER_BOOL>();}

int64_t Parameter::as_int() const {return get_value<PARAMETER_INTEGER>();}

double Parameter::as_double() const {return get_value<PARAMETER_DOUBLE>();}

const std::string & Parameter::as_string() const {return get_value<PARAMETER_STRING>();}

const std::vector<uint8_t> & Parameter::as_byte_array() const
{
  return get_value<PARAMETER_BYTE_ARRAY>();
}

const std::vector<bool> & Parameter::as_bool_array() const
{
  return get_value<PARAMETER_BOOL_ARRAY>();
}

const std::vector<int64_t> & Parameter::as_integer_array() const
{
  return get_value<PARAMETER_INTEGER_ARRAY>();
}

const std::vector<double> & Parameter::as_double_array() const
{
  return get_value<PARAMETER_DOUBLE_ARRAY>();
}

const std::vector<std::string> & Parameter::as_string_array() const
{
  return get_value<PARAMETER_STRING_ARRAY>();
}

Parameter Parameter::from_parameter_msg(const rcl_interfaces::msg::Parameter & parameter)
{
  return Parameter(parameter.name, ParameterValue(parameter.value));
}

rcl_interfaces::msg::Parameter Parameter::to_parameter_msg() const
{
  rcl_interfaces::msg::Parameter message;
  message.name = name_;
  message.value = get_value_message();
  return message;
}

std::vector<Parameter> detail::from_messages(
  const std::vector<rcl_interfaces::msg::Parameter> & messages)
{
  std::vector<Parameter> parameters;
  parameters.reserve(messages.size());
  for (const auto & one : messages) {parameters.push_back(Parameter::from_parameter_msg(one));}
  return parameters;
}

std::vector<rcl_interfaces::msg::Parameter> detail::to_messages(
  const std::vector<Parameter> & parameters)
{
  std::vector<rcl_interfaces::msg::Parameter> messages;
  messages.reserve(parameters.size());
  for (const auto & parameter : parameters) {messages.push_back(parameter.to_parameter_msg());}
  return messages;
}

std::string _to_json_dict_entry(const Parameter & param)
{
  return "\"" + param.get_name() + "\": {\"type\": \"" + param.get_type_name() +
         "\", \"value\": \"" + param.value_to_string() + "\"}";
}

std::ostream & operator<<(std::ostream & os, const Parameter & pv)
{
  return os << std::to_string(pv);
}

std::ostream & operator<<(std::ostream & os, const std::vector<Parameter> & parameters)
{
  return os << std::to_string(parameters);
}

}  // namespace rclcpp

namespace std
{

std::string to_string(const rclcpp::Parameter & param)
{
  return "{\"name\": \"" + param.get_name() + "\", \"type\": \"" + param.get_type_name() +
         "\", \"value\": \"" + param.value_to_string() + "\"}";
}

std::string to_string(const std::vector<rclcpp::Parameter> & parameters)
{
  std::string text = "{";
  for (const auto & parameter : parameters) {
    text += (text.size() > 1 ? ", " : "") + rclcpp::_to_json_dict_entry(parameter);
  }
  return text + "}";
}

}  // namespace std
