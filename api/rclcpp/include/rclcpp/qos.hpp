// Quality of service: what an endpoint offers or requests.
#ifndef RCLCPP__QOS_HPP_
#define RCLCPP__QOS_HPP_

#include <cstring>  // packages lean on it
#include <string>

#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/time.hpp"
#include "rmw/types.h"

namespace rclcpp
{

/// The name of a policy as in "DURABILITY_QOS_POLICY".
RCLCPP_PUBLIC std::string qos_policy_name_from_kind(rmw_qos_policy_kind_t policy_kind);

enum class HistoryPolicy
{
  KeepLast = RMW_QOS_POLICY_HISTORY_KEEP_LAST,
  KeepAll = RMW_QOS_POLICY_HISTORY_KEEP_ALL,
  SystemDefault = RMW_QOS_POLICY_HISTORY_SYSTEM_DEFAULT,
  Unknown = RMW_QOS_POLICY_HISTORY_UNKNOWN,
};

enum class ReliabilityPolicy
{
  BestEffort = RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT,
  Reliable = RMW_QOS_POLICY_RELIABILITY_RELIABLE,
  SystemDefault = RMW_QOS_POLICY_RELIABILITY_SYSTEM_DEFAULT,
  BestAvailable = RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE,
  Unknown = RMW_QOS_POLICY_RELIABILITY_UNKNOWN,
};

enum class DurabilityPolicy
{
  Volatile = RMW_QOS_POLICY_DURABILITY_VOLATILE,
  TransientLocal = RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL,
  SystemDefault = RMW_QOS_POLICY_DURABILITY_SYSTEM_DEFAULT,
  BestAvailable = RMW_QOS_POLICY_DURABILITY_BEST_AVAILABLE,
  Unknown = RMW_QOS_POLICY_DURABILITY_UNKNOWN,
};

enum class LivelinessPolicy
{
  Automatic = RMW_QOS_POLICY_LIVELINESS_AUTOMATIC,
  ManualByTopic = RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC,
  SystemDefault = RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT,
  BestAvailable = RMW_QOS_POLICY_LIVELINESS_BEST_AVAILABLE,
  Unknown = RMW_QOS_POLICY_LIVELINESS_UNKNOWN,
};

enum class QosPolicyKind
{
  AvoidRosNamespaceConventions = RMW_QOS_POLICY_AVOID_ROS_NAMESPACE_CONVENTIONS,
  Deadline = RMW_QOS_POLICY_DEADLINE,
  Depth = RMW_QOS_POLICY_DEPTH,
  Durability = RMW_QOS_POLICY_DURABILITY,
  History = RMW_QOS_POLICY_HISTORY,
  Lifespan = RMW_QOS_POLICY_LIFESPAN,
  Liveliness = RMW_QOS_POLICY_LIVELINESS,
  LivelinessLeaseDuration = RMW_QOS_POLICY_LIVELINESS_LEASE_DURATION,
  Reliability = RMW_QOS_POLICY_RELIABILITY,
  Invalid = RMW_QOS_POLICY_INVALID,
};

enum class QoSCompatibility
{
  Ok = RMW_QOS_COMPATIBILITY_OK,
  Warning = RMW_QOS_COMPATIBILITY_WARNING,
  Error = RMW_QOS_COMPATIBILITY_ERROR,
};

/// The history and depth that a QoS starts from.
struct RCLCPP_PUBLIC QoSInitialization
{
  rmw_qos_history_policy_t history_policy;
  size_t depth;

  QoSInitialization() = delete;
  /// Logs a warning for keep last of depth 0, which is the system's default
  /// and not "keep nothing", unless it is allowed.
  QoSInitialization(
    rmw_qos_history_policy_t history_policy_arg, size_t depth_arg,
    bool print_depth_warning = true);
  static QoSInitialization from_rmw(const rmw_qos_profile_t & rmw_qos);
};

struct RCLCPP_PUBLIC KeepAll : QoSInitialization
{
  KeepAll();
};

struct RCLCPP_PUBLIC KeepLast : QoSInitialization
{
  explicit KeepLast(size_t depth, bool print_depth_warning = true);
};

/// Policies of one endpoint; setters chain. What is none of a policy's enumeration is refused
/// (std::invalid_argument) where it is given, or when an endpoint is made.
/// Threads: a value.
class RCLCPP_PUBLIC QoS
{
public:
  explicit QoS(
    const QoSInitialization & qos_initialization,
    const rmw_qos_profile_t & initial_profile = rmw_qos_profile_default);
  QoS(size_t history_depth);  // implicit, as in ROS 2: create_publisher<T>("topic", 10)

