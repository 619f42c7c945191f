#include "rclcpp/qos.hpp"

#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/logging.hpp"

namespace rclcpp
{
namespace
{

template<class Out, class In>
Out as(In value)
{
  return static_cast<Out>(value);
}

bool same(const rmw_qos_profile_t & a, const rmw_qos_profile_t & b)
{
  return a.history == b.history && a.depth == b.depth && a.reliability == b.reliability &&
         a.durability == b.durability && a.liveliness == b.liveliness &&
         rmw_time_equal(a.deadline, b.deadline) && rmw_time_equal(a.lifespan, b.lifespan) &&
         rmw_time_equal(a.liveliness_lease_duration, b.liveliness_lease_duration) &&
         a.avoid_ros_namespace_conventions == b.avoid_ros_namespace_conventions;
}

const rmw_qos_profile_t & rosout_profile()
{
  static const rmw_qos_profile_t profile = [] {
      rmw_qos_profile_t made = rmw_qos_profile_default;
      made.durability = RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL;
      made.lifespan = {10, 0};
      return made;
    }();
  return profile;
}

}  // namespace

std::string qos_policy_name_from_kind(rmw_qos_policy_kind_t policy_kind)
{
  switch (policy_kind) {
    case RMW_QOS_POLICY_DURABILITY: return "DURABILITY_QOS_POLICY";
    case RMW_QOS_POLICY_DEADLINE: return "DEADLINE_QOS_POLICY";
    case RMW_QOS_POLICY_LIVELINESS: return "LIVELINESS_QOS_POLICY";
    case RMW_QOS_POLICY_RELIABILITY: return "RELIABILITY_QOS_POLICY";
    case RMW_QOS_POLICY_HISTORY: return "HISTORY_QOS_POLICY";
    case RMW_QOS_POLICY_LIFESPAN: return "LIFESPAN_QOS_POLICY";
    case RMW_QOS_POLICY_DEPTH: return "DEPTH_QOS_POLICY";
    case RMW_QOS_POLICY_LIVELINESS_LEASE_DURATION:
      return "LIVELINESS_LEASE_DURATION_QOS_POLICY";
    case RMW_QOS_POLICY_AVOID_ROS_NAMESPACE_CONVENTIONS:
      return "AVOID_ROS_NAMESPACE_CONVENTIONS_QOS_POLICY";
    default: return "INVALID_QOS_POLICY";
  }
}

QoSInitialization::QoSInitialization(
  rmw_qos_history_policy_t history_policy_arg, size_t depth_arg, bool print_depth_warning)
: history_policy(history_policy_arg), depth(depth_arg)
{
  if (history_policy == RMW_QOS_POLICY_HISTORY_KEEP_LAST && depth == 0 && print_depth_warning) {
    RCLCPP_WARN_ONCE(
      get_logger("rclcpp"),
      "A QoS of KEEP_LAST has depth 0, which would keep no message: the depth is left to "
      "the system. Give a depth of at least 1, or use KEEP_ALL.");
  }
}

QoSInitialization QoSInitialization::from_rmw(const rmw_qos_profile_t & rmw_qos)
{
  switch (rmw_qos.history) {
    case RMW_QOS_POLICY_HISTORY_KEEP_ALL: return KeepAll();
    case RMW_QOS_POLICY_HISTORY_KEEP_LAST:
    case RMW_QOS_POLICY_HISTORY_SYSTEM_DEFAULT:
    case RMW_QOS_POLICY_HISTORY_UNKNOWN:
    default: return KeepLast(rmw_qos.depth, false);
  }
}

KeepAll::KeepAll()
: QoSInitialization(RMW_QOS_POLICY_HISTORY_KEEP_ALL, 0) {}

KeepLast::KeepLast(size_t depth, bool print_depth_warning)
: QoSInitialization(RMW_QOS_POLICY_HISTORY_KEEP_LAST, depth, print_depth_warning) {}

QoS::QoS(const QoSInitialization & qos_initialization, const rmw_qos_profile_t & initial_profile)
: profile_(initial_profile)
{
  profile_.history = qos_initialization.history_policy;
  profile_.depth = qos_initialization.depth;
}

QoS::QoS(size_t history_depth)
: QoS(KeepLast(history_depth)) {}

QoS & QoS::history(rmw_qos_history_policy_t history)
{
  profile_.history = history;
  return *this;
}

QoS & QoS::history(HistoryPolicy history)
{
  return this->history(as<rmw_qos_history_policy_t>(history));
}

QoS & QoS::keep_last(size_t depth)
{
  const KeepLast checked(depth);
  profile_.depth = checked.depth;
  return history(checked.history_policy);
}

QoS & QoS::keep_all()
{
  profile_.depth = 0;
  return history(RMW_QOS_POLICY_HISTORY_KEEP_ALL);
}

QoS & QoS::reliability(rmw_qos_reliability_policy_t reliability)
{
  profile_.reliability = reliability;
  return *this;
}

QoS & QoS::reliability(ReliabilityPolicy reliability)
{
  return this->reliability(as<rmw_qos_reliability_policy_t>(reliability));
}

QoS & QoS::reliable() {return reliability(RMW_QOS_POLICY_RELIABILITY_RELIABLE);}

QoS & QoS::best_effort() {return reliability(RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT);}

QoS & QoS::reliability_best_available()
{
  return reliability(RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE);
}

QoS & QoS::durability(rmw_qos_durability_policy_t durability)
{
  profile_.durability = durability;
  return *this;
}

QoS & QoS::durability(DurabilityPolicy durability)
{
  return this->durability(as<rmw_qos_durability_policy_t>(durability));
}

QoS & QoS::durability_volatile() {return durability(RMW_QOS_POLICY_DURABILITY_VOLATILE);}

QoS & QoS::transient_local() {return durability(RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL);}

QoS & QoS::durability_best_available()
{
  return durability(RMW_QOS_POLICY_DURABILITY_BEST_AVAILABLE);
}

QoS & QoS::deadline(rmw_time_t deadline)
{
  profile_.deadline = deadline;
  return *this;
}

QoS & QoS::deadline(const rclcpp::Duration & deadline)
{
  return this->deadline(deadline.to_rmw_time());
}

QoS & QoS::lifespan(rmw_time_t lifespan)
{
  profile_.lifespan = lifespan;
  return *this;
}

QoS & QoS::lifespan(const rclcpp::Duration & lifespan)
{
  return this->lifespan(lifespan.to_rmw_time());
}

QoS & QoS::liveliness(rmw_qos_liveliness_policy_t liveliness)
{
  profile_.liveliness = liveliness;
  return *this;
}

QoS & QoS::liveliness(LivelinessPolicy liveliness)
{
  return this->liveliness(as<rmw_qos_liveliness_policy_t>(liveliness));
}

QoS & QoS::liveliness_lease_duration(rmw_time_t liveliness_lease_duration)
{
  profile_.liveliness_lease_duration = liveliness_lease_duration;
  return *this;
}

QoS & QoS::liveliness_lease_duration(const rclcpp::Duration & liveliness_lease_duration)
{
  return this->liveliness_lease_duration(liveliness_lease_duration.to_rmw_time());
}

QoS & QoS::avoid_ros_namespace_conventions(bool avoid_ros_namespace_conventions)
{
  profile_.avoid_ros_namespace_conventions = avoid_ros_namespace_conventions;
  return *this;
}

HistoryPolicy QoS::history() const {return as<HistoryPolicy>(profile_.history);}

size_t QoS::depth() const {return profile_.depth;}

ReliabilityPolicy QoS::reliability() const {return as<ReliabilityPolicy>(profile_.reliability);}

DurabilityPolicy QoS::durability() const {return as<DurabilityPolicy>(profile_.durability);}

Duration QoS::deadline() const {return Duration::from_rmw_time(profile_.deadline);}

Duration QoS::lifespan() const {return Duration::from_rmw_time(profile_.lifespan);}

LivelinessPolicy QoS::liveliness() const {return as<LivelinessPolicy>(profile_.liveliness);}

Duration QoS::liveliness_lease_duration() const
{
  return Duration::from_rmw_time(profile_.liveliness_lease_duration);
}

bool QoS::avoid_ros_namespace_conventions() const
{
  return profile_.avoid_ros_namespace_conventions;
}

bool operator==(const QoS & left, const QoS & right)
{
  return same(left.get_rmw_qos_profile(), right.get_rmw_qos_profile());
}

bool operator!=(const QoS & left, const QoS & right)
{
  return !(left == right);
}

QoSCheckCompatibleResult qos_check_compatible(
  const QoS & publisher_qos, const QoS & subscription_qos)
{
  rmw_qos_compatibility_type_t compatibility = RMW_QOS_COMPATIBILITY_OK;
  char reason[2048] = "";
  const rmw_ret_t done = rmw_qos_profile_check_compatible(
    publisher_qos.get_rmw_qos_profile(), subscription_qos.get_rmw_qos_profile(),
    &compatibility, reason, sizeof reason);
  if (done != RMW_RET_OK) {
    throw exceptions::QoSCheckCompatibleException("cannot compare the two QoS profiles");
  }
  return {as<QoSCompatibility>(compatibility), reason};
}

ClockQoS::ClockQoS(const QoSInitialization & qos_initialization)
: QoS(qos_initialization)
{
  best_effort();
}

SensorDataQoS::SensorDataQoS(const QoSInitialization & qos_initialization)
: QoS(qos_initialization, rmw_qos_profile_sensor_data) {}

ParametersQoS::ParametersQoS(const QoSInitialization & qos_initialization)
: QoS(qos_initialization, rmw_qos_profile_parameters) {}

ServicesQoS::ServicesQoS(const QoSInitialization & qos_initialization)
: QoS(qos_initialization, rmw_qos_profile_services_default) {}

ParameterEventsQoS::ParameterEventsQoS(const QoSInitialization & qos_initialization)
: QoS(qos_initialization, rmw_qos_profile_parameter_events) {}

RosoutQoS::RosoutQoS(const QoSInitialization & qos_initialization)
: QoS(qos_initialization, rosout_profile()) {}

SystemDefaultsQoS::SystemDefaultsQoS(const QoSInitialization & qos_initialization)
: QoS(qos_initialization, rmw_qos_profile_system_default) {}

BestAvailableQoS::BestAvailableQoS(const QoSInitialization & qos_initialization)
: QoS(qos_initialization, rmw_qos_profile_best_available) {}

}  // namespace rclcpp
