// Parameters of several nodes, by the names of the nodes.
#ifndef RCLCPP__PARAMETER_MAP_HPP_
#define RCLCPP__PARAMETER_MAP_HPP_

#include <iostream>
#include <string>
#include <unordered_map>
#include <vector>

#include "rcl_yaml_param_parser/types.h"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/parameter.hpp"

namespace rclcpp
{

/// By the full name of a node, or by a pattern of names: "/**", "/*/name".
using ParameterMap = std::unordered_map<std::string, std::vector<Parameter>>;

/// Of a parameter file, as --params-file takes it. With the full name of a node:
/// what the file says of that node, patterns included, under that name.
/// Throws exceptions::RCLError naming file, line and what is wrong there.
RCLCPP_PUBLIC ParameterMap parameter_map_from_yaml_file(
  const std::string & yaml_filename, const char * node_fqn = nullptr);

/// The same of C structures. Throws exceptions::InvalidParametersException for
/// null where there should be an array, and as parameter_value_from().
RCLCPP_PUBLIC ParameterMap parameter_map_from(
  const rcl_params_t * c_params, const char * node_fqn = nullptr);
/// Throws exceptions::InvalidParameterValueException for null and for no value.
RCLCPP_PUBLIC ParameterValue parameter_value_from(const rcl_variant_t * c_value);

/// All parameters, or those whose name or pattern means the one node.
RCLCPP_PUBLIC std::vector<Parameter> parameters_from_map(
  const ParameterMap & parameter_map, const char * node_fqn = nullptr);

}  // namespace rclcpp
#endif  // RCLCPP__PARAMETER_MAP_HPP_