  rmw_qos_profile_t & get_rmw_qos_profile() {return profile_;}
  const rmw_qos_profile_t & get_rmw_qos_profile() const {return profile_;}

  QoS & history(HistoryPolicy history);
  QoS & history(rmw_qos_history_policy_t history);
  QoS & keep_last(size_t depth);
  QoS & keep_all();

  QoS & reliability(ReliabilityPolicy reliability);
  QoS & reliability(rmw_qos_reliability_policy_t reliability);
  QoS & reliable();
  QoS & best_effort();
  QoS & reliability_best_available();

  QoS & durability(DurabilityPolicy durability);
  QoS & durability(rmw_qos_durability_policy_t durability);
  QoS & durability_volatile();
  QoS & transient_local();
  QoS & durability_best_available();

  QoS & deadline(rmw_time_t deadline);
  QoS & deadline(const rclcpp::Duration & deadline);
  QoS & lifespan(rmw_time_t lifespan);
  QoS & lifespan(const rclcpp::Duration & lifespan);
  QoS & liveliness(LivelinessPolicy liveliness);
  QoS & liveliness(rmw_qos_liveliness_policy_t liveliness);
  QoS & liveliness_lease_duration(rmw_time_t liveliness_lease_duration);
  QoS & liveliness_lease_duration(const rclcpp::Duration & liveliness_lease_duration);
  QoS & avoid_ros_namespace_conventions(bool avoid_ros_namespace_conventions);

  HistoryPolicy history() const;
  size_t depth() const;
  ReliabilityPolicy reliability() const;
  DurabilityPolicy durability() const;
  rclcpp::Duration deadline() const;
  rclcpp::Duration lifespan() const;
  LivelinessPolicy liveliness() const;
  rclcpp::Duration liveliness_lease_duration() const;
  bool avoid_ros_namespace_conventions() const;

private:
  rmw_qos_profile_t profile_;
};

RCLCPP_PUBLIC bool operator==(const QoS & left, const QoS & right);
RCLCPP_PUBLIC bool operator!=(const QoS & left, const QoS & right);

struct QoSCheckCompatibleResult
{
  QoSCompatibility compatibility;
  std::string reason;  ///< empty if compatible
};

/// Whether a publisher and a subscription with these policies would match.
/// Throws rclcpp::exceptions::QoSCheckCompatibleException if it cannot tell.
RCLCPP_PUBLIC QoSCheckCompatibleResult qos_check_compatible(
  const QoS & publisher_qos, const QoS & subscription_qos);

/// For /clock: keep last 1, best effort.
class RCLCPP_PUBLIC ClockQoS : public QoS
{
public:
  explicit ClockQoS(const QoSInitialization & qos_initialization = KeepLast(1));
};

/// For sensor streams: best effort and a small depth.
class RCLCPP_PUBLIC SensorDataQoS : public QoS
{
public:
  explicit SensorDataQoS(
    const QoSInitialization & qos_initialization =
    QoSInitialization::from_rmw(rmw_qos_profile_sensor_data));
};

/// For the parameter services.
class RCLCPP_PUBLIC ParametersQoS : public QoS
{
public:
  explicit ParametersQoS(
    const QoSInitialization & qos_initialization =
    QoSInitialization::from_rmw(rmw_qos_profile_parameters));
};

/// For services.
class RCLCPP_PUBLIC ServicesQoS : public QoS
{
public:
  explicit ServicesQoS(
    const QoSInitialization & qos_initialization =
    QoSInitialization::from_rmw(rmw_qos_profile_services_default));
};

/// For /parameter_events.
class RCLCPP_PUBLIC ParameterEventsQoS : public QoS
{
public:
  explicit ParameterEventsQoS(
    const QoSInitialization & qos_initialization =
    QoSInitialization::from_rmw(rmw_qos_profile_parameter_events));
};

/// For /rosout: keep last 1000, reliable, transient local, lifespan 10 s.
class RCLCPP_PUBLIC RosoutQoS : public QoS
{
public:
  explicit RosoutQoS(const QoSInitialization & qos_initialization = KeepLast(1000));
};

/// Everything left to the middleware.
class RCLCPP_PUBLIC SystemDefaultsQoS : public QoS
{
public:
  explicit SystemDefaultsQoS(
    const QoSInitialization & qos_initialization =
    QoSInitialization::from_rmw(rmw_qos_profile_system_default));
};

/// Takes from the endpoints that it finds what lets it match all of them.
class RCLCPP_PUBLIC BestAvailableQoS : public QoS
{
public:
  explicit BestAvailableQoS(
    const QoSInitialization & qos_initialization =
    QoSInitialization::from_rmw(rmw_qos_profile_best_available));
};

}  // namespace rclcpp
#endif  // RCLCPP__QOS_HPP_
