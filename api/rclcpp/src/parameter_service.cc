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
// `undeclared`: what it hears of an undeclared parameter, if that names none.
template<class Body>
rcl_interfaces::msg::SetParametersResult tried(
  const Body & body, const char * undeclared = nullptr)
{
  try {
    return body();
  } catch (const exceptions::ParameterNotDeclaredException & error) {
    RCLCPP_DEBUG(get_logger("rclcpp"), "cannot set parameters: %s", error.what());
    return refused(undeclared ? undeclared : error.what());
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
    }, "One or more parameters were not declared before setting");
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
  node_interfaces::NodeBaseInterface & node, node_interfaces::NodeServicesInterface & services,
  const char * name, NodeParametersInterface & parameters, const QoS & qos)
{
  auto service = std::make_shared<Service<ServiceT>>(&node, name, qos, nullptr);
  services.add_service(service, nullptr);
  service->start(
    [&parameters](
      std::shared_ptr<typename ServiceT::Request> request,
      std::shared_ptr<typename ServiceT::Response> response) {
      serve(parameters, *request, *response);
    });
  return service;
}

}  // namespace

struct ParameterService::Impl
{
  std::vector<std::shared_ptr<ServiceBase>> services;
};

ParameterService::ParameterService(
  std::shared_ptr<node_interfaces::NodeBaseInterface> node_base,
  std::shared_ptr<node_interfaces::NodeServicesInterface> node_services,
  NodeParametersInterface * node_params, const QoS & qos)
: impl_(new Impl)
{
  const auto add = [&](auto * service, const char * name) {
      using ServiceT = std::remove_pointer_t<decltype(service)>;
      impl_->services.push_back(
        start<ServiceT>(*node_base, *node_services, name, *node_params, qos));
    };
  add(static_cast<srv::GetParameters *>(nullptr), "~/get_parameters");
  add(static_cast<srv::GetParameterTypes *>(nullptr), "~/get_parameter_types");
  add(static_cast<srv::SetParameters *>(nullptr), "~/set_parameters");
  add(static_cast<srv::SetParametersAtomically *>(nullptr), "~/set_parameters_atomically");
  add(static_cast<srv::DescribeParameters *>(nullptr), "~/describe_parameters");
  add(static_cast<srv::ListParameters *>(nullptr), "~/list_parameters");
}

ParameterService::~ParameterService() = default;

}  // namespace rclcpp
