// A node's functions for parameters: all of them ask the one store.
#include "rclcpp/node.hpp"

namespace rclcpp
{

using detail::NodeApi;
using rcl_interfaces::msg::SetParametersResult;

const ParameterValue & NodeApi::declare_parameter(
  const std::string & name, const ParameterValue & default_value,
  const ParameterDescriptor & parameter_descriptor, bool ignore_override)
{
  return parameters().declare_parameter(
    name, default_value, parameter_descriptor, ignore_override);
}

const ParameterValue & NodeApi::declare_parameter(
  const std::string & name, ParameterType type, const ParameterDescriptor & parameter_descriptor,
  bool ignore_override)
{
  return parameters().declare_parameter(name, type, parameter_descriptor, ignore_override);
}

void NodeApi::undeclare_parameter(const std::string & name)
{
  parameters().undeclare_parameter(name);
}

bool NodeApi::has_parameter(const std::string & name) const
{
  return parameters().has_parameter(name);
}

SetParametersResult NodeApi::set_parameter(const Parameter & parameter)
{
  return parameters().set_parameters_atomically({parameter});
}

std::vector<SetParametersResult> NodeApi::set_parameters(const std::vector<Parameter> & parameters)
{
  return this->parameters().set_parameters(parameters);
}

SetParametersResult NodeApi::set_parameters_atomically(const std::vector<Parameter> & parameters)
{
  return this->parameters().set_parameters_atomically(parameters);
}

Parameter NodeApi::get_parameter(const std::string & name) const
{
  return parameters().get_parameter(name);
}

bool NodeApi::get_parameter(const std::string & name, Parameter & parameter) const
{
  return parameters().get_parameter(name, parameter);
}

std::vector<Parameter> NodeApi::get_parameters(const std::vector<std::string> & names) const
{
  return parameters().get_parameters(names);
}

NodeApi::ParameterDescriptor NodeApi::describe_parameter(const std::string & name) const
{
  return parameters().describe_parameters({name}).front();
}

std::vector<NodeApi::ParameterDescriptor> NodeApi::describe_parameters(
  const std::vector<std::string> & names) const
{
  return parameters().describe_parameters(names);
}

std::vector<uint8_t> NodeApi::get_parameter_types(const std::vector<std::string> & names) const
{
  return parameters().get_parameter_types(names);
}

rcl_interfaces::msg::ListParametersResult NodeApi::list_parameters(
  const std::vector<std::string> & prefixes, uint64_t depth) const
{
  return parameters().list_parameters(prefixes, depth);
}

NodeApi::PreSetParametersCallbackHandle::SharedPtr NodeApi::add_pre_set_parameters_callback(
  PreSetParametersCallbackType callback)
{
  return parameters().add_pre_set_parameters_callback(std::move(callback));
}

NodeApi::OnSetParametersCallbackHandle::SharedPtr NodeApi::add_on_set_parameters_callback(
  OnSetParametersCallbackType callback)
{
  return parameters().add_on_set_parameters_callback(std::move(callback));
}

NodeApi::PostSetParametersCallbackHandle::SharedPtr NodeApi::add_post_set_parameters_callback(
  PostSetParametersCallbackType callback)
{
  return parameters().add_post_set_parameters_callback(std::move(callback));
}

void NodeApi::remove_pre_set_parameters_callback(const PreSetParametersCallbackHandle * handler)
{
  parameters().remove_pre_set_parameters_callback(handler);
}

void NodeApi::remove_on_set_parameters_callback(const OnSetParametersCallbackHandle * handler)
{
  parameters().remove_on_set_parameters_callback(handler);
}

void NodeApi::remove_post_set_parameters_callback(const PostSetParametersCallbackHandle * handler)
{
  parameters().remove_post_set_parameters_callback(handler);
}

}  // namespace rclcpp
