#include "rclcpp/parameter_map.hpp"

#include <variant>

#include "core_edge.hpp"
#include "ranvier/node/arguments.h"
#include "rclcpp/exceptions/exceptions.hpp"

namespace rclcpp
{

ParameterValue detail::from_core(const ranvier::ParameterValue & from)
{
  return std::visit(
    [](const auto & value) {
      if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>) {
        return ParameterValue();
      } else {
        return ParameterValue(value);
      }
    }, from);
}

ParameterMap parameter_map_from_yaml_file(
  const std::string & yaml_filename, const char * node_fqn)
{
  const auto file = ranvier::read_parameter_file(yaml_filename);
  if (!file) {
    throw exceptions::RCLError(
            exceptions::RCLErrorBase(RCL_RET_ERROR, file.error().what), "");
  }
  ParameterMap map;
  for (const auto & one : *file) {
    if (node_fqn != nullptr && !ranvier::matches_node(one.node, node_fqn)) {continue;}
    const std::string node = node_fqn != nullptr ? node_fqn :
      one.node.rfind('/', 0) == 0 ? one.node : "/" + one.node;
    map[node].emplace_back(one.name, detail::from_core(one.value));
  }
  return map;
}

std::vector<Parameter> parameters_from_map(
  const ParameterMap & parameter_map, const char * node_fqn)
{
  std::vector<Parameter> parameters;
  for (const auto & [node, its] : parameter_map) {
    if (node_fqn != nullptr && node != node_fqn) {continue;}
    parameters.insert(parameters.end(), its.begin(), its.end());
  }
  return parameters;
}

}  // namespace rclcpp
