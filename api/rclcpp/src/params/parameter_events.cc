// What is made of /parameter_events.
#include <algorithm>
#include <list>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "core/core_edge.hpp"
#include "rcl_interfaces/msg/parameter_event.hpp"
#include "rclcpp/detail/callable.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/parameter_event_handler.hpp"
#include "rclcpp/parameter_events_filter.hpp"

namespace rclcpp
{

using rcl_interfaces::msg::ParameterEvent;

ParameterEventsFilter::ParameterEventsFilter(
  std::shared_ptr<const ParameterEvent> event, const std::vector<std::string> & names,
  const std::vector<EventType> & types)
: event_(std::move(event))
{
  detail::check_given(event_, "ParameterEventsFilter()", "event");
  for (const EventType type : types) {
    if (type >= EventType::NEW && type <= EventType::CHANGED) {continue;}
    detail::refuse_value(
      "ParameterEventsFilter()", "types", static_cast<int>(type),
      "EventType::NEW, DELETED or CHANGED");
  }
  const auto take = [&](EventType type, const auto & parameters) {
      if (std::find(types.begin(), types.end(), type) == types.end()) {return;}
      for (const auto & parameter : parameters) {
        if (std::find(names.begin(), names.end(), parameter.name) != names.end()) {
          result_.emplace_back(type, &parameter);
        }
      }
    };
  take(EventType::NEW, event_->new_parameters);
  take(EventType::CHANGED, event_->changed_parameters);
  take(EventType::DELETED, event_->deleted_parameters);
}

// Shared with the subscription's callback, which may run while the handler ends.
struct ParameterEventHandler::Callbacks
{
  void on_event(const ParameterEvent & event)
  {
    const std::lock_guard lock(mutex);
    const auto of_one = of_one_parameter;  // a callback may add and remove
    for (const auto & weak : of_one) {
      const auto handle = weak.lock();
      Parameter parameter;
      if (
        handle && get_parameter_from_event(
          event, parameter, handle->parameter_name, handle->node_name))
      {
        handle->callback(parameter);
      }
    }
    const auto of_all = of_events;
    for (const auto & weak : of_all) {
      if (const auto handle = weak.lock()) {handle->callback(event);}
    }
  }

