// Which policies of an endpoint may be set by parameters.
#ifndef RCLCPP__QOS_OVERRIDING_OPTIONS_HPP_
#define RCLCPP__QOS_OVERRIDING_OPTIONS_HPP_

#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <string>
#include <vector>

#include "rcl_interfaces/msg/detail/set_parameters_result__struct.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/macros.hpp"

namespace rclcpp
{

namespace node_interfaces
{
class NodeParametersInterface;
}

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

/// "depth", as in the parameter's name.
RCLCPP_PUBLIC const char * qos_policy_kind_to_cstr(const QosPolicyKind & qpk);
RCLCPP_PUBLIC std::ostream & operator<<(std::ostream & os, const QosPolicyKind & qpk);

using QosCallbackResult = rcl_interfaces::msg::SetParametersResult;
/// Says whether the endpoint's author accepts the QoS after overriding.
using QosCallback = std::function<QosCallbackResult(const rclcpp::QoS &)>;

/// Empty: nothing may be overridden.
/// Threads: a value.
class RCLCPP_PUBLIC QosOverridingOptions
{
public:
  QosOverridingOptions() = default;
  /// `id` tells endpoints of one node and topic apart.
  QosOverridingOptions(
    std::initializer_list<QosPolicyKind> policy_kinds,
    QosCallback validation_callback = nullptr, std::string id = {});
  /// History, depth and reliability.
  static QosOverridingOptions with_default_policies(
    QosCallback validation_callback = nullptr, std::string id = {});

  const std::string & get_id() const {return id_;}
  const std::vector<QosPolicyKind> & get_policy_kinds() const {return policy_kinds_;}
  const QosCallback & get_validation_callback() const {return validation_callback_;}

private:
  std::string id_;
  std::vector<QosPolicyKind> policy_kinds_;
  QosCallback validation_callback_;
};

namespace detail
{
/// Declares `qos_overrides.<topic>.<entity>[_<id>].<policy>` for every policy
/// that may be overridden and gives the QoS that results. `entity` is
/// "publisher" or "subscription", `topic` the full name.
/// Throws rclcpp::exceptions::InvalidQosOverridesException naming the parameter,
/// its value and the values that there are, or what the callback's reason says.
RCLCPP_PUBLIC QoS overridden_qos(
  node_interfaces::NodeParametersInterface & parameters, const std::string & topic,
  const char * entity, const QosOverridingOptions & options, QoS qos);
}  // namespace detail

}  // namespace rclcpp
#endif  // RCLCPP__QOS_OVERRIDING_OPTIONS_HPP_
