#include "core_edge.hpp"

#include <algorithm>
#include <cstring>

#include "ranvier/node/arguments.h"
#include "ranvier/node/log.h"
#include "rclcpp/exceptions.hpp"
#include "type_descriptions.hpp"

namespace rclcpp::detail
{
namespace
{

using std::chrono::nanoseconds;

// A duration of zero or of everything means "none" (DDS: infinite).
nanoseconds to_duration(const rmw_time_t & time)
{
  const uint64_t total = rmw_time_total_nsec(time);
  if (total == 0 || total >= static_cast<uint64_t>(INT64_MAX)) {return ranvier::Qos::kInfinite;}
  return nanoseconds(static_cast<int64_t>(total));
}

rmw_time_t from_duration(nanoseconds duration)
{
  if (duration == ranvier::Qos::kInfinite) {return RMW_DURATION_INFINITE;}
  return rmw_time_from_nsec(duration.count());
}

// Whether every endpoint at the other end offers at least this much.
template<typename Enough>
bool all_others(ranvier::Context & context, const std::string & topic, bool offers, Enough enough)
{
  ranvier::Graph * graph = context.graph();
  if (graph == nullptr) {return true;}
  const auto other = offers ? ranvier::GraphEndpoint::Kind::kSubscription :
    ranvier::GraphEndpoint::Kind::kPublisher;
  const auto endpoints = graph->endpoints_of(topic);
  return std::all_of(
    endpoints.begin(), endpoints.end(), [&](const ranvier::GraphEndpoint & endpoint) {
      return endpoint.kind != other || enough(endpoint.qos);
    });
}

ranvier::Reliability reliability(
  rmw_qos_reliability_policy_t policy, ranvier::Context & context, const std::string & topic,
  bool offers)
{
  using ranvier::Reliability;
  if (policy == RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT) {return Reliability::kBestEffort;}
  if (policy != RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE || offers) {
    return Reliability::kReliable;
  }
  const bool all = all_others(
    context, topic, offers,
    [](const ranvier::Qos & qos) {return qos.reliability == Reliability::kReliable;});
  return all ? Reliability::kReliable : Reliability::kBestEffort;
}

ranvier::Durability durability(
  rmw_qos_durability_policy_t policy, ranvier::Context & context, const std::string & topic,
  bool offers)
{
  using ranvier::Durability;
  if (policy == RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL) {return Durability::kTransientLocal;}
  if (policy != RMW_QOS_POLICY_DURABILITY_BEST_AVAILABLE) {return Durability::kVolatile;}
  if (offers) {return Durability::kTransientLocal;}
  const bool all = all_others(
    context, topic, offers,
    [](const ranvier::Qos & qos) {return qos.durability == Durability::kTransientLocal;});
  return all ? Durability::kTransientLocal : Durability::kVolatile;
}

}  // namespace

void raise(const ranvier::Error & error)
{
  using ranvier::Code;
  switch (error.code) {
    case Code::kInvalidArgument:
    case Code::kInvalidQos:
      throw std::invalid_argument(error.what);
    case Code::kTooLong:
      throw std::length_error(error.what);
    default:
      throw exceptions::RCLError(exceptions::RCLErrorBase(RCL_RET_ERROR, error.what), "");
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
  if (requirement != RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_STRICTLY_REQUIRED) {return;}
  raise_unsupported(
    std::string(what) + " '" + topic + "': unique network flows are strictly required, and "
    "Cyclone DDS has none; require them optionally");
}

ranvier::Qos to_core(
  const QoS & from, ranvier::Context & context, const std::string & topic, bool offers)
{
  const rmw_qos_profile_t & rmw = from.get_rmw_qos_profile();
  ranvier::Qos qos;
  qos.history = rmw.history == RMW_QOS_POLICY_HISTORY_KEEP_ALL ? ranvier::History::kKeepAll :
    ranvier::History::kKeepLast;
  // Depth 0 of keep last is the middleware's default, as everywhere in ROS 2.
  qos.depth = std::max<size_t>(rmw.depth, 1);
  qos.reliability = reliability(rmw.reliability, context, topic, offers);
  qos.durability = durability(rmw.durability, context, topic, offers);
  qos.deadline = to_duration(rmw.deadline);
  qos.lifespan = to_duration(rmw.lifespan);
  qos.liveliness = rmw.liveliness == RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC ?
    ranvier::Liveliness::kManualByTopic : ranvier::Liveliness::kAutomatic;
  qos.lease = to_duration(rmw.liveliness_lease_duration);
  qos.avoid_ros_namespace = rmw.avoid_ros_namespace_conventions;
  return qos;
}

QoS from_core(const ranvier::Qos & from)
{
  QoS qos(std::max<size_t>(from.depth, 1));
  rmw_qos_profile_t & rmw = qos.get_rmw_qos_profile();
  rmw.history = from.history == ranvier::History::kKeepAll ? RMW_QOS_POLICY_HISTORY_KEEP_ALL :
    RMW_QOS_POLICY_HISTORY_KEEP_LAST;
  rmw.reliability = from.reliability == ranvier::Reliability::kReliable ?
    RMW_QOS_POLICY_RELIABILITY_RELIABLE : RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT;
  rmw.durability = from.durability == ranvier::Durability::kTransientLocal ?
    RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL : RMW_QOS_POLICY_DURABILITY_VOLATILE;
  rmw.deadline = from_duration(from.deadline);
  rmw.lifespan = from_duration(from.lifespan);
  rmw.liveliness = from.liveliness == ranvier::Liveliness::kManualByTopic ?
    RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC : RMW_QOS_POLICY_LIVELINESS_AUTOMATIC;
  rmw.liveliness_lease_duration = from_duration(from.lease);
  rmw.avoid_ros_namespace_conventions = from.avoid_ros_namespace;
  return qos;
}

QoS to_qos(const rmw_qos_profile_t & profile)
{
  return QoS(QoSInitialization::from_rmw(profile), profile);
}

ranvier::Endpoint endpoint_of(
  node_interfaces::NodeBaseInterface & node, const std::string & topic,
  const rosidl_message_type_support_t & type, const QoS & qos, IntraProcessSetting setting,
  bool offers)
{
  ranvier::Endpoint endpoint;
  endpoint.topic = node.resolve_topic_or_service_name(topic, false);
  endpoint.type = static_cast<const ranvier::TypeInfo *>(type.data);
  remember_type(*endpoint.type);
  endpoint.qos = to_core(qos, *node.core()->context(), endpoint.topic, offers);
  endpoint.node = node.core()->name();
  endpoint.local = setting == IntraProcessSetting::NodeDefault ?
    node.get_use_intra_process_default() : setting == IntraProcessSetting::Enable;
  return endpoint;
}

ranvier::ServiceEndpoint service_endpoint_of(
  node_interfaces::NodeBaseInterface & node, const std::string & service,
  const rosidl_service_type_support_t & type, const QoS & qos)
{
  ranvier::ServiceEndpoint endpoint;
  endpoint.service = node.resolve_topic_or_service_name(service, true);
  endpoint.type = static_cast<const ranvier::ServiceTypeInfo *>(type.data);
  remember_type(*endpoint.type);
  endpoint.qos = to_core(qos, *node.core()->context(), endpoint.service, true);
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