  std::recursive_mutex mutex;
  std::list<ParameterCallbackHandle::WeakPtr> of_one_parameter;  // the newest first
  std::list<ParameterEventCallbackHandle::WeakPtr> of_events;
};

struct ParameterEventHandler::Impl
{
  const node_interfaces::NodeBaseInterface::SharedPtr node_base;
  const std::shared_ptr<Callbacks> callbacks;  // the subscription's too
  const std::shared_ptr<SubscriptionBase> subscription;
};

namespace
{

template<typename HandleT>
void add(std::list<std::weak_ptr<HandleT>> & list, const std::shared_ptr<HandleT> & handle)
{
  list.remove_if([](const auto & weak) {return weak.expired();});
  list.push_front(handle);
}

template<typename HandleT>
void remove(std::list<std::weak_ptr<HandleT>> & list, const std::shared_ptr<HandleT> & handle)
{
  const auto found = std::find_if(
    list.begin(), list.end(), [&](const auto & weak) {return weak.lock() == handle;});
  if (found == list.end() || !handle) {
    throw std::runtime_error("Callback doesn't exist");
  }
  list.erase(found);
}

std::string absolute(node_interfaces::NodeBaseInterface & base, const std::string & node)
{
  if (node.empty()) {return base.get_fully_qualified_name();}
  if (node.front() == '/') {return node;}
  const std::string space = base.get_namespace();
  return (space == "/" ? space : space + "/") + node;
}

}  // namespace

ParameterEventHandler::ParameterEventHandler(
  node_interfaces::NodeBaseInterface::SharedPtr node_base,
  node_interfaces::NodeTopicsInterface::SharedPtr node_topics, const QoS & qos)
: impl_([&] {
      detail::check_given(node_base, "ParameterEventHandler()", "node_base");
      detail::check_given(node_topics, "ParameterEventHandler()", "node_topics");
      auto callbacks = std::make_shared<Callbacks>();
      auto subscription = rclcpp::create_subscription<ParameterEvent>(
        node_topics, "/parameter_events", qos,
        [callbacks](const ParameterEvent & event) {callbacks->on_event(event);});
      return new Impl{std::move(node_base), std::move(callbacks), std::move(subscription)};
    }()) {}

ParameterEventHandler::~ParameterEventHandler() = default;

ParameterEventCallbackHandle::SharedPtr ParameterEventHandler::add_parameter_event_callback(
  ParameterEventCallbackType callback)
{
  detail::check_callback(callback, "ParameterEventHandler::add_parameter_event_callback()");
  auto handle = std::make_shared<ParameterEventCallbackHandle>();
  handle->callback = std::move(callback);
  const std::lock_guard lock(impl_->callbacks->mutex);
  add(impl_->callbacks->of_events, handle);
  return handle;
}

ParameterCallbackHandle::SharedPtr ParameterEventHandler::add_parameter_callback(
  const std::string & parameter_name, ParameterCallbackType callback,
  const std::string & node_name)
{
  detail::check_callback(callback, "ParameterEventHandler::add_parameter_callback()");
  auto handle = std::make_shared<ParameterCallbackHandle>();
  handle->parameter_name = parameter_name;
  handle->node_name = absolute(*impl_->node_base, node_name);
  handle->callback = std::move(callback);
  const std::lock_guard lock(impl_->callbacks->mutex);
  add(impl_->callbacks->of_one_parameter, handle);
  return handle;
}

void ParameterEventHandler::remove_parameter_event_callback(
  ParameterEventCallbackHandle::SharedPtr callback_handle)
{
  const std::lock_guard lock(impl_->callbacks->mutex);
  remove(impl_->callbacks->of_events, callback_handle);
}

void ParameterEventHandler::remove_parameter_callback(
  ParameterCallbackHandle::SharedPtr callback_handle)
{
  const std::lock_guard lock(impl_->callbacks->mutex);
  remove(impl_->callbacks->of_one_parameter, callback_handle);
}

bool ParameterEventHandler::get_parameter_from_event(
  const ParameterEvent & event, Parameter & parameter, const std::string & parameter_name,
  const std::string & node_name)
{
  if (!node_name.empty() && event.node != node_name) {return false;}
  for (const auto * list : {&event.new_parameters, &event.changed_parameters}) {
    for (const auto & one : *list) {
      if (one.name != parameter_name) {continue;}
      parameter = Parameter::from_parameter_msg(one);
      return true;
    }
  }
  return false;
}

Parameter ParameterEventHandler::get_parameter_from_event(
  const ParameterEvent & event, const std::string & parameter_name,
  const std::string & node_name)
{
  Parameter parameter;
  if (!get_parameter_from_event(event, parameter, parameter_name, node_name)) {
    if (event.node == node_name) {return Parameter(parameter_name, PARAMETER_NOT_SET);}
    throw std::runtime_error(
            "The node name '" + node_name + "' of parameter '" + parameter_name +
            "' doesn't match the node name '" + event.node + "' in parameter event, or it has no "
            "new value there");
  }
  return parameter;
}

std::vector<Parameter> ParameterEventHandler::get_parameters_from_event(
  const ParameterEvent & event)
{
  auto parameters = detail::from_messages(event.new_parameters);
  const auto changed = detail::from_messages(event.changed_parameters);
  parameters.insert(parameters.end(), changed.begin(), changed.end());
  return parameters;
}

void detail::copy_parameters(
  node_interfaces::NodeParametersInterface & from, node_interfaces::NodeParametersInterface & to,
  const Logger & logger, bool override_existing)
{
  const auto names = from.list_parameters({}, 0).names;
  const auto parameters = from.get_parameters(names);
  const auto descriptors = from.describe_parameters(names);
  for (size_t i = 0; i < names.size(); ++i) {
    if (!to.has_parameter(names[i])) {
      to.declare_parameter(names[i], parameters[i].get_parameter_value(), descriptors[i]);
    } else if (override_existing) {
      const auto result = to.set_parameters_atomically({parameters[i]});
      if (!result.successful) {
        RCLCPP_WARN(
          logger, "Unable to set parameter '%s': %s", names[i].c_str(), result.reason.c_str());
      }
    }
  }
}

}  // namespace rclcpp
