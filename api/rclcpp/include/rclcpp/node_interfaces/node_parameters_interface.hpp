// The parameters of a node, as an interface.
#ifndef RCLCPP__NODE_INTERFACES__NODE_PARAMETERS_INTERFACE_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_PARAMETERS_INTERFACE_HPP_

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rcl_interfaces/msg/detail/list_parameters_result__struct.hpp"
#include "rcl_interfaces/msg/detail/parameter_descriptor__struct.hpp"
#include "rcl_interfaces/msg/detail/set_parameters_result__struct.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/parameter.hpp"

namespace rclcpp
{
namespace detail
{
/// What a parameter has that is declared without one. A function, not a
/// temporary in default arguments, as those are compiled by every user's file.
RCLCPP_PUBLIC const rcl_interfaces::msg::ParameterDescriptor & no_descriptor();
}  // namespace detail

namespace node_interfaces
{

/// Each keeps its callback in force while it lives.
struct PreSetParametersCallbackHandle
{
  RCLCPP_SMART_PTR_DEFINITIONS(PreSetParametersCallbackHandle)
  using PreSetParametersCallbackType = std::function<void (std::vector<rclcpp::Parameter> &)>;
  PreSetParametersCallbackType callback;
};

struct OnSetParametersCallbackHandle
{
  RCLCPP_SMART_PTR_DEFINITIONS(OnSetParametersCallbackHandle)
  using OnSetParametersCallbackType =
    std::function<rcl_interfaces::msg::SetParametersResult(
        const std::vector<rclcpp::Parameter> &)>;
  using OnParametersSetCallbackType = OnSetParametersCallbackType;
  OnSetParametersCallbackType callback;
};

struct PostSetParametersCallbackHandle
{
  RCLCPP_SMART_PTR_DEFINITIONS(PostSetParametersCallbackHandle)
  using PostSetParametersCallbackType =
    std::function<void (const std::vector<rclcpp::Parameter> &)>;
  PostSetParametersCallbackType callback;
};

/// Threads: all functions from any thread. Callbacks run on the thread that
/// declares or sets; from inside one no parameter can be declared, undeclared or
/// set (ParameterModifiedInCallbackException), but all can be read.
class RCLCPP_PUBLIC NodeParametersInterface
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(NodeParametersInterface)
  using PreSetParametersCallbackType =
    PreSetParametersCallbackHandle::PreSetParametersCallbackType;
  using OnSetParametersCallbackType = OnSetParametersCallbackHandle::OnSetParametersCallbackType;
  using PostSetParametersCallbackType =
    PostSetParametersCallbackHandle::PostSetParametersCallbackType;

  virtual ~NodeParametersInterface() = default;

  /// @return the value in force: an override, else the default.
  /// Throws ParameterAlreadyDeclaredException, InvalidParametersException (an
  /// empty name), InvalidParameterValueException (out of range or refused),
  /// InvalidParameterTypeException (an override of another type).
  virtual const ParameterValue & declare_parameter(
    const std::string & name, const ParameterValue & default_value,
    const rcl_interfaces::msg::ParameterDescriptor & parameter_descriptor =
    detail::no_descriptor(),
    bool ignore_override = false) = 0;
  /// As above, of a type but without a default.
  virtual const ParameterValue & declare_parameter(
    const std::string & name, ParameterType type,
    const rcl_interfaces::msg::ParameterDescriptor & parameter_descriptor =
    detail::no_descriptor(),
    bool ignore_override = false) = 0;
  /// Throws ParameterNotDeclaredException, ParameterImmutableException (read
  /// only), InvalidParameterTypeException (statically typed).
  virtual void undeclare_parameter(const std::string & name) = 0;
  virtual bool has_parameter(const std::string & name) const = 0;

  /// Each on its own. Throws ParameterNotDeclaredException.
  virtual std::vector<rcl_interfaces::msg::SetParametersResult> set_parameters(
    const std::vector<rclcpp::Parameter> & parameters) = 0;
  /// All or none.
  virtual rcl_interfaces::msg::SetParametersResult set_parameters_atomically(
    const std::vector<rclcpp::Parameter> & parameters) = 0;

  /// Throws ParameterNotDeclaredException, ParameterUninitializedException.
  virtual std::vector<rclcpp::Parameter> get_parameters(
    const std::vector<std::string> & names) const = 0;
  virtual rclcpp::Parameter get_parameter(const std::string & name) const = 0;
  virtual bool get_parameter(const std::string & name, rclcpp::Parameter & parameter) const = 0;
  /// Those of "<prefix>.<rest>", by their rest.
  virtual bool get_parameters_by_prefix(
    const std::string & prefix, std::map<std::string, rclcpp::Parameter> & parameters) const = 0;

  virtual std::vector<rcl_interfaces::msg::ParameterDescriptor> describe_parameters(
    const std::vector<std::string> & names) const = 0;
  virtual std::vector<uint8_t> get_parameter_types(
    const std::vector<std::string> & names) const = 0;
  /// Names and prefixes below the given prefixes, at most `depth` dots deeper; 0
  /// is any depth.
  virtual rcl_interfaces::msg::ListParametersResult list_parameters(
    const std::vector<std::string> & prefixes, uint64_t depth) const = 0;

  virtual PreSetParametersCallbackHandle::SharedPtr add_pre_set_parameters_callback(
    PreSetParametersCallbackType callback) = 0;
  virtual OnSetParametersCallbackHandle::SharedPtr add_on_set_parameters_callback(
    OnSetParametersCallbackType callback) = 0;
  virtual PostSetParametersCallbackHandle::SharedPtr add_post_set_parameters_callback(
    PostSetParametersCallbackType callback) = 0;
  /// Throw std::runtime_error if the callback is not there.
  virtual void remove_pre_set_parameters_callback(
    const PreSetParametersCallbackHandle * const handler) = 0;
  virtual void remove_on_set_parameters_callback(
    const OnSetParametersCallbackHandle * const handler) = 0;
  virtual void remove_post_set_parameters_callback(
    const PostSetParametersCallbackHandle * const handler) = 0;

  /// What options, files and arguments gave, for this node.
  virtual const std::map<std::string, ParameterValue> & get_parameter_overrides() const = 0;
};

}  // namespace node_interfaces
}  // namespace rclcpp
#endif  // RCLCPP__NODE_INTERFACES__NODE_PARAMETERS_INTERFACE_HPP_
