#include "lifecycle_services.hpp"

#include <string>

#include <lifecycle_msgs/srv/change_state.hpp>
#include <lifecycle_msgs/srv/get_available_states.hpp>
#include <lifecycle_msgs/srv/get_available_transitions.hpp>
#include <lifecycle_msgs/srv/get_state.hpp>

#include "rclcpp/create_service.hpp"

namespace rclcpp_lifecycle
{
namespace
{

using lifecycle_msgs::msg::TransitionDescription;
using lifecycle_msgs::srv::ChangeState;
using lifecycle_msgs::srv::GetAvailableStates;
using lifecycle_msgs::srv::GetAvailableTransitions;
using lifecycle_msgs::srv::GetState;

TransitionDescription described(const Step & step)
{
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
void change(
  Lifecycle & lifecycle, const ChangeState::Request & request, ChangeState::Response & response)
{
  auto code = CallbackReturn::ERROR;
  const auto & asked = request.transition;
  const bool ran = asked.label.empty() ? lifecycle.trigger(asked.id, code) :
    lifecycle.trigger(asked.label, code);
  response.success = ran && code == CallbackReturn::SUCCESS;
}

void tell_state(
  Lifecycle & lifecycle, const GetState::Request &, GetState::Response & response)
{
  const State now = lifecycle.state();
  response.current_state.id = now.id();
  response.current_state.label = now.label();
}

void tell_states(
  Lifecycle &, const GetAvailableStates::Request &, GetAvailableStates::Response & response)
{
  for (const StateRow & row : all_states()) {
    auto & state = response.available_states.emplace_back();
    state.id = row.id;
    state.label = row.label;
  }
}

void tell_transitions(
  Lifecycle & lifecycle, const GetAvailableTransitions::Request &,
  GetAvailableTransitions::Response & response)
{
  for (const Step * step : steps_from(lifecycle.state().id())) {
    response.available_transitions.push_back(described(*step));
  }
}

void tell_graph(
  Lifecycle &, const GetAvailableTransitions::Request &,
  GetAvailableTransitions::Response & response)
{
  for (const Step & step : all_steps()) {
    response.available_transitions.push_back(described(step));
  }
}

}  // namespace

LifecycleServices::LifecycleServices(
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr base,
  rclcpp::node_interfaces::NodeServicesInterface::SharedPtr services,
  const std::shared_ptr<Lifecycle> & lifecycle)
{
  // A request may be answered while the node ends on another thread: it holds
  // the lifecycle meanwhile, or finds it gone.
  const auto serve = [&]<typename ServiceT>(
    const char * name,
    void (* answer)(
      Lifecycle &, const typename ServiceT::Request &, typename ServiceT::Response &)) {
      services_.push_back(
        rclcpp::create_service<ServiceT>(
          base, services, name,
          [weak = std::weak_ptr(lifecycle), answer](
            std::shared_ptr<typename ServiceT::Request> request,
            std::shared_ptr<typename ServiceT::Response> response) {
            if (const auto held = weak.lock()) {answer(*held, *request, *response);}
          },
          rclcpp::ServicesQoS(), nullptr));
    };
  serve.template operator()<ChangeState>("~/change_state", change);
  serve.template operator()<GetState>("~/get_state", tell_state);
  serve.template operator()<GetAvailableStates>("~/get_available_states", tell_states);
  serve.template operator()<GetAvailableTransitions>(
    "~/get_available_transitions", tell_transitions);
  serve.template operator()<GetAvailableTransitions>("~/get_transition_graph", tell_graph);
}

}  // namespace rclcpp_lifecycle
