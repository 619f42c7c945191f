#include "ranvier/proto/lifecycle/services.h"

#include "lifecycle_msgs/srv/change_state.hpp"
#include "lifecycle_msgs/srv/get_available_states.hpp"
#include "lifecycle_msgs/srv/get_available_transitions.hpp"
#include "lifecycle_msgs/srv/get_state.hpp"

namespace ranvier::lifecycle {
namespace {

using lifecycle_msgs::msg::TransitionDescription;
using lifecycle_msgs::srv::ChangeState;
using lifecycle_msgs::srv::GetAvailableStates;
using lifecycle_msgs::srv::GetAvailableTransitions;
using lifecycle_msgs::srv::GetState;

TransitionDescription described(const Step& step) {
  TransitionDescription out;
  out.transition.id = step.id;
  out.transition.label = step.label;
  out.start_state.id = step.start;
  out.start_state.label = label_of_state(step.start);
  out.goal_state.id = step.goal;
  out.goal_state.label = label_of_state(step.goal);
  return out;
}

// A label, where there is one, says more than the id: callers that give only a
// label leave the id at zero.
void change(Machine& machine, const ChangeState::Request& request,
            ChangeState::Response& response) {
  auto outcome = Outcome::kError;
  const auto& asked = request.transition;
  const bool ran = asked.label.empty() ? machine.trigger(asked.id, outcome)
                                       : machine.trigger(asked.label, outcome);
  response.success = ran && outcome == Outcome::kSuccess;
}

void tell_state(Machine& machine, const GetState::Request&, GetState::Response& response) {
  response.current_state.id = machine.state();
  response.current_state.label = label_of_state(response.current_state.id);
}

void tell_states(Machine&, const GetAvailableStates::Request&,
                 GetAvailableStates::Response& response) {
  for (const StateRow& row : all_states()) {
    auto& state = response.available_states.emplace_back();
    state.id = row.id;
    state.label = row.label;
  }
}

void tell_transitions(Machine& machine, const GetAvailableTransitions::Request&,
                      GetAvailableTransitions::Response& response) {
  for (const Step* step : steps_from(machine.state())) {
    response.available_transitions.push_back(described(*step));
  }
}

void tell_graph(Machine&, const GetAvailableTransitions::Request&,
                GetAvailableTransitions::Response& response) {
  for (const Step& step : all_steps()) response.available_transitions.push_back(described(step));
}

}  // namespace

std::vector<NodeService> services(const std::shared_ptr<Machine>& machine) {
  const auto held = [weak = std::weak_ptr(machine)](auto answer) {
    return [weak, answer](const auto& request, auto& response) {
      if (const auto machine = weak.lock()) answer(*machine, request, response);
    };
  };
  return {
      node_service<ChangeState>("~/change_state", held(change)),
      node_service<GetState>("~/get_state", held(tell_state)),
      node_service<GetAvailableStates>("~/get_available_states", held(tell_states)),
      node_service<GetAvailableTransitions>("~/get_available_transitions", held(tell_transitions)),
      node_service<GetAvailableTransitions>("~/get_transition_graph", held(tell_graph))};
}

}  // namespace ranvier::lifecycle
