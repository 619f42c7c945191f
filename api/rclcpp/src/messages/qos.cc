#include "rclcpp/qos.hpp"

#include <algorithm>

#include "core/qos_table.hpp"
#include "ranvier/base/ascii.h"
#include "ranvier/base/member_count.h"
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

constexpr size_t count_rows()
{
  size_t rows = 0;
  detail::each_policy([&](auto ...) {++rows;});
  return rows;
}
static_assert(
  count_rows() == ranvier::member_count<rmw_qos_profile_t>() &&
  count_rows() == ranvier::member_count<ranvier::Qos>(),
  "each member has a row in qos_table.hpp");

template<class T>
bool same(const T & a, const T & b) {return a == b;}
bool same(const rmw_time_t & a, const rmw_time_t & b) {return rmw_time_equal(a, b);}

}  // namespace

std::string qos_policy_name_from_kind(rmw_qos_policy_kind_t policy_kind)
{
  const char * text = rmw_qos_policy_kind_to_str(policy_kind);
  std::string name = text ? text : "invalid";
  std::transform(name.begin(), name.end(), name.begin(), ranvier::to_ascii_upper);
  return name + "_QOS_POLICY";
}

QoSInitialization::QoSInitialization(
  rmw_qos_history_policy_t history_policy_arg, size_t depth_arg, bool print_depth_warning)
: history_policy(detail::kHistory.checked(history_policy_arg)), depth(depth_arg)
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
  if (detail::kHistory.checked(rmw_qos.history) == RMW_QOS_POLICY_HISTORY_KEEP_ALL) {
    return KeepAll();
  }
  return KeepLast(rmw_qos.depth, false);
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
  detail::each_policy(
    [&](auto, auto rmw, auto, const auto & policy) {(void)policy.checked(profile_.*rmw);});
}

QoS::QoS(size_t history_depth)
: QoS(KeepLast(history_depth)) {}

QoS & QoS::history(rmw_qos_history_policy_t history)
{
  profile_.history = detail::kHistory.checked(history);
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
  profile_.reliability = detail::kReliability.checked(reliability);
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
  profile_.durability = detail::kDurability.checked(durability);
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
  profile_.liveliness = detail::kLiveliness.checked(liveliness);
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
  bool equal = true;
  detail::each_policy(
    [&](auto, auto rmw, auto, auto) {
      equal = equal && same(left.get_rmw_qos_profile().*rmw, right.get_rmw_qos_profile().*rmw);
    });
  return equal;
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
: QoS(qos_initialization, rcl_qos_profile_rosout_default) {}

SystemDefaultsQoS::SystemDefaultsQoS(const QoSInitialization & qos_initialization)
: QoS(qos_initialization, rmw_qos_profile_system_default) {}

BestAvailableQoS::BestAvailableQoS(const QoSInitialization & qos_initialization)
: QoS(qos_initialization, rmw_qos_profile_best_available) {}

}  // namespace rclcpp
