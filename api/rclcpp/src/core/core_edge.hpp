// How the api edge speaks with the core: values in, exceptions out.
#ifndef CORE_EDGE_HPP_
#define CORE_EDGE_HPP_

#include <memory>

#include "ranvier/base/ref.h"
#include "ranvier/base/result.h"
#include "ranvier/msg/message.h"
#include "ranvier/msg/qos.h"
#include "ranvier/node/endpoint_status.h"
#include "ranvier/node/node.h"
#include "ranvier/proto/serve.h"
#include "ranvier/route/service_route.h"
#include "rclcpp/detail/core_ends.hpp"
#include "rclcpp/detail/delivery.hpp"
#include "rclcpp/detail/options.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/parameter.hpp"
#include "rclcpp/qos.hpp"
#include "rosidl_runtime_c/message_type_support_struct.h"
#include "rosidl_runtime_c/service_type_support_struct.h"

namespace ranvier
{
namespace param
{
class Store;
}
class Introspection;
class ServiceObserver;
struct Arguments;
}  // namespace ranvier

namespace rclcpp
{
class Clock;
class ServiceBase;
}

namespace rclcpp::detail
{

/// Throws exceptions::RCLError with RCL_RET_UNSUPPORTED.
[[noreturn]] void raise_unsupported(const std::string & what);
/// Throws the same if unique network flows are a must: no network has them.
void check_network_flows(
  rmw_unique_network_flow_endpoints_requirement_t requirement, const char * what,
  const std::string & topic);

/// Resolves system defaults and "best available": to the defaults, for a service or client.
ranvier::Qos to_core(const QoS & qos);
/// For a topic: "best available" is what matches all endpoints of `topic` that the graph knows
/// now, and the defaults while there are none. `offers`: for a publisher.
ranvier::Qos to_core(
  const QoS & qos, ranvier::Context & context, const std::string & topic, bool offers);
QoS from_core(const ranvier::Qos & qos);
/// The same object under its other name.
const ParameterValue & value_of(const rcl_interfaces::msg::ParameterValue & message);
const rcl_interfaces::msg::ParameterValue & message_of(const ParameterValue & value);
/// Throws std::invalid_argument unless they are of a class derived from NodeParameters.
ranvier::param::Store & store_of(node_interfaces::NodeParametersInterface & parameters);
std::vector<Parameter> from_messages(
  const std::vector<rcl_interfaces::msg::Parameter> & messages);
std::vector<rcl_interfaces::msg::Parameter> to_messages(const std::vector<Parameter> & parameters);

/// Throws exceptions::InvalidNamespaceError.
void check_namespace(const std::string & space);

rmw_gid_t to_rmw(const ranvier::Gid & gid);

using ranvier::closing;
template<typename T>
std::shared_ptr<T> sharing(ranvier::Ref<T> ref)
{
  T * object = ref.get();
  return std::shared_ptr<T>(object, [ref = std::move(ref)](T *) {});
}

/// Throws std::invalid_argument for a null clock.
void configure(
  ranvier::Introspection & introspection, ranvier::ServiceObserver & observer,
  const std::shared_ptr<Clock> & clock, const QoS & qos, rcl_service_introspection_state_t state);

/// The arguments of a program. Throws exceptions::RCLInvalidArgument if `argc` and `argv` disagree.
std::vector<std::string> words_of(int argc, char const * const * argv, const char * function);

/// Levels, outputs and file of the log as the arguments say.
void configure_logging(const ranvier::Arguments & arguments);

/// Throws std::invalid_argument for a type that is none.
ranvier::Strand::Kind kind_of(CallbackGroupType type, const char * function);

/// Throws exceptions::MissingGroupNodeException for a group of another node.
void check_group(
  node_interfaces::NodeBaseInterface & node, const CallbackGroup::SharedPtr & group,
  const char * what);

}  // namespace rclcpp::detail
#endif  // CORE_EDGE_HPP_
