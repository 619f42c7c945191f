// Declaring and reading parameters.
#include "rclcpp/node_interfaces/node_parameters.hpp"

#include <algorithm>
#include <utility>

#include "ranvier/proto/param/checks.h"
#include "rclcpp/exceptions/exceptions.hpp"

namespace rclcpp
{

const rcl_interfaces::msg::ParameterDescriptor & detail::no_descriptor()
{
  static const auto & none = *new rcl_interfaces::msg::ParameterDescriptor;
  return none;
}

namespace node_interfaces
{
namespace
{

// In ROS 2 these words begin with the name.
[[noreturn]] void throw_not_declared(const std::string & name)
{
  throw exceptions::ParameterNotDeclaredException(
          name + ": this parameter is not declared. Declare it first, or allow undeclared "
          "parameters in the node's options");
}

// An empty YAML array has no type: it takes the one that the parameter has.
ParameterValue empty_array(uint8_t type)
{
  rcl_interfaces::msg::ParameterValue message;
  message.type = type;
  return ParameterValue(message);
}

}  // namespace

ParameterMutationRecursionGuard::ParameterMutationRecursionGuard(bool & allow_mod)
: allow_modification_(allow_mod)
{
  if (!allow_modification_) {
    throw exceptions::ParameterModifiedInCallbackException(
            "cannot set or declare a parameter, or change the callback from within set callback");
  }
  allow_modification_ = false;
}

NodeParameters::NodeParameters(ParameterSettings settings)
: settings_(std::move(settings)) {}

void NodeParameters::set_event_sink(EventSink sink)
{
  const std::lock_guard lock(mutex_);
  event_sink_ = std::move(sink);
}

void NodeParameters::declare_overrides()
{
  if (!settings_.declare_overrides) {return;}
  Descriptor descriptor;
  descriptor.dynamic_typing = true;
  for (const auto & [name, value] : settings_.overrides) {
    if (!has_parameter(name)) {declare_parameter(name, value, descriptor, true);}
  }
}

const ParameterValue & NodeParameters::declare_parameter(
  const std::string & name, const ParameterValue & default_value,
  const Descriptor & parameter_descriptor, bool ignore_override)
{
  return declare(
    name, default_value.get_type(), default_value, parameter_descriptor, ignore_override);
}

const ParameterValue & NodeParameters::declare_parameter(
  const std::string & name, ParameterType type, const Descriptor & parameter_descriptor,
  bool ignore_override)
{
  if (type == PARAMETER_NOT_SET) {
    throw std::invalid_argument(
            "declare_parameter(): the provided parameter type cannot be "
            "rclcpp::PARAMETER_NOT_SET: give parameter '" + name + "' another one");
  }
  if (parameter_descriptor.dynamic_typing) {
    throw std::invalid_argument(
            "declare_parameter(): cannot declare parameter of specific type and pass descriptor"
            "with `dynamic_typing=true`: give parameter '" + name + "' one of the two");
  }
  return declare(name, type, ParameterValue(), parameter_descriptor, ignore_override);
}

ParameterValue NodeParameters::initial_value(
  const std::string & name, const ParameterValue & default_value, const Descriptor & descriptor,
  bool ignore_override) const
{
  const auto found = settings_.overrides.find(name);
  if (ignore_override || found == settings_.overrides.end()) {return default_value;}
  const bool untyped = found->second.get_type() == PARAMETER_NOT_SET;
  const bool array = descriptor.type >= PARAMETER_BYTE_ARRAY;
  return untyped && array && !descriptor.dynamic_typing ?
         empty_array(descriptor.type) : found->second;
}

const ParameterValue & NodeParameters::declare(
  const std::string & name, ParameterType type, const ParameterValue & default_value,
  Descriptor descriptor, bool ignore_override)
{
  const std::lock_guard lock(mutex_);
  const ParameterMutationRecursionGuard guard(modification_enabled_);
  if (name.empty()) {
    throw exceptions::InvalidParametersException("parameter name must not be empty");
  }
  if (find(name)) {
    throw exceptions::ParameterAlreadyDeclaredException(
            "parameter '" + name + "' has already been declared");
  }
  if (!descriptor.dynamic_typing && type == PARAMETER_NOT_SET) {
    throw exceptions::InvalidParameterTypeException(
            name, "cannot declare a statically typed parameter with an uninitialized value");
  }
  descriptor.name = name;
  descriptor.type = type;
  const Parameter parameter(
    name, initial_value(name, default_value, descriptor, ignore_override));
  const bool has_value = parameter.get_type() != PARAMETER_NOT_SET;
  if (has_value) {
    SetResult result;
    result.reason = ranvier::param::why_not(name, parameter.get_parameter_value().to_value_msg(), descriptor);
    result.successful = result.reason.empty();
    if (result.successful) {result = run_on_set({parameter});}
    if (!result.successful && result.reason.rfind(ranvier::param::kWrongType, 0) == 0) {
      throw exceptions::InvalidParameterTypeException(name, result.reason);
    }
    if (!result.successful) {
      throw exceptions::InvalidParameterValueException(
              "parameter '" + name + "' could not be set: " + result.reason);
    }
    if (descriptor.dynamic_typing) {descriptor.type = parameter.get_type();}
  }
  ParameterInfo & info = parameters_[name];
  info.value = parameter.get_parameter_value();
  info.descriptor = std::move(descriptor);
  if (has_value) {
    run_post_set({parameter});
    Event event;
    event.new_parameters.push_back(parameter.to_parameter_msg());
    tell(std::move(event));
  }
  return info.value;
}

void NodeParameters::undeclare_parameter(const std::string & name)
{
  const std::lock_guard lock(mutex_);
  const ParameterMutationRecursionGuard guard(modification_enabled_);
  const ParameterInfo * info = find(name);
  if (!info) {
    throw exceptions::ParameterNotDeclaredException(
            "cannot undeclare parameter '" + name + "' which has not yet been declared");
  }
  if (info->descriptor.read_only) {
    throw exceptions::ParameterImmutableException(
            "cannot undeclare parameter '" + name + "' because it is read-only");
  }
  if (!info->descriptor.dynamic_typing) {
    throw exceptions::InvalidParameterTypeException(
            name, "cannot undeclare a statically typed parameter");
  }
  parameters_.erase(name);
}

const ParameterInfo * NodeParameters::find(const std::string & name) const
{
  const auto found = parameters_.find(name);
  return found == parameters_.end() ? nullptr : &found->second;
}

bool NodeParameters::has_parameter(const std::string & name) const
{
  const std::lock_guard lock(mutex_);
  return find(name) != nullptr;
}

std::vector<Parameter> NodeParameters::get_parameters(const std::vector<std::string> & names) const
{
  const std::lock_guard lock(mutex_);
  std::vector<Parameter> parameters;
  for (const auto & name : names) {parameters.push_back(get_parameter(name));}
  return parameters;
}

Parameter NodeParameters::get_parameter(const std::string & name) const
{
  const std::lock_guard lock(mutex_);
  const ParameterInfo * info = find(name);
  if (!info && !settings_.allow_undeclared) {throw_not_declared(name);}
  if (!info) {return Parameter(name);}
  if (info->value.get_type() == PARAMETER_NOT_SET && !info->descriptor.dynamic_typing) {
    throw exceptions::ParameterUninitializedException(name);
  }
  return Parameter(name, info->value);
}

bool NodeParameters::get_parameter(const std::string & name, Parameter & parameter) const
{
  const std::lock_guard lock(mutex_);
  const ParameterInfo * info = find(name);
  if (!info || info->value.get_type() == PARAMETER_NOT_SET) {return false;}
  parameter = Parameter(name, info->value);
  return true;
}

bool NodeParameters::get_parameters_by_prefix(
  const std::string & prefix, std::map<std::string, Parameter> & parameters) const
{
  const std::lock_guard lock(mutex_);
  const std::string front = prefix.empty() ? prefix : prefix + ".";
  bool any = false;
  for (auto entry = parameters_.lower_bound(front); entry != parameters_.end(); ++entry) {
    if (entry->first.compare(0, front.size(), front) != 0) {break;}
    parameters[entry->first.substr(front.size())] = Parameter(entry->first, entry->second.value);
    any = true;
  }
  return any;
}

std::vector<rcl_interfaces::msg::ParameterDescriptor> NodeParameters::describe_parameters(
  const std::vector<std::string> & names) const
{
  const std::lock_guard lock(mutex_);
  std::vector<Descriptor> descriptors;
  for (const auto & name : names) {
    const ParameterInfo * info = find(name);
    if (!info && !settings_.allow_undeclared) {throw_not_declared(name);}
    descriptors.push_back(info ? info->descriptor : Descriptor());
    descriptors.back().name = name;
  }
  return descriptors;
}

std::vector<uint8_t> NodeParameters::get_parameter_types(
  const std::vector<std::string> & names) const
{
  const std::lock_guard lock(mutex_);
  std::vector<uint8_t> types;
  for (const auto & name : names) {
    const ParameterInfo * info = find(name);
    if (!info && !settings_.allow_undeclared) {throw_not_declared(name);}
    types.push_back(info ? info->value.get_type() : PARAMETER_NOT_SET);
  }
  return types;
}

namespace
{

bool within_depth(std::string_view rest, uint64_t depth)
{
  return depth == 0 ||
         static_cast<uint64_t>(std::count(rest.begin(), rest.end(), '.')) < depth;
}

bool listed(std::string_view name, const std::vector<std::string> & prefixes, uint64_t depth)
{
  if (prefixes.empty()) {return within_depth(name, depth);}
  return std::any_of(
    prefixes.begin(), prefixes.end(), [&](const std::string & prefix) {
      if (name == prefix) {return true;}
      const bool below = name.size() > prefix.size() && name[prefix.size()] == '.' &&
      name.compare(0, prefix.size(), prefix) == 0;
      return below && within_depth(name.substr(prefix.size() + 1), depth);
    });
}

}  // namespace

rcl_interfaces::msg::ListParametersResult NodeParameters::list_parameters(
  const std::vector<std::string> & prefixes, uint64_t depth) const
{
  const std::lock_guard lock(mutex_);
  rcl_interfaces::msg::ListParametersResult result;
  for (const auto & [name, info] : parameters_) {
    if (!listed(name, prefixes, depth)) {continue;}
    result.names.push_back(name);
    const auto dot = name.rfind('.');
    if (dot == std::string::npos) {continue;}
    const std::string prefix = name.substr(0, dot);
    // Names are in order, so equal prefixes mostly follow each other.
    if (std::find(result.prefixes.rbegin(), result.prefixes.rend(), prefix) ==
      result.prefixes.rend())
    {
      result.prefixes.push_back(prefix);
    }
  }
  return result;
}

const std::map<std::string, ParameterValue> & NodeParameters::get_parameter_overrides() const
{
  return settings_.overrides;
}

}  // namespace node_interfaces
}  // namespace rclcpp
