#include "rclcpp_lifecycle/lifecycle_node.hpp"

#include <mutex>

#include <lifecycle_msgs/msg/state.hpp>
#include <lifecycle_msgs/msg/transition_event.hpp>

#include "ranvier/proto/lifecycle/machine.h"
#include "ranvier/proto/lifecycle/services.h"
#include "rclcpp/detail/callable.hpp"
#include "rclcpp/detail/core_ends.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/service.hpp"

namespace rclcpp_lifecycle
{

using CallbackReturn = node_interfaces::LifecycleNodeInterface::CallbackReturn;

namespace
{

using ranvier::lifecycle::Outcome;
using ranvier::lifecycle::Step;
using ranvier::lifecycle::label_of_state;
using StateMsg = lifecycle_msgs::msg::State;
using TransitionMsg = lifecycle_msgs::msg::Transition;

State state_of(uint8_t id) {return State(id, label_of_state(id));}

Transition described(const Step & step)
{
  return Transition(step.id, step.label, state_of(step.start), state_of(step.goal));
}

ranvier::lifecycle::Machine::Parts parts_of(LifecycleNode & node, std::shared_ptr<State> state)
{
  const auto base = node.get_node_base_interface();
  return {
    base->core(), node.get_clock()->core(), node.get_logger().get_name(),
    rclcpp::detail::endpoint_of(
      *base, "~/transition_event",
      *rosidl_typesupport_cpp::get_message_type_support_handle<
        lifecycle_msgs::msg::TransitionEvent>(),
      rclcpp::QoS(10), rclcpp::IntraProcessSetting::NodeDefault, true),
    [state = std::move(state)](uint8_t now) {*state = state_of(now);}};
}

}  // namespace

struct LifecycleNode::Impl
{
  Impl(LifecycleNode & node, bool enable_communication_interface)
  : machine(
      rclcpp::detail::value_or_raise(
        ranvier::lifecycle::Machine::open(parts_of(node, state)), "could not create publisher: "))
  {
    if (!enable_communication_interface) {return;}
    for (auto & service : ranvier::lifecycle::services(machine)) {
      services.push_back(
        rclcpp::detail::serve(
          *node.get_node_base_interface(), std::move(service), rclcpp::ServicesQoS()));
      node.get_node_services_interface()->add_service(services.back(), nullptr);
    }
  }

  template<typename WhichT>
  const State & trigger(WhichT which, CallbackReturn & code)
  {
    auto outcome = static_cast<Outcome>(code);
    machine->trigger(which, outcome);
    code = static_cast<CallbackReturn>(outcome);
    return *state;
  }
  bool set_callback(uint8_t transition_state, std::function<CallbackReturn(const State &)> fcn)
  {
    rclcpp::detail::check_callback(fcn, "LifecycleNode::register_on_...()");
    machine->set_callback(
      transition_state, [fcn = std::move(fcn)](uint8_t before) {
        return static_cast<Outcome>(fcn(state_of(before)));
      });
    return true;
  }

  /// The entities that somebody still holds; they are called without the lock.
  std::vector<std::shared_ptr<ManagedEntityInterface>> entities()
  {
    std::vector<std::shared_ptr<ManagedEntityInterface>> held;
    std::lock_guard lock(mutex);
    for (const auto & weak : managed) {
      if (auto entity = weak.lock()) {held.push_back(std::move(entity));}
    }
    return held;
  }

