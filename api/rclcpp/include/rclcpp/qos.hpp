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

/// How many messages an endpoint keeps.
enum class HistoryPolicy
{
  KeepLast = RMW_QOS_POLICY_HISTORY_KEEP_LAST,  ///< the newest `depth`
  KeepAll = RMW_QOS_POLICY_HISTORY_KEEP_ALL,  ///< every one, up to RANVIER_KEEP_ALL_SAMPLES
  SystemDefault = RMW_QOS_POLICY_HISTORY_SYSTEM_DEFAULT,  ///< of the middleware: keep last 1
  Unknown = RMW_QOS_POLICY_HISTORY_UNKNOWN,  ///< of a peer that did not say
};

/// Whether what is lost is sent again.
enum class ReliabilityPolicy
{
  BestEffort = RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT,  ///< lost is lost
  Reliable = RMW_QOS_POLICY_RELIABILITY_RELIABLE,  ///< until it is acknowledged
  SystemDefault = RMW_QOS_POLICY_RELIABILITY_SYSTEM_DEFAULT,  ///< of the middleware
  /// what matches the other ends that are known
  BestAvailable = RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE,
  Unknown = RMW_QOS_POLICY_RELIABILITY_UNKNOWN,  ///< of a peer that did not say
};

/// Whether late subscriptions get what was published before.
enum class DurabilityPolicy
{
  Volatile = RMW_QOS_POLICY_DURABILITY_VOLATILE,  ///< no
  TransientLocal = RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL,  ///< what the publisher still keeps
  SystemDefault = RMW_QOS_POLICY_DURABILITY_SYSTEM_DEFAULT,  ///< of the middleware
  /// what matches the other ends that are known
  BestAvailable = RMW_QOS_POLICY_DURABILITY_BEST_AVAILABLE,
  Unknown = RMW_QOS_POLICY_DURABILITY_UNKNOWN,  ///< of a peer that did not say
};

/// Who says that a publisher is alive.
enum class LivelinessPolicy
{
  Automatic = RMW_QOS_POLICY_LIVELINESS_AUTOMATIC,  ///< its process, by being there
  /// the program, by publishing or assert_liveliness()
  ManualByTopic = RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC,
  SystemDefault = RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT,  ///< of the middleware
  /// what matches the other ends that are known
  BestAvailable = RMW_QOS_POLICY_LIVELINESS_BEST_AVAILABLE,
  Unknown = RMW_QOS_POLICY_LIVELINESS_UNKNOWN,  ///< of a peer that did not say
};

/// A policy by its name, for overrides and events.
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

/// What a pair of policies comes to.
enum class QoSCompatibility
{
  Ok = RMW_QOS_COMPATIBILITY_OK,  ///< they match
  Warning = RMW_QOS_COMPATIBILITY_WARNING,  ///< they may match: one is not known
  Error = RMW_QOS_COMPATIBILITY_ERROR,  ///< they do not match
};

/// The history and depth that a QoS starts from.
struct RCLCPP_PUBLIC QoSInitialization
{
  rmw_qos_history_policy_t history_policy;  ///< Keep last or keep all.
  size_t depth;  ///< Messages; of no meaning with keep all.

  QoSInitialization() = delete;
  /// Logs a warning for keep last of depth 0, which is the system's default
  /// and not "keep nothing", unless it is allowed.
  QoSInitialization(
    rmw_qos_history_policy_t history_policy_arg, size_t depth_arg,
    bool print_depth_warning = true);
  /// History and depth of a profile.
  static QoSInitialization from_rmw(const rmw_qos_profile_t & rmw_qos);
};

/// Every message, up to the bounds of docs/environment.md.
struct RCLCPP_PUBLIC KeepAll : QoSInitialization
{
  KeepAll();
};

