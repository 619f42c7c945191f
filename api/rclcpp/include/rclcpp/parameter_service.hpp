// The six services through which other processes see a node's parameters.
#ifndef RCLCPP__PARAMETER_SERVICE_HPP_
#define RCLCPP__PARAMETER_SERVICE_HPP_

#include <memory>
#include <vector>

#include "rclcpp/macros.hpp"
#include "rclcpp/qos.hpp"

namespace rclcpp
{

class ServiceBase;
namespace node_interfaces
{
class NodeBaseInterface;
class NodeParametersInterface;
}  // namespace node_interfaces

/// Serves ~/get_parameters, get_parameter_types, set_parameters,
/// set_parameters_atomically, describe_parameters and list_parameters while it
/// lives. Answers run in the node's default callback group.
class RCLCPP_PUBLIC ParameterService
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(ParameterService)

  /// `node_params` must outlive it.
  ParameterService(
    node_interfaces::NodeBaseInterface & node_base,
    node_interfaces::NodeParametersInterface & node_params,
    const QoS & qos_profile = ParametersQoS());
  ~ParameterService();
  RCLCPP_DISABLE_COPY(ParameterService)

private:
  std::vector<std::shared_ptr<ServiceBase>> services_;
};

}  // namespace rclcpp
#endif  // RCLCPP__PARAMETER_SERVICE_HPP_
