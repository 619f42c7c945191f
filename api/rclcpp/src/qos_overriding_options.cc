#include "rclcpp/qos_overriding_options.hpp"

#include <ostream>

#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/detail/create.hpp"

namespace rclcpp
{

const char * qos_policy_kind_to_cstr(const QosPolicyKind & qpk)
{
  const char * text = rmw_qos_policy_kind_to_str(static_cast<rmw_qos_policy_kind_t>(qpk));
  if (text == nullptr) {
    throw std::invalid_argument(
            "unknown QoS policy kind: " + std::to_string(static_cast<int>(qpk)));
  }
  return text;
}

std::ostream & operator<<(std::ostream & os, const QosPolicyKind & qpk)
{
  return os << qos_policy_kind_to_cstr(qpk);
}

QosOverridingOptions::QosOverridingOptions(
  std::initializer_list<QosPolicyKind> policy_kinds, QosCallback validation_callback,
  std::string id)
: id_(std::move(id)), policy_kinds_(policy_kinds),
  validation_callback_(std::move(validation_callback)) {}

QosOverridingOptions QosOverridingOptions::with_default_policies(
  QosCallback validation_callback, std::string id)
{
  return QosOverridingOptions{
    {QosPolicyKind::History, QosPolicyKind::Depth, QosPolicyKind::Reliability},
    std::move(validation_callback), std::move(id)};
}

namespace detail
{
namespace
{

[[noreturn]] void refuse(
  const std::string & name, const ParameterValue & value, const std::string & why)
{
  throw exceptions::InvalidQosOverridesException(
          "parameter '" + name + "' is '" + to_string(value) + "': " + why);
}

ParameterValue from_duration(const Duration & duration)
{
  return ParameterValue(duration.nanoseconds());
}

// A policy that the parameter's text names.
template<class Policy>
Policy named(
  const std::string & name, const ParameterValue & value, Policy (* from)(const char *),
  Policy unknown, const char * choices)
{
  const Policy policy = from(value.get<std::string>().c_str());
  if (policy != unknown) {return policy;}
  throw std::invalid_argument(
          "unknown QoS policy " + name.substr(name.rfind('.') + 1) + " value: " +
          value.get<std::string>() + ". Parameter '" + name + "' takes " + choices);
}

Duration duration(const std::string & name, const ParameterValue & value)
{
  const int64_t nanoseconds = value.get<int64_t>();
  if (nanoseconds < 0) {refuse(name, value, "write nanoseconds of 0 or more");}
  return Duration::from_nanoseconds(nanoseconds);
}

std::string text_or_empty(const char * text)
{
  return text ? text : "";
}

// What the QoS in the code says, as the parameter's default.
ParameterValue value_of(QosPolicyKind kind, const QoS & qos)
{
  const rmw_qos_profile_t & profile = qos.get_rmw_qos_profile();
  switch (kind) {
    case QosPolicyKind::AvoidRosNamespaceConventions:
      return ParameterValue(profile.avoid_ros_namespace_conventions);
    case QosPolicyKind::Deadline: return from_duration(qos.deadline());
    case QosPolicyKind::Depth: return ParameterValue(static_cast<int64_t>(profile.depth));
    case QosPolicyKind::Durability:
      return ParameterValue(text_or_empty(rmw_qos_durability_policy_to_str(profile.durability)));
    case QosPolicyKind::History:
      return ParameterValue(text_or_empty(rmw_qos_history_policy_to_str(profile.history)));
    case QosPolicyKind::Lifespan: return from_duration(qos.lifespan());
    case QosPolicyKind::Liveliness:
      return ParameterValue(text_or_empty(rmw_qos_liveliness_policy_to_str(profile.liveliness)));
    case QosPolicyKind::LivelinessLeaseDuration:
      return from_duration(qos.liveliness_lease_duration());
    case QosPolicyKind::Reliability:
      return ParameterValue(text_or_empty(rmw_qos_reliability_policy_to_str(profile.reliability)));
    default:
      throw std::invalid_argument("unknown QosPolicyKind: a QoS override names no policy");
  }
}

void apply(QosPolicyKind kind, const std::string & name, const ParameterValue & value, QoS & qos)
{
  switch (kind) {
    case QosPolicyKind::AvoidRosNamespaceConventions:
      qos.avoid_ros_namespace_conventions(value.get<bool>());
      break;
    case QosPolicyKind::Deadline: qos.deadline(duration(name, value)); break;
    case QosPolicyKind::Depth:
      if (value.get<int64_t>() < 0) {refuse(name, value, "write a depth of 0 or more");}
      qos.get_rmw_qos_profile().depth = static_cast<size_t>(value.get<int64_t>());
      break;
    case QosPolicyKind::Durability:
      qos.durability(named(name, value, rmw_qos_durability_policy_from_str,
        RMW_QOS_POLICY_DURABILITY_UNKNOWN,
        "volatile, transient_local, system_default or best_available"));
      break;
    case QosPolicyKind::History:
      qos.history(named(name, value, rmw_qos_history_policy_from_str,
        RMW_QOS_POLICY_HISTORY_UNKNOWN, "keep_last, keep_all or system_default"));
      break;
    case QosPolicyKind::Lifespan: qos.lifespan(duration(name, value)); break;
    case QosPolicyKind::Liveliness:
      qos.liveliness(named(name, value, rmw_qos_liveliness_policy_from_str,
        RMW_QOS_POLICY_LIVELINESS_UNKNOWN,
        "automatic, manual_by_topic, system_default or best_available"));
      break;
    case QosPolicyKind::LivelinessLeaseDuration:
      qos.liveliness_lease_duration(duration(name, value));
      break;
    case QosPolicyKind::Reliability:
      qos.reliability(named(name, value, rmw_qos_reliability_policy_from_str,
        RMW_QOS_POLICY_RELIABILITY_UNKNOWN,
        "reliable, best_effort, system_default or best_available"));
      break;
    default: break;
  }
}

// The parameter's value; declared here unless an endpoint before did.
ParameterValue declared(
  node_interfaces::NodeParametersInterface & parameters, const std::string & name,
  const ParameterValue & otherwise)
{
  if (parameters.has_parameter(name)) {
    return parameters.get_parameter(name).get_parameter_value();
  }
  rcl_interfaces::msg::ParameterDescriptor descriptor;
  descriptor.description = "a QoS policy, read once when the endpoint is created";
  descriptor.read_only = true;
  return parameters.declare_parameter(name, otherwise, descriptor);
}

}  // namespace

QoS overridden_qos(
  node_interfaces::NodeParametersInterface & parameters, const std::string & topic,
  const char * entity, const QosOverridingOptions & options, QoS qos)
{
  if (options.get_policy_kinds().empty()) {return qos;}
  std::string prefix = "qos_overrides." + topic + "." + entity;
  if (!options.get_id().empty()) {prefix += "_" + options.get_id();}
  for (const QosPolicyKind kind : options.get_policy_kinds()) {
    const std::string name = prefix + "." + qos_policy_kind_to_cstr(kind);
    apply(kind, name, declared(parameters, name, value_of(kind, qos)), qos);
  }
  const auto & accept = options.get_validation_callback();
  if (!accept) {return qos;}
  const QosCallbackResult result = accept(qos);
  if (!result.successful) {
    throw exceptions::InvalidQosOverridesException(
            "validation callback failed: " + result.reason + ". It was given the QoS overrides "
            "of '" + prefix + "'");
  }
  return qos;
}

QoS overridden_qos(
  node_interfaces::NodeParametersInterface * parameters,
  const node_interfaces::NodeTopicsInterface & topics, const std::string & topic,
  const char * entity, const QosOverridingOptions & options, const QoS & qos)
{
  if (options.get_policy_kinds().empty()) {return qos;}
  if (parameters == nullptr) {
    throw std::runtime_error(
            "passed non-default qos overriding options without providing a parameters interface: "
            "give " + std::string(entity) + " '" + topic + "' a node with parameters, or no "
            "qos_overriding_options");
  }
  return overridden_qos(*parameters, topics.resolve_topic_name(topic), entity, options, qos);
}

}  // namespace detail
}  // namespace rclcpp
