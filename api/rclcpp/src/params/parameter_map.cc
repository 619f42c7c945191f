#include "rclcpp/parameter_map.hpp"

#include "ranvier/node/arguments.h"
#include "ranvier/proto/param/value.h"
#include "rclcpp/exceptions/exceptions.hpp"

namespace rclcpp
{

namespace
{

// Under which name the parameters of a pattern belong; empty if nowhere.
std::string place(const std::string & pattern, const char * node_fqn)
{
  if (node_fqn != nullptr) {return ranvier::matches_node(pattern, node_fqn) ? node_fqn : "";}
  return pattern.rfind('/', 0) == 0 ? pattern : "/" + pattern;
}

template<typename ArrayT>
auto to_vector(const ArrayT & array)
{
  return std::vector(array.values, array.values + array.size);
}

template<typename T>
const T & required(const T * pointer, std::string_view what)
{
  if (pointer == nullptr) {throw exceptions::InvalidParametersException(std::string(what) + " is NULL");}
  return *pointer;
}

}  // namespace

ParameterValue parameter_value_from(const rcl_variant_t * c_value)
{
  if (c_value == nullptr) {
    throw exceptions::InvalidParameterValueException("Passed argument is NULL");
  }
  const rcl_variant_t & value = *c_value;
  if (value.bool_value) {return ParameterValue(*value.bool_value);}
  if (value.integer_value) {return ParameterValue(*value.integer_value);}
  if (value.double_value) {return ParameterValue(*value.double_value);}
  if (value.string_value) {return ParameterValue(std::string(value.string_value));}
  if (value.byte_array_value) {return ParameterValue(to_vector(*value.byte_array_value));}
  if (value.bool_array_value) {return ParameterValue(to_vector(*value.bool_array_value));}
  if (value.integer_array_value) {return ParameterValue(to_vector(*value.integer_array_value));}
  if (value.double_array_value) {return ParameterValue(to_vector(*value.double_array_value));}
  if (value.string_array_value) {
    const auto & strings = *value.string_array_value;
    return ParameterValue(std::vector<std::string>(strings.data, strings.data + strings.size));
  }
  throw exceptions::InvalidParameterValueException("No parameter value set");
}

ParameterMap parameter_map_from(const rcl_params_t * c_params, const char * node_fqn)
{
  const rcl_params_t & all = required(c_params, "parameters struct");
  if (all.num_nodes > 0) {
    required(all.node_names, "node_names array");
    required(all.params, "params array");
  }
  ParameterMap map;
  for (size_t n = 0; n < all.num_nodes; ++n) {
    const std::string pattern = &required(all.node_names[n], "a node name");
    const std::string node = place(pattern, node_fqn);
    if (node.empty()) {continue;}
    const rcl_node_params_t & its = all.params[n];
    for (size_t i = 0; i < its.num_params; ++i) {
      required(its.parameter_names, "parameter_names array of node '" + pattern + "'");
      const char * name = &required(its.parameter_names[i], "a parameter name of '" + pattern + "'");
      required(its.parameter_values, "parameter_values array of node '" + pattern + "'");
      map[node].emplace_back(name, parameter_value_from(&its.parameter_values[i]));
    }
  }
  return map;
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
    const std::string node = place(one.node, node_fqn);
    if (node.empty()) {continue;}
    map[node].emplace_back(one.name, ParameterValue(ranvier::param::value_of(one.value)));
  }
  return map;
}

std::vector<Parameter> parameters_from_map(
  const ParameterMap & parameter_map, const char * node_fqn)
{
  std::vector<Parameter> parameters;
  for (const auto & [node, its] : parameter_map) {
    if (node_fqn != nullptr && place(node, node_fqn).empty()) {continue;}
    parameters.insert(parameters.end(), its.begin(), its.end());
  }
  return parameters;
}

}  // namespace rclcpp
