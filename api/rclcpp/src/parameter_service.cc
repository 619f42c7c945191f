#include "rclcpp/parameter_service.hpp"

#include "rcl_interfaces/srv/describe_parameters.hpp"
#include "rcl_interfaces/srv/get_parameter_types.hpp"
#include "rcl_interfaces/srv/get_parameters.hpp"
#include "rcl_interfaces/srv/list_parameters.hpp"
#include "rcl_interfaces/srv/set_parameters.hpp"
#include "rcl_interfaces/srv/set_parameters_atomically.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/node_interfaces/node_parameters_interface.hpp"
#include "rclcpp/service.hpp"

namespace rclcpp
{
namespace
{

namespace srv = rcl_interfaces::srv;
using node_interfaces::NodeParametersInterface;

// What cannot be answered is logged; the response then stays empty, which is how
// ROS 2 tells a client that a name is unknown.
template<class Body>
void answer(const char * what, const Body & body)
{
  try {
    body();
  } catch (const exceptions::ParameterNotDeclaredException & error) {
    RCLCPP_DEBUG(get_logger("rclcpp"), "cannot %s: %s", what, error.what());
  } catch (const exceptions::ParameterUninitializedException & error) {
    RCLCPP_DEBUG(get_logger("rclcpp"), "cannot %s: %s", what, error.what());
  }
}

rcl_interfaces::msg::SetParametersResult refused(const char * reason)
{
  rcl_interfaces::msg::SetParametersResult result;
  result.successful = false;
  result.reason = reason;
  return result;
}

// A client's mistake must not throw into the server's spin().
template<class Body>
rcl_interfaces::msg::SetParametersResult tried(const Body & body)
{
  try {
    return body();
  } catch (const std::exception & error) {
    return refused(error.what());
  }
}

void serve(
  NodeParametersInterface & parameters, const srv::GetParameters::Request & request,
  srv::GetParameters::Response & response)
{
  answer(
    "get parameters", [&] {
      for (const auto & parameter : parameters.get_parameters(request.names)) {
        response.values.push_back(parameter.get_value_message());
      }
    });
}

void serve(
  NodeParametersInterface & parameters, const srv::GetParameterTypes::Request & request,
  srv::GetParameterTypes::Response & response)
{
  answer(
    "get parameter types",
    [&] {response.types = parameters.get_parameter_types(request.names);});
}

void serve(
  NodeParametersInterface & parameters, const srv::SetParameters::Request & request,
  srv::SetParameters::Response & response)
{
  for (const auto & parameter : request.parameters) {
    response.results.push_back(
      tried(
        [&] {
          return parameters.set_parameters_atomically({Parameter::from_parameter_msg(parameter)});
        }));
  }
}

void serve(
  NodeParametersInterface & parameters, const srv::SetParametersAtomically::Request & request,
  srv::SetParametersAtomically::Response & response)
{
  response.result = tried(
    [&] {
      std::vector<Parameter> wanted;
      for (const auto & parameter : request.parameters) {
        wanted.push_back(Parameter::from_parameter_msg(parameter));
      }
      return parameters.set_parameters_atomically(wanted);
    });
}

void serve(
  NodeParametersInterface & parameters, const srv::DescribeParameters::Request & request,
  srv::DescribeParameters::Response & response)
{
  answer(
    "describe parameters",
    [&] {response.descriptors = parameters.describe_parameters(request.names);});
}

void serve(
  NodeParametersInterface & parameters, const srv::ListParameters::Request & request,
  srv::ListParameters::Response & response)
{
  response.result = parameters.list_parameters(request.prefixes, request.depth);
}

template<class ServiceT>
std::shared_ptr<ServiceBase> start(
  node_interfaces::NodeBaseInterface & node, const char * name,
  NodeParametersInterface & parameters, const QoS & qos)
{
  auto service = std::make_shared<Service<ServiceT>>(&node, name, qos, nullptr);
  service->start(
    [&parameters](
      std::shared_ptr<typename ServiceT::Request> request,
      std::shared_ptr<typename ServiceT::Response> response) {
      serve(parameters, *request, *response);
    });
  return service;
}

}  // namespace

ParameterService::ParameterService(
  node_interfaces::NodeBaseInterface & node_base, NodeParametersInterface & node_params,
  const QoS & qos_profile)
: services_{
    start<srv::GetParameters>(node_base, "~/get_parameters", node_params, qos_profile),
    start<srv::GetParameterTypes>(node_base, "~/get_parameter_types", node_params, qos_profile),
    start<srv::SetParameters>(node_base, "~/set_parameters", node_params, qos_profile),
    start<srv::SetParametersAtomically>(
      node_base, "~/set_parameters_atomically", node_params, qos_profile),
    start<srv::DescribeParameters>(node_base, "~/describe_parameters", node_params, qos_profile),
    start<srv::ListParameters>(node_base, "~/list_parameters", node_params, qos_profile)} {}

ParameterService::~ParameterService() = default;

}  // namespace rclcpp