/// The newest `depth` messages.
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
  /// Policies of `initial_profile`, with this history and depth.
  explicit QoS(
    const QoSInitialization & qos_initialization,
    const rmw_qos_profile_t & initial_profile = rmw_qos_profile_default);
  /// Keep last, reliable, volatile; implicit as in ROS 2.
  QoS(size_t history_depth);  // implicit, as in ROS 2: create_publisher<T>("topic", 10)

  rmw_qos_profile_t & get_rmw_qos_profile() {return profile_;}  ///< As functions of C take it.
  const rmw_qos_profile_t & get_rmw_qos_profile() const {return profile_;}  ///< The same.

  QoS & history(HistoryPolicy history);  ///< Throws std::invalid_argument for none of these.
  QoS & history(rmw_qos_history_policy_t history);  ///< The same, not checked here.
  QoS & keep_last(size_t depth);  ///< The newest `depth` messages; 0 is the system's default.
  QoS & keep_all();  ///< Every message, up to the bounds of docs/environment.md.

  QoS & reliability(ReliabilityPolicy reliability);  ///< Throws as history().
  QoS & reliability(rmw_qos_reliability_policy_t reliability);  ///< The same, not checked here.
  QoS & reliable();  ///< What is lost is sent again.
  QoS & best_effort();  ///< What is lost is lost.
  QoS & reliability_best_available();  ///< As the publishers or subscriptions that are known.

  QoS & durability(DurabilityPolicy durability);  ///< Throws as history().
  QoS & durability(rmw_qos_durability_policy_t durability);  ///< The same, not checked here.
  QoS & durability_volatile();  ///< Late subscriptions get what comes then.
  QoS & transient_local();  ///< Late subscriptions get what is kept, too.
  QoS & durability_best_available();  ///< As the endpoints that are known.

  QoS & deadline(rmw_time_t deadline);  ///< The longest time between two messages.
  QoS & deadline(const rclcpp::Duration & deadline);  ///< The same; zero: none is promised.
  QoS & lifespan(rmw_time_t lifespan);  ///< How long a message is worth delivering.
  QoS & lifespan(const rclcpp::Duration & lifespan);  ///< The same; zero: for ever.
  QoS & liveliness(LivelinessPolicy liveliness);  ///< Throws as history().
  QoS & liveliness(rmw_qos_liveliness_policy_t liveliness);  ///< The same, not checked here.
  /// The longest silence of a publisher that counts as alive.
  QoS & liveliness_lease_duration(rmw_time_t liveliness_lease_duration);
  /// The same; zero: any.
  QoS & liveliness_lease_duration(const rclcpp::Duration & liveliness_lease_duration);
  /// True: the name of DDS, without "rt/".
  QoS & avoid_ros_namespace_conventions(bool avoid_ros_namespace_conventions);

  HistoryPolicy history() const;  ///< Throws std::invalid_argument for a number of none.
  size_t depth() const;  ///< Messages.
  ReliabilityPolicy reliability() const;  ///< Throws as history().
  DurabilityPolicy durability() const;  ///< Throws as history().
  rclcpp::Duration deadline() const;  ///< Zero: none is promised.
  rclcpp::Duration lifespan() const;  ///< Zero: for ever.
  LivelinessPolicy liveliness() const;  ///< Throws as history().
  rclcpp::Duration liveliness_lease_duration() const;  ///< Zero: any.
  bool avoid_ros_namespace_conventions() const;  ///< Whether the name is one of DDS.

private:
  rmw_qos_profile_t profile_;
};

/// Whether each policy is equal.
RCLCPP_PUBLIC bool operator==(const QoS & left, const QoS & right);
/// Whether one differs.
RCLCPP_PUBLIC bool operator!=(const QoS & left, const QoS & right);

/// What qos_check_compatible() found.
struct QoSCheckCompatibleResult
{
  QoSCompatibility compatibility;  ///< of the pair
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
  /// By default keep last 1.
  explicit ClockQoS(const QoSInitialization & qos_initialization = KeepLast(1));
};

/// For sensor streams: best effort and a small depth.
class RCLCPP_PUBLIC SensorDataQoS : public QoS
{
public:
  /// By default keep last 5.
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
