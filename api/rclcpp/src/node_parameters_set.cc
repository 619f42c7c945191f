// Setting parameters, and the callbacks around it.
#include <algorithm>
#include <utility>

#include "ranvier/proto/param/checks.h"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/node_interfaces/node_parameters.hpp"

namespace rclcpp
{
namespace node_interfaces
{
namespace
{

rcl_interfaces::msg::SetParametersResult refused(const std::string & reason)
{
  rcl_interfaces::msg::SetParametersResult result;
  result.successful = false;
  result.reason = reason;
  return result;
}

rcl_interfaces::msg::SetParametersResult accepted()
{
  rcl_interfaces::msg::SetParametersResult result;
  result.successful = true;
  return result;
}

// Calls `call(handle)` for the handles that live, latest first, while it returns
// true; drops the others.
template<class Handles, class Call>
void for_each_living(Handles & handles, const Call & call)
{
  for (auto at = handles.begin(); at != handles.end(); ) {
    const auto handle = at->lock();
    if (!handle) {
      at = handles.erase(at);
      continue;
    }
    if (!call(*handle)) {return;}
    ++at;
  }
}

template<class Handle, class Handles, class Callback>
std::shared_ptr<Handle> add_to(Handles & handles, Callback && callback)
{
  auto handle = std::make_shared<Handle>();
  handle->callback = std::forward<Callback>(callback);
  handles.emplace_front(handle);
  return handle;
}

template<class Handles, class Handle>
void remove_from(Handles & handles, const Handle * handle, const char * kind)
{
  const auto found = std::find_if(
    handles.begin(), handles.end(),
    [handle](const auto & weak) {return weak.lock().get() == handle;});
  if (!handle || found == handles.end()) {
    throw std::runtime_error(std::string(kind) + " set parameter callback doesn't exist");
  }
  handles.erase(found);
}

}  // namespace

std::vector<rcl_interfaces::msg::SetParametersResult> NodeParameters::set_parameters(
  const std::vector<Parameter> & parameters)
{
  std::vector<SetResult> results;
  results.reserve(parameters.size());
  for (const auto & parameter : parameters) {
    results.push_back(set_parameters_atomically({parameter}));
  }
  return results;
}

rcl_interfaces::msg::SetParametersResult NodeParameters::set_parameters_atomically(
  const std::vector<Parameter> & parameters)
{
  const std::lock_guard lock(mutex_);
  const ParameterMutationRecursionGuard guard(modification_enabled_);
  std::vector<Parameter> wanted = parameters;
  run_pre_set(wanted);
  if (wanted.empty()) {
    return refused(
      "parameter list cannot be empty, this might be due to pre_set_parameters_callback "
      "modifying the original parameters list.");
  }
  require_declared(wanted);
  SetResult result = check(wanted);
  if (result.successful) {result = run_on_set(wanted);}
  if (!result.successful) {return result;}
  Event event;
  store(wanted, event);
  run_post_set(wanted);
  tell(std::move(event));
  return result;
}

void NodeParameters::require_declared(const std::vector<Parameter> & parameters) const
{
  for (const auto & parameter : parameters) {
    if (parameter.get_name().empty()) {
      throw exceptions::InvalidParametersException("parameter name must not be empty");
    }
    if (find(parameter.get_name()) || settings_.allow_undeclared) {continue;}
    throw exceptions::ParameterNotDeclaredException(
            "parameter '" + parameter.get_name() + "' cannot be set because it was not declared");
  }
}

NodeParameters::SetResult NodeParameters::check(const std::vector<Parameter> & parameters) const
{
  for (const auto & parameter : parameters) {
    const ParameterInfo * info = find(parameter.get_name());
    if (!info) {continue;}  // allowed, and of any type
    if (info->descriptor.read_only) {
      return refused(
        "parameter '" + parameter.get_name() + "' cannot be set because it is read-only");
    }
    const std::string why = ranvier::param::why_not(
      parameter.get_name(), parameter.get_parameter_value().to_value_msg(), info->descriptor);
    if (!why.empty()) {return refused(why);}
  }
  return accepted();
}

void NodeParameters::store(const std::vector<Parameter> & parameters, Event & event)
{
  for (const auto & parameter : parameters) {store_one(parameter, event);}
}

// Setting "not set" takes the value of a dynamically typed parameter away, and the
// parameter with it. One that has no value stays as it is declared.
void NodeParameters::store_one(const Parameter & parameter, Event & event)
{
  const std::string & name = parameter.get_name();
  const auto found = parameters_.find(name);
  const bool declared = found != parameters_.end();
  const bool had_value = declared && found->second.value.get_type() != PARAMETER_NOT_SET;
  if (parameter.get_type() == PARAMETER_NOT_SET && had_value) {
    event.deleted_parameters.push_back(Parameter(name, found->second.value).to_parameter_msg());
    parameters_.erase(found);
    return;
  }
  ParameterInfo & info = parameters_[name];
  if (!declared) {
    info.descriptor.name = name;
    info.descriptor.dynamic_typing = true;
  }
  info.value = parameter.get_parameter_value();
  info.descriptor.type = parameter.get_type();
  if (declared) {
    event.changed_parameters.push_back(parameter.to_parameter_msg());
  } else if (parameter.get_type() != PARAMETER_NOT_SET) {
    event.new_parameters.push_back(parameter.to_parameter_msg());
  }
}

void NodeParameters::run_pre_set(std::vector<Parameter> & parameters)
{
  for_each_living(
    pre_set_, [&](const PreSetParametersCallbackHandle & handle) {
      handle.callback(parameters);
      return true;
    });
}

NodeParameters::SetResult NodeParameters::run_on_set(const std::vector<Parameter> & parameters)
{
  SetResult result = accepted();
  for_each_living(
    on_set_, [&](const OnSetParametersCallbackHandle & handle) {
      result = handle.callback(parameters);
      return result.successful;
    });
  return result;
}

void NodeParameters::run_post_set(const std::vector<Parameter> & parameters)
{
  for_each_living(
    post_set_, [&](const PostSetParametersCallbackHandle & handle) {
      handle.callback(parameters);
      return true;
    });
}

PreSetParametersCallbackHandle::SharedPtr NodeParameters::add_pre_set_parameters_callback(
  PreSetParametersCallbackType callback)
{
  const std::lock_guard lock(mutex_);
  const ParameterMutationRecursionGuard guard(modification_enabled_);
  return add_to<PreSetParametersCallbackHandle>(pre_set_, std::move(callback));
}

OnSetParametersCallbackHandle::SharedPtr NodeParameters::add_on_set_parameters_callback(
  OnSetParametersCallbackType callback)
{
  const std::lock_guard lock(mutex_);
  const ParameterMutationRecursionGuard guard(modification_enabled_);
  return add_to<OnSetParametersCallbackHandle>(on_set_, std::move(callback));
}

PostSetParametersCallbackHandle::SharedPtr NodeParameters::add_post_set_parameters_callback(
  PostSetParametersCallbackType callback)
{
  const std::lock_guard lock(mutex_);
  const ParameterMutationRecursionGuard guard(modification_enabled_);
  return add_to<PostSetParametersCallbackHandle>(post_set_, std::move(callback));
}

void NodeParameters::remove_pre_set_parameters_callback(
  const PreSetParametersCallbackHandle * const handler)
{
  const std::lock_guard lock(mutex_);
  const ParameterMutationRecursionGuard guard(modification_enabled_);
  remove_from(pre_set_, handler, "Pre");
}

void NodeParameters::remove_on_set_parameters_callback(
  const OnSetParametersCallbackHandle * const handler)
{
  const std::lock_guard lock(mutex_);
  const ParameterMutationRecursionGuard guard(modification_enabled_);
  remove_from(on_set_, handler, "On");
}

void NodeParameters::remove_post_set_parameters_callback(
  const PostSetParametersCallbackHandle * const handler)
{
  const std::lock_guard lock(mutex_);
  const ParameterMutationRecursionGuard guard(modification_enabled_);
  remove_from(post_set_, handler, "Post");
}

}  // namespace node_interfaces
}  // namespace rclcpp
