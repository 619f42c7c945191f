#include "ranvier/proto/lifecycle/machine.h"

#include <exception>
#include <utility>

#include "lifecycle_msgs/msg/detail/state__struct.hpp"
#include "lifecycle_msgs/msg/detail/transition_event__struct.hpp"
#include "ranvier/node/log.h"
#include "ranvier/node/names.h"
#include "ranvier/trace/trace.h"

namespace ranvier::lifecycle {
namespace {

using State = lifecycle_msgs::msg::State;

const char* label_of(Outcome outcome) {
  if (outcome == Outcome::kSuccess) return "transition_success";
  return outcome == Outcome::kFailure ? "transition_failure" : "transition_error";
}

std::string named(const Step& step) {
  return std::string("'") + step.label + "' (" + std::to_string(step.id) + ")";
}

// What somebody who triggered the wrong transition could do instead.
std::string remedy(std::uint8_t state) {
  if (!is_primary(state)) {
    return "A transition is under way: wait for its end, which ~/transition_event tells";
  }
  std::string possible;
  for (const Step* step : steps_from(state)) {
    possible += (possible.empty() ? "" : ", ") + named(*step);
  }
  return possible.empty() ? "Nothing leads out of that state" : "Possible: " + possible;
}

}  // namespace

Result<std::shared_ptr<Machine>> Machine::open(Parts parts) {
  auto events = Publisher::open(parts.node, parts.events);
  if (!events) return events.error();
  return std::make_shared<Machine>(std::move(parts), std::move(*events));
}

Machine::Machine(Parts parts, std::unique_ptr<Publisher> events)
    : parts_(std::move(parts)),
      name_(full_node_name(parts_.node->name().space, parts_.node->name().name)),
      events_(std::move(events)),
      state_(State::PRIMARY_STATE_UNCONFIGURED) {
  RANVIER_TRACE(rcl_lifecycle_state_machine_init, static_cast<const void*>(parts_.node.get()),
                static_cast<const void*>(this));
}

void Machine::set_callback(std::uint8_t transition_state, Callback callback) {
  const Lock lock(mutex_);
  callbacks_[transition_state] = std::move(callback);
}

bool Machine::trigger(std::uint8_t id, Outcome& outcome) {
  std::uint8_t before;
  const Step* step = begin(id, before);
  if (step == nullptr) refuse(std::to_string(id));
  return run(step, before, outcome);
}

bool Machine::trigger(const std::string& label, Outcome& outcome) {
  std::uint8_t before;
  const Step* step = begin(label, before);
  if (step == nullptr) refuse("'" + label + "'");
  return run(step, before, outcome);
}

// Enters the transition state, if there is such a transition. What leads out of
// a transition state is for finish() alone.
template <class Which>
const Step* Machine::begin(Which which, std::uint8_t& before) {
  const Lock lock(mutex_);
  before = state();
  const Step* step = is_primary(before) ? step_from(before, which) : nullptr;
  if (step != nullptr) enter(*step);
  return step;
}

bool Machine::run(const Step* step, std::uint8_t before, Outcome& outcome) {
  if (step == nullptr) return false;
  const Outcome got = call(step->goal, before);
  if (finish(got) == State::TRANSITION_STATE_ERRORPROCESSING) {
    log(kWarn, "transition " + named(*step) + " ended with an error; on_error() says what follows");
    finish(call(State::TRANSITION_STATE_ERRORPROCESSING, before));
  }
  outcome = got;
  return true;
}

Outcome Machine::call(std::uint8_t transition_state, std::uint8_t before) const {
  Callback callback;
  {
    const Lock lock(mutex_);
    const auto found = callbacks_.find(transition_state);
    if (found != callbacks_.end()) callback = found->second;
  }
  if (!callback) return Outcome::kSuccess;
  std::string reason = "something that is no std::exception";
  try {
    return callback(before);
  } catch (const std::exception& e) {
    reason = e.what();
  } catch (...) {}
  log(kError, std::string("the callback of state '") + label_of_state(transition_state) +
                  "' threw, which counts as an error: " + reason);
  return Outcome::kError;
}

std::uint8_t Machine::finish(Outcome outcome) {
  const Lock lock(mutex_);
  // Every transition state has a step for each of the three outcomes.
  const Step& step = *step_from(state(), std::string_view(label_of(outcome)));
  enter(step);
  return step.goal;
}

void Machine::enter(const Step& step) {
  auto event = std::make_unique<lifecycle_msgs::msg::TransitionEvent>();
  event->timestamp = static_cast<std::uint64_t>(parts_.clock->now());
  event->transition.id = step.id;
  event->transition.label = step.label;
  event->start_state.id = step.start;
  event->start_state.label = label_of_state(step.start);
  event->goal_state.id = step.goal;
  event->goal_state.label = label_of_state(step.goal);
  state_.store(step.goal, std::memory_order_release);
  if (parts_.on_state) parts_.on_state(step.goal);
  RANVIER_TRACE(rcl_lifecycle_transition, static_cast<const void*>(this),
                label_of_state(step.start), label_of_state(step.goal));
  const auto sent = events_->send(event.release());
  if (sent) return;
  // A node that is to let go of its devices does so without an audience too.
  log(kWarn, "transition " + named(step) + " could not be sent on '" + events_->endpoint().topic +
                 "': " + sent.error().what);
}

void Machine::refuse(const std::string& what) const {
  const std::uint8_t now = state();
  log(kError, "transition " + what + " is refused in state '" + label_of_state(now) + "'. " +
                  remedy(now) + ".");
}

void Machine::log(int severity, const std::string& text) const {
  log_text(logger(parts_.logger), severity, {}, "Node '" + name_ + "': " + text);
}

}  // namespace ranvier::lifecycle
