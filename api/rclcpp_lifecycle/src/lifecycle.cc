#include "lifecycle.hpp"

#include <exception>
#include <utility>

#include <lifecycle_msgs/msg/state.hpp>

#include "ranvier/trace/trace.h"
#include "rclcpp/logging.hpp"

namespace rclcpp_lifecycle
{
namespace
{

using StateMsg = lifecycle_msgs::msg::State;

const char * label_of(CallbackReturn code)
{
  if (code == CallbackReturn::SUCCESS) {return "transition_success";}
  return code == CallbackReturn::FAILURE ? "transition_failure" : "transition_error";
}

std::string named(const Step & step)
{
  return std::string("'") + step.label + "' (" + std::to_string(step.id) + ")";
}

// What somebody who triggered the wrong transition could do instead.
std::string remedy(uint8_t state)
{
  if (!is_primary(state)) {
    return "A transition is under way: wait for its end, which ~/transition_event tells";
  }
  std::string possible;
  for (const Step * step : steps_from(state)) {
    possible += (possible.empty() ? "" : ", ") + named(*step);
  }
  return possible.empty() ? "Nothing leads out of that state" : "Possible: " + possible;
}

}  // namespace

Lifecycle::Lifecycle(
  const void * node, std::string name, rclcpp::Logger logger, rclcpp::Clock::SharedPtr clock,
  EventPublisher::SharedPtr events)
: name_(std::move(name)), logger_(std::move(logger)), clock_(std::move(clock)),
  events_(std::move(events)),
  state_(
    StateMsg::PRIMARY_STATE_UNCONFIGURED, label_of_state(StateMsg::PRIMARY_STATE_UNCONFIGURED))
{
  static_cast<void>(node);  // unused where traces are compiled out
  RANVIER_TRACE(rcl_lifecycle_state_machine_init, node, static_cast<const void *>(this));
}

void Lifecycle::set_callback(uint8_t transition_state, Callback callback)
{
  std::lock_guard lock(mutex_);
  callbacks_[transition_state] = std::move(callback);
}

bool Lifecycle::trigger(uint8_t id, CallbackReturn & code)
{
  State before;
  const Step * step = begin(id, before);
  if (step == nullptr) {refuse(std::to_string(id));}
  return run(step, before, code);
}

bool Lifecycle::trigger(const std::string & label, CallbackReturn & code)
{
  State before;
  const Step * step = begin(label, before);
  if (step == nullptr) {refuse("'" + label + "'");}
  return run(step, before, code);
}

// Enters the transition state, if there is such a transition. What leads out of
// a transition state is for finish() alone.
template<typename Which>
const Step * Lifecycle::begin(Which which, State & before)
{
  std::lock_guard lock(mutex_);
  before = state_;
  const uint8_t from = before.id();
  const Step * step = is_primary(from) ? step_from(from, which) : nullptr;
  if (step != nullptr) {enter(*step);}
  return step;
}

bool Lifecycle::run(const Step * step, const State & before, CallbackReturn & code)
{
  if (step == nullptr) {return false;}
  const CallbackReturn got = call(step->goal, before);
  if (finish(got) == StateMsg::TRANSITION_STATE_ERRORPROCESSING) {
    RCLCPP_WARN(
      logger_, "Node '%s': transition %s ended with an error; on_error() says what follows",
      name_.c_str(), named(*step).c_str());
    finish(call(StateMsg::TRANSITION_STATE_ERRORPROCESSING, before));
  }
  code = got;
  return true;
}

CallbackReturn Lifecycle::call(uint8_t transition_state, const State & before) const
{
  Callback callback;
  {
    std::lock_guard lock(mutex_);
    const auto found = callbacks_.find(transition_state);
    if (found != callbacks_.end()) {callback = found->second;}
  }
  if (!callback) {return CallbackReturn::SUCCESS;}
  std::string reason = "something that is no std::exception";
  try {
    return callback(before);
  } catch (const std::exception & e) {
    reason = e.what();
  } catch (...) {
  }
  RCLCPP_ERROR(
    logger_, "Node '%s': the callback of state '%s' threw, which counts as an error: %s",
    name_.c_str(), label_of_state(transition_state), reason.c_str());
  return CallbackReturn::ERROR;
}

uint8_t Lifecycle::finish(CallbackReturn code)
{
  std::lock_guard lock(mutex_);
  // Every transition state has a step for each of the three codes.
  const Step & step = *step_from(state_.id(), std::string_view(label_of(code)));
  enter(step);
  return step.goal;
}

void Lifecycle::enter(const Step & step)
{
  lifecycle_msgs::msg::TransitionEvent event;
  event.timestamp = static_cast<uint64_t>(clock_->now().nanoseconds());
  event.transition.id = step.id;
  event.transition.label = step.label;
  event.start_state.id = step.start;
  event.start_state.label = label_of_state(step.start);
  event.goal_state.id = step.goal;
  event.goal_state.label = label_of_state(step.goal);
  state_ = State(step.goal, event.goal_state.label);
  RANVIER_TRACE(
    rcl_lifecycle_transition, static_cast<const void *>(this), label_of_state(step.start),
    label_of_state(step.goal));
  try {
    events_->publish(event);
  } catch (const std::exception & e) {
    // A node that is to let go of its devices does so without an audience too.
    RCLCPP_WARN(
      logger_, "Node '%s': transition %s could not be told on '%s': %s", name_.c_str(),
      named(step).c_str(), events_->get_topic_name(), e.what());
  }
}

void Lifecycle::refuse(const std::string & what) const
{
  const uint8_t state = state_.id();
  RCLCPP_ERROR(
    logger_, "Node '%s': transition %s is refused in state '%s'. %s.", name_.c_str(),
    what.c_str(), label_of_state(state), remedy(state).c_str());
}

}  // namespace rclcpp_lifecycle
