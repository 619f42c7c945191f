#include "core/core_edge.hpp"

#include <cstring>
#include <optional>
#include <vector>

#include "core/denied.hpp"
#include "core/qos_table.hpp"
#include "ranvier/node/arguments.h"
#include "ranvier/node/log.h"
#include "ranvier/proto/describe/introspection.h"
#include "ranvier/proto/describe/types.h"
#include "rclcpp/clock.hpp"
#include "rclcpp/detail/known_types.hpp"
#include "rclcpp/exceptions.hpp"

namespace rclcpp::detail
{
namespace
{

// What the endpoints at the other end of a topic offer or ask for, as far as they are known.
std::vector<ranvier::Qos> at_other_end(
  ranvier::Context & context, const std::string & topic, bool offers, bool plain_name)
{
  using ranvier::GraphEndpoint;
  using Names = ranvier::Graph::Names;
  std::vector<ranvier::Qos> all;
  ranvier::Graph * graph = context.graph();
  if (graph == nullptr) {return all;}
  const auto other =
    offers ? GraphEndpoint::Kind::kSubscription : GraphEndpoint::Kind::kPublisher;
  for (const auto & endpoint :
    graph->endpoints_of(topic, plain_name ? Names::kDds : Names::kRos))
  {
    if (endpoint.kind == other) {all.push_back(endpoint.qos);}
  }
  return all;
}

}  // namespace

void raise(const ranvier::Error & error, const char * failed)
{
  using ranvier::Code;
  if (ranvier::is_denied(error)) {
    throw Denied(exceptions::RCLErrorBase(RCL_RET_ERROR, error.what), failed);
  }
  switch (error.code) {
    case Code::kInvalidArgument:
    case Code::kInvalidQos:
      throw std::invalid_argument(failed + error.what);
    case Code::kTooLong:
      throw std::length_error(failed + error.what);
    default:
      throw exceptions::RCLError(exceptions::RCLErrorBase(RCL_RET_ERROR, error.what), failed);
  }
}

void raise_unsupported(const std::string & what)
{
  throw exceptions::RCLError(exceptions::RCLErrorBase(RCL_RET_UNSUPPORTED, what), "");
}

void check_network_flows(
  rmw_unique_network_flow_endpoints_requirement_t requirement, const char * what,
  const std::string & topic)
{
  if (static_cast<unsigned>(requirement) > RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_SYSTEM_DEFAULT) {
    refuse_value(
      what, "require_unique_network_flow_endpoints", static_cast<int>(requirement),
      "RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_NOT_REQUIRED, or another of that name");
  }
  if (requirement != RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_STRICTLY_REQUIRED) {return;}
  raise_unsupported(
    std::string(what) + " '" + topic + "': unique network flows are strictly required, and "
    "the middleware has none; require them optionally");
}

ranvier::Qos to_core(const QoS & from)
{
  ranvier::Qos qos;
  each_policy(
    [&](auto, auto rmw, auto core, const auto & policy) {
      qos.*core = policy.to_core(from.get_rmw_qos_profile().*rmw);
    });
  return qos;
}

ranvier::Qos to_core(
  const QoS & from, ranvier::Context & context, const std::string & topic, bool offers)
{
  ranvier::Qos qos = to_core(from);
  std::optional<ranvier::Qos> best;  // looked for if a policy asks for it
  each_policy(
    [&](auto, auto rmw, auto core, const auto & policy) {
      if (!policy.is_best_available(from.get_rmw_qos_profile().*rmw)) {return;}
      if (!best) {
        const auto others = at_other_end(context, topic, offers, qos.avoid_ros_namespace);
        best = offers ? ranvier::best_to_offer(others) : ranvier::best_to_request(others);
      }
      qos.*core = (*best).*core;
    });
  return qos;
}

QoS from_core(const ranvier::Qos & from)
{
  QoS qos(1);
  each_policy(
    [&](auto, auto rmw, auto core, const auto & policy) {
      qos.get_rmw_qos_profile().*rmw = policy.to_rmw(from.*core);
    });
  // Of a peer that does not tell.
  if (from.depth == 0 && from.history == ranvier::History::kKeepLast) {
    qos.get_rmw_qos_profile().history = RMW_QOS_POLICY_HISTORY_UNKNOWN;
    qos.get_rmw_qos_profile().depth = 0;
  }
  return qos;
}

QoS to_qos(const rmw_qos_profile_t & profile)
{
  return QoS(QoSInitialization::from_rmw(profile), profile);
}

namespace
{

bool uses_intra_process(
  IntraProcessSetting setting, const node_interfaces::NodeBaseInterface & node)
{
  switch (setting) {
    case IntraProcessSetting::Enable: return true;
    case IntraProcessSetting::Disable: return false;
    case IntraProcessSetting::NodeDefault: return node.get_use_intra_process_default();
  }
  throw std::runtime_error("Unrecognized IntraProcessSetting value");
}

}  // namespace

ranvier::Endpoint endpoint_of(
  node_interfaces::NodeBaseInterface & node, const std::string & topic,
  const rosidl_message_type_support_t & type, const QoS & qos, IntraProcessSetting setting,
  bool offers)
{
  ranvier::Endpoint endpoint;
  endpoint.topic = node.resolve_topic_or_service_name(topic, false);
  endpoint.type = static_cast<const ranvier::TypeInfo *>(type.data);
  ranvier::remember_type(*endpoint.type);
  endpoint.qos = to_core(qos, *node.core()->context(), endpoint.topic, offers);
  endpoint.node = node.core()->name();
  endpoint.local = uses_intra_process(setting, node);
  return endpoint;
}

ranvier::ServiceEndpoint service_endpoint_of(
  node_interfaces::NodeBaseInterface & node, const std::string & service,
  const rosidl_service_type_support_t & type, const QoS & qos)
{
  ranvier::ServiceEndpoint endpoint;
  endpoint.service = node.resolve_topic_or_service_name(service, true);
  endpoint.type = static_cast<const ranvier::ServiceTypeInfo *>(type.data);
  ranvier::remember_type(*endpoint.type);
  endpoint.qos = to_core(qos);
  endpoint.node = node.core()->name();
  return endpoint;
}

rmw_gid_t to_rmw(const ranvier::Gid & gid)
{
  rmw_gid_t out{};
  static_assert(sizeof(out.data) >= sizeof(gid.bytes));
  std::memcpy(out.data, gid.bytes.data(), gid.bytes.size());
  return out;
}

void configure_logging(const ranvier::Arguments & arguments)
{
  ranvier::LogOutputs outputs = ranvier::log_outputs();
  outputs.console = arguments.stdout_logs.value_or(outputs.console);
  outputs.file = arguments.external_lib_logs.value_or(outputs.file);
  outputs.rosout = arguments.rosout_logs.value_or(outputs.rosout);
  if (!arguments.log_file_name.empty()) {outputs.file_prefix = arguments.log_file_name;}
  ranvier::set_log_outputs(outputs);
  for (const auto & [name, level] : arguments.log_levels) {ranvier::set_log_level(name, level);}
}

void configure(
  ranvier::Introspection & introspection, ranvier::ServiceObserver & observer,
  const std::shared_ptr<Clock> & clock, const QoS & qos, rcl_service_introspection_state_t state)
{
  using State = ranvier::Introspection::State;
  static_assert(static_cast<int>(State::kContents) == RCL_SERVICE_INTROSPECTION_CONTENTS);
  if (!clock) {throw std::invalid_argument("clock is nullptr");}
  if (static_cast<unsigned>(state) > RCL_SERVICE_INTROSPECTION_CONTENTS) {
    refuse_value(
      "configure_introspection()", "introspection_state", static_cast<int>(state),
      "RCL_SERVICE_INTROSPECTION_OFF, METADATA or CONTENTS");
  }
  check(
    introspection.configure(
      observer, clock->core(),
      to_core(qos, *introspection.node()->context(), introspection.topic(), true),
      static_cast<State>(state)));
}

void remember_type(const ranvier::TypeInfo & type) {ranvier::remember_type(type);}
void remember_type(const ranvier::ServiceTypeInfo & type) {ranvier::remember_type(type);}
void remember_type(const ranvier::ActionTypeInfo & type) {ranvier::remember_type(type);}

void check_group(
  node_interfaces::NodeBaseInterface & node, const CallbackGroup::SharedPtr & group,
  const char * what)
{
  if (group && !node.callback_group_in_node(group)) {
    throw exceptions::MissingGroupNodeException(what);
  }
}

ranvier::Ref<ranvier::Strand> strand_of(
  node_interfaces::NodeBaseInterface & node, CallbackGroup * group)
{
  return group ? ranvier::Ref<ranvier::Strand>(group->core().get()) :
         node.core()->default_strand();
}

}  // namespace rclcpp::detail
