#include "core_edge.hpp"

#include <algorithm>
#include <cstring>

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

using std::chrono::nanoseconds;

// A duration of zero or of everything means "none" (DDS: infinite). So does what is beyond
// the 31 bits for seconds on the wire, where "best available" lies too.
nanoseconds to_duration(const rmw_time_t & time)
{
  const nanoseconds total(rmw_time_total_nsec(time));
  const bool none = total == nanoseconds::zero() || total >= std::chrono::seconds(INT32_MAX);
  return none ? ranvier::Qos::kInfinite : total;
}

rmw_time_t from_duration(nanoseconds duration)
{
  if (duration == ranvier::Qos::kInfinite) {return RMW_DURATION_INFINITE;}
  return rmw_time_from_nsec(duration.count());
}

// The policies that are asked for as "best available".
struct Asked
{
  explicit Asked(const rmw_qos_profile_t & rmw)
  : reliability(rmw.reliability == RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE),
    durability(rmw.durability == RMW_QOS_POLICY_DURABILITY_BEST_AVAILABLE),
    liveliness(rmw.liveliness == RMW_QOS_POLICY_LIVELINESS_BEST_AVAILABLE),
    deadline(rmw_time_equal(rmw.deadline, RMW_QOS_DEADLINE_BEST_AVAILABLE)),
    lease(
      rmw_time_equal(
        rmw.liveliness_lease_duration, RMW_QOS_LIVELINESS_LEASE_DURATION_BEST_AVAILABLE)) {}

  bool any() const {return reliability || durability || liveliness || deadline || lease;}

  const bool reliability, durability, liveliness, deadline, lease;
};

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

// The most that every publisher offers. While there is none: the defaults, which the
// publishers of later mostly have.
ranvier::Qos best_to_request(const std::vector<ranvier::Qos> & offered)
{
  if (offered.empty()) {return {};}
  ranvier::Qos best = offered.front();
  for (const ranvier::Qos & one : offered) {
    best.reliability = std::min(best.reliability, one.reliability);
    best.durability = std::min(best.durability, one.durability);
    best.liveliness = std::min(best.liveliness, one.liveliness);
    best.deadline = std::max(best.deadline, one.deadline);
    best.lease = std::max(best.lease, one.lease);
  }
  return best;
}

// As much as any subscription asks for. Of reliability and durability all there is: nobody
// is kept away by that.
ranvier::Qos best_to_offer(const std::vector<ranvier::Qos> & requested)
{
  ranvier::Qos best;
  best.durability = ranvier::Durability::kTransientLocal;
  for (const ranvier::Qos & one : requested) {
    best.liveliness = std::max(best.liveliness, one.liveliness);
    best.deadline = std::min(best.deadline, one.deadline);
    best.lease = std::min(best.lease, one.lease);
  }
  return best;
}

}  // namespace

void raise(const ranvier::Error & error, const char * failed)
{
  using ranvier::Code;
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
  if (requirement != RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_STRICTLY_REQUIRED) {return;}
  raise_unsupported(
    std::string(what) + " '" + topic + "': unique network flows are strictly required, and "
    "the middleware has none; require them optionally");
}

ranvier::Qos to_core(const QoS & from)
{
  const rmw_qos_profile_t & rmw = from.get_rmw_qos_profile();
  ranvier::Qos qos;
  qos.history = rmw.history == RMW_QOS_POLICY_HISTORY_KEEP_ALL ? ranvier::History::kKeepAll :
    ranvier::History::kKeepLast;
  // Depth 0 of keep last is the middleware's default, as everywhere in ROS 2.
  qos.depth = std::max<size_t>(rmw.depth, 1);
  qos.reliability = rmw.reliability == RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT ?
    ranvier::Reliability::kBestEffort : ranvier::Reliability::kReliable;
  qos.durability = rmw.durability == RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL ?
    ranvier::Durability::kTransientLocal : ranvier::Durability::kVolatile;
  qos.deadline = to_duration(rmw.deadline);
  qos.lifespan = to_duration(rmw.lifespan);
  qos.liveliness = rmw.liveliness == RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC ?
    ranvier::Liveliness::kManualByTopic : ranvier::Liveliness::kAutomatic;
  qos.lease = to_duration(rmw.liveliness_lease_duration);
  qos.avoid_ros_namespace = rmw.avoid_ros_namespace_conventions;
  return qos;
}

ranvier::Qos to_core(
  const QoS & from, ranvier::Context & context, const std::string & topic, bool offers)
{
  ranvier::Qos qos = to_core(from);
  const Asked asked(from.get_rmw_qos_profile());
  if (!asked.any()) {return qos;}
  const auto others = at_other_end(context, topic, offers, qos.avoid_ros_namespace);
  const ranvier::Qos best = offers ? best_to_offer(others) : best_to_request(others);
  if (asked.reliability) {qos.reliability = best.reliability;}
  if (asked.durability) {qos.durability = best.durability;}
  if (asked.liveliness) {qos.liveliness = best.liveliness;}
  if (asked.deadline) {qos.deadline = best.deadline;}
  if (asked.lease) {qos.lease = best.lease;}
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
