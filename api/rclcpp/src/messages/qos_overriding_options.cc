#include "rclcpp/qos_overriding_options.hpp"

#include <ostream>

#include "core/qos_table.hpp"
#include "rclcpp/detail/create.hpp"
#include "rclcpp/exceptions/exceptions.hpp"

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

// What the QoS in the code says, as the parameter's default.
template<class Rmw, class Core>
ParameterValue value_of(const ChoicePolicy<Rmw, Core> & policy, Rmw value)
{
  const char * text = policy.text(value);
  return ParameterValue(text ? text : "");
}
ParameterValue value_of(const DurationPolicy &, const rmw_time_t & value)
{
  return ParameterValue(Duration::from_rmw_time(value).nanoseconds());
}
ParameterValue value_of(const DepthPolicy &, size_t value)
{
  return ParameterValue(static_cast<int64_t>(value));
}
ParameterValue value_of(const FlagPolicy &, bool value) {return ParameterValue(value);}

// What the parameter says, into the profile.
template<class Rmw, class Core>
void set(
  Rmw & to, const ChoicePolicy<Rmw, Core> & policy, const std::string & name,
  const ParameterValue & value)
{
  to = policy.named(value.get<std::string>().c_str());
  if (to != policy.unknown) {return;}
  throw std::invalid_argument(
          "unknown QoS policy " + name.substr(name.rfind('.') + 1) + " value: " +
          value.get<std::string>() + ". Parameter '" + name + "' takes " + policy.choices);
}
void set(
  rmw_time_t & to, const DurationPolicy &, const std::string & name, const ParameterValue & value)
{
  const int64_t nanoseconds = value.get<int64_t>();
  if (nanoseconds < 0) {refuse(name, value, "write nanoseconds of 0 or more");}
  to = Duration::from_nanoseconds(nanoseconds).to_rmw_time();
}
void set(size_t & to, const DepthPolicy &, const std::string & name, const ParameterValue & value)
{
  if (value.get<int64_t>() < 0) {refuse(name, value, "write a depth of 0 or more");}
  to = static_cast<size_t>(value.get<int64_t>());
}
void set(bool & to, const FlagPolicy &, const std::string &, const ParameterValue & value)
{
  to = value.get<bool>();
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
    each_policy(
      [&](auto row, auto member, auto, const auto & policy) {
        if (row != static_cast<rmw_qos_policy_kind_t>(kind)) {return;}
        auto & field = qos.get_rmw_qos_profile().*member;
        set(field, policy, name, declared(parameters, name, value_of(policy, field)));
      });
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