  // A request may outlive the node: then it holds the machine, and that the state.
  const std::shared_ptr<State> state =
    std::make_shared<State>(state_of(StateMsg::PRIMARY_STATE_UNCONFIGURED));
  const std::shared_ptr<ranvier::lifecycle::Machine> machine;
  std::mutex mutex;  // guards managed; taken alone
  std::vector<std::weak_ptr<ManagedEntityInterface>> managed;
  std::vector<rclcpp::ServiceBase::SharedPtr> services;
};

LifecycleNode::LifecycleNode(
  const std::string & node_name, const rclcpp::NodeOptions & options,
  bool enable_communication_interface)
: LifecycleNode(node_name, "", options, enable_communication_interface) {}

LifecycleNode::LifecycleNode(
  const std::string & node_name, const std::string & namespace_,
  const rclcpp::NodeOptions & options, bool enable_communication_interface)
: NodeApi(node_name, namespace_, options),
  impl_(std::make_unique<Impl>(*this, enable_communication_interface))
{
  register_on_configure([this](const State & before) {return on_configure(before);});
  register_on_cleanup([this](const State & before) {return on_cleanup(before);});
  register_on_shutdown([this](const State & before) {return on_shutdown(before);});
  register_on_activate([this](const State & before) {return on_activate(before);});
  register_on_deactivate([this](const State & before) {return on_deactivate(before);});
  register_on_error([this](const State & before) {return on_error(before);});
}

LifecycleNode::~LifecycleNode()
{
  const State & last = get_current_state();
  if (last.id() == StateMsg::PRIMARY_STATE_FINALIZED) {return;}
  // Its on_shutdown() is that of a derived class, which is gone: too late to call.
  RCLCPP_WARN(
    rclcpp::get_logger("rclcpp_lifecycle"),
    "Node '%s' ends in state '%s' (%u) and was not shut down; what it holds may stay as it is. "
    "Call shutdown() before its destruction.", get_fully_qualified_name(),
    last.label().c_str(), last.id());
}

void LifecycleNode::add_managed_entity(std::weak_ptr<ManagedEntityInterface> managed_entity)
{
  std::lock_guard lock(impl_->mutex);
  std::erase_if(impl_->managed, [](const auto & weak) {return weak.expired();});
  impl_->managed.push_back(std::move(managed_entity));
}

CallbackReturn LifecycleNode::on_activate(const State &)
{
  for (const auto & entity : impl_->entities()) {entity->on_activate();}
  return CallbackReturn::SUCCESS;
}

CallbackReturn LifecycleNode::on_deactivate(const State &)
{
  for (const auto & entity : impl_->entities()) {entity->on_deactivate();}
  return CallbackReturn::SUCCESS;
}

// ---- states ----

const State & LifecycleNode::get_current_state() const {return *impl_->state;}

std::vector<State> LifecycleNode::get_available_states() const
{
  std::vector<State> states;
  for (const auto & row : ranvier::lifecycle::all_states()) {
    states.emplace_back(row.id, row.label);
  }
  return states;
}

std::vector<Transition> LifecycleNode::get_available_transitions() const
{
  std::vector<Transition> transitions;
  for (const Step * step : ranvier::lifecycle::steps_from(get_current_state().id())) {
    transitions.push_back(described(*step));
  }
  return transitions;
}

std::vector<Transition> LifecycleNode::get_transition_graph() const
{
  std::vector<Transition> transitions;
  for (const Step & step : ranvier::lifecycle::all_steps()) {
    transitions.push_back(described(step));
  }
  return transitions;
}

// ---- transitions ----

const State & LifecycleNode::trigger_transition(uint8_t transition_id)
{
  auto ignored = CallbackReturn::ERROR;
  return trigger_transition(transition_id, ignored);
}
const State & LifecycleNode::trigger_transition(
  uint8_t transition_id, CallbackReturn & cb_return_code)
{
  return impl_->trigger(transition_id, cb_return_code);
}
const State & LifecycleNode::trigger_transition(const Transition & transition)
{
  return trigger_transition(transition.id());
}
const State & LifecycleNode::trigger_transition(
  const Transition & transition, CallbackReturn & cb_return_code)
{
  return trigger_transition(transition.id(), cb_return_code);
}

const State & LifecycleNode::configure()
{
  return trigger_transition(TransitionMsg::TRANSITION_CONFIGURE);
}
const State & LifecycleNode::configure(CallbackReturn & cb_return_code)
{
  return trigger_transition(TransitionMsg::TRANSITION_CONFIGURE, cb_return_code);
}
const State & LifecycleNode::cleanup()
{
  return trigger_transition(TransitionMsg::TRANSITION_CLEANUP);
}
const State & LifecycleNode::cleanup(CallbackReturn & cb_return_code)
{
  return trigger_transition(TransitionMsg::TRANSITION_CLEANUP, cb_return_code);
}
const State & LifecycleNode::activate()
{
  return trigger_transition(TransitionMsg::TRANSITION_ACTIVATE);
}
const State & LifecycleNode::activate(CallbackReturn & cb_return_code)
{
  return trigger_transition(TransitionMsg::TRANSITION_ACTIVATE, cb_return_code);
}
const State & LifecycleNode::deactivate()
{
  return trigger_transition(TransitionMsg::TRANSITION_DEACTIVATE);
}
const State & LifecycleNode::deactivate(CallbackReturn & cb_return_code)
{
  return trigger_transition(TransitionMsg::TRANSITION_DEACTIVATE, cb_return_code);
}
const State & LifecycleNode::shutdown()
{
  auto ignored = CallbackReturn::ERROR;
  return shutdown(ignored);
}
const State & LifecycleNode::shutdown(CallbackReturn & cb_return_code)
{
  return impl_->trigger("shutdown", cb_return_code);  // each state has its own id for it
}

// ---- callbacks ----

bool LifecycleNode::register_on_configure(std::function<CallbackReturn(const State &)> fcn)
{
  return impl_->set_callback(StateMsg::TRANSITION_STATE_CONFIGURING, std::move(fcn));
}
bool LifecycleNode::register_on_cleanup(std::function<CallbackReturn(const State &)> fcn)
{
  return impl_->set_callback(StateMsg::TRANSITION_STATE_CLEANINGUP, std::move(fcn));
}
bool LifecycleNode::register_on_shutdown(std::function<CallbackReturn(const State &)> fcn)
{
  return impl_->set_callback(StateMsg::TRANSITION_STATE_SHUTTINGDOWN, std::move(fcn));
}
bool LifecycleNode::register_on_activate(std::function<CallbackReturn(const State &)> fcn)
{
  return impl_->set_callback(StateMsg::TRANSITION_STATE_ACTIVATING, std::move(fcn));
}
bool LifecycleNode::register_on_deactivate(std::function<CallbackReturn(const State &)> fcn)
{
  return impl_->set_callback(StateMsg::TRANSITION_STATE_DEACTIVATING, std::move(fcn));
}
bool LifecycleNode::register_on_error(std::function<CallbackReturn(const State &)> fcn)
{
  return impl_->set_callback(StateMsg::TRANSITION_STATE_ERRORPROCESSING, std::move(fcn));
}

}  // namespace rclcpp_lifecycle
