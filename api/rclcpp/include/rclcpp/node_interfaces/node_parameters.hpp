// The parameters of a node.
#ifndef RCLCPP__NODE_INTERFACES__NODE_PARAMETERS_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_PARAMETERS_HPP_

#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rclcpp/detail/options.hpp"
#include "rclcpp/node_interfaces/detail/interfaces.hpp"
#include "rclcpp/rclcpp.hpp"

namespace ranvier::param
{
class Store;
}

namespace rclcpp
{
namespace node_interfaces
{

/// What is known of a declared parameter.
struct ParameterInfo
{
  rclcpp::ParameterValue value;  ///< PARAMETER_NOT_SET: declared without a value
  rcl_interfaces::msg::ParameterDescriptor descriptor;  ///< type, range and text
};

/// Marks that parameters are being changed, for as long as it lives.
/// Throws ParameterModifiedInCallbackException if they are already.
class RCLCPP_PUBLIC ParameterMutationRecursionGuard
{
public:
  explicit ParameterMutationRecursionGuard(bool & allow_mod);
  ~ParameterMutationRecursionGuard() {allow_modification_ = true;}
  ParameterMutationRecursionGuard(const ParameterMutationRecursionGuard &) = delete;
  ParameterMutationRecursionGuard & operator=(const ParameterMutationRecursionGuard &) = delete;

private:
  bool & allow_modification_;
};

/// What a node's options, files and arguments say of its parameters.
struct ParameterSettings
{
  std::map<std::string, ParameterValue> overrides;  ///< of the command line and of files
  bool allow_undeclared = false;  ///< set without declaring
  bool declare_overrides = false;  ///< automatically_declare_parameters_from_overrides
};

/// The names of rclcpp over the core's store of parameters.
///
/// Threads: all functions from any thread. A recursive lock is held while
/// callbacks run, so that they can read.
class RCLCPP_PUBLIC NodeParameters : public NodeParametersInterface
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(NodeParameters)
  using PreSetCallbacksHandleContainer = std::list<PreSetParametersCallbackHandle::WeakPtr>;
  using OnSetCallbacksHandleContainer = std::list<OnSetParametersCallbackHandle::WeakPtr>;
  using PostSetCallbacksHandleContainer = std::list<PostSetParametersCallbackHandle::WeakPtr>;
  using CallbacksContainerType = OnSetCallbacksHandleContainer;

  /// Takes what files and arguments say of this node, less what
  /// `parameter_overrides` says; serves and publishes as asked.
  /// @throws what declaring parameters with bad overrides throws, RCLError.
  NodeParameters(
    NodeBaseInterface::SharedPtr node_base, NodeLoggingInterface::SharedPtr node_logging,
    NodeTopicsInterface::SharedPtr node_topics, NodeServicesInterface::SharedPtr node_services,
    NodeClockInterface::SharedPtr node_clock,
    const std::vector<Parameter> & parameter_overrides, bool start_parameter_services,
    bool start_parameter_event_publisher, const QoS & parameter_event_qos,
    const PublisherOptionsBase & parameter_event_publisher_options,
    bool allow_undeclared_parameters, bool automatically_declare_parameters_from_overrides);
  /// The store alone, of no node.
  explicit NodeParameters(ParameterSettings settings);
  /// Its services end.
  ~NodeParameters() override;

  const ParameterValue & declare_parameter(
    const std::string & name, const ParameterValue & default_value,
    const rcl_interfaces::msg::ParameterDescriptor & parameter_descriptor =
    detail::no_descriptor(),
    bool ignore_override = false) override;
  const ParameterValue & declare_parameter(
    const std::string & name, ParameterType type,
    const rcl_interfaces::msg::ParameterDescriptor & parameter_descriptor =
    detail::no_descriptor(),
    bool ignore_override = false) override;
  /// See the interface for all of these.
  void undeclare_parameter(const std::string & name) override;
  bool has_parameter(const std::string & name) const override;

  std::vector<rcl_interfaces::msg::SetParametersResult> set_parameters(
    const std::vector<rclcpp::Parameter> & parameters) override;
  rcl_interfaces::msg::SetParametersResult set_parameters_atomically(
    const std::vector<rclcpp::Parameter> & parameters) override;

  std::vector<rclcpp::Parameter> get_parameters(
    const std::vector<std::string> & names) const override;
  rclcpp::Parameter get_parameter(const std::string & name) const override;
  bool get_parameter(const std::string & name, rclcpp::Parameter & parameter) const override;
  bool get_parameters_by_prefix(
    const std::string & prefix,
    std::map<std::string, rclcpp::Parameter> & parameters) const override;

  std::vector<rcl_interfaces::msg::ParameterDescriptor> describe_parameters(
    const std::vector<std::string> & names) const override;
  std::vector<uint8_t> get_parameter_types(
    const std::vector<std::string> & names) const override;
  rcl_interfaces::msg::ListParametersResult list_parameters(
    const std::vector<std::string> & prefixes, uint64_t depth) const override;

  PreSetParametersCallbackHandle::SharedPtr add_pre_set_parameters_callback(
    PreSetParametersCallbackType callback) override;
  OnSetParametersCallbackHandle::SharedPtr add_on_set_parameters_callback(
    OnSetParametersCallbackType callback) override;
  PostSetParametersCallbackHandle::SharedPtr add_post_set_parameters_callback(
    PostSetParametersCallbackType callback) override;
  void remove_pre_set_parameters_callback(
    const PreSetParametersCallbackHandle * const handler) override;
  void remove_on_set_parameters_callback(
    const OnSetParametersCallbackHandle * const handler) override;
  void remove_post_set_parameters_callback(
    const PostSetParametersCallbackHandle * const handler) override;

  const std::map<std::string, ParameterValue> & get_parameter_overrides() const override;

  /// What the parts of the runtime ask. The runtime's own.
  ranvier::param::Store & store();

private:
  struct Impl;
  const detail::Owned<Impl> impl_;
};

}  // namespace node_interfaces
}  // namespace rclcpp
#endif  // RCLCPP__NODE_INTERFACES__NODE_PARAMETERS_HPP_
