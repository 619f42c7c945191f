#include "rclcpp_action/server.hpp"

#include <stdexcept>

#include "rclcpp/exceptions/exceptions.hpp"
#include "server_core.hpp"

namespace rclcpp_action
{
namespace
{

const char * name_of(rcl_action_goal_state_t state)
{
  constexpr const char * kNames[GOAL_STATE_NUM_STATES] = {
    "UNKNOWN", "ACCEPTED", "EXECUTING", "CANCELING", "SUCCEEDED", "CANCELED", "ABORTED"};
  return kNames[state];
}

[[noreturn]] void refuse(const detail::ServerGoal & goal, rcl_action_goal_event_t event)
{
  constexpr const char * kEvents[GOAL_EVENT_NUM_EVENTS] = {
    "EXECUTE", "CANCEL_GOAL", "SUCCEED", "ABORT", "CANCELED"};
  constexpr const char * kWhen[GOAL_EVENT_NUM_EVENTS] = {
    "once, after ACCEPT_AND_DEFER", "while it is accepted or executing",
    "while it is executing or canceling", "while it is executing or canceling",
    "while it is canceling (see is_canceling())"};
  throw rclcpp::exceptions::RCLError(
          rclcpp::exceptions::RCLErrorBase(
            RCL_RET_ACTION_GOAL_EVENT_INVALID,
            std::string("goal_handle attempted invalid transition from state ") +
            name_of(goal.state()) + " with event " + kEvents[event] + ": goal " +
            to_string(goal.id) + " takes that event " + kWhen[event]), "");
}

detail::ServerCore::Parts checked(detail::ServerCore::Parts parts)
{
  detail::check_parts(parts.name, parts.node.get(), parts.group);
  return parts;
}

template<typename T>
T & given(const std::shared_ptr<T> & part, const std::string & action, const char * what)
{
  if (!part) {throw std::invalid_argument("action '" + action + "': the node's " + what + " is null");}
  return *part;
}

}  // namespace

// ---- the server ----

ServerBase::ServerBase(
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_base,
  rclcpp::node_interfaces::NodeClockInterface::SharedPtr node_clock,
  rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr node_logging,
  const std::string & name, const rosidl_action_type_support_t & type_support,
  const rcl_action_server_options_t & options, rclcpp::CallbackGroup::SharedPtr group,
  std::unique_ptr<detail::ServerTypes> types)
: core_(std::make_shared<detail::ServerCore>(
      checked(
        {std::move(node_base), given(node_clock, name, "clock interface").get_clock(),
          given(node_logging, name, "logging interface").get_logger().get_child("rclcpp_action"),
          name, type_support, options, std::move(group)}), std::move(types)))
{
  core_->open();
}

ServerBase::~ServerBase()
{
  core_->listen(nullptr);
  core_->close();
}

// ---- the handle of a goal ----

ServerGoalHandleBase::ServerGoalHandleBase(std::shared_ptr<detail::ServerGoal> goal)
: goal_(std::move(goal)) {}
ServerGoalHandleBase::~ServerGoalHandleBase() = default;

const GoalUUID & ServerGoalHandleBase::id() const {return goal_->id;}
bool ServerGoalHandleBase::is_canceling() const {return goal_->state() == GOAL_STATE_CANCELING;}
bool ServerGoalHandleBase::is_executing() const {return goal_->state() == GOAL_STATE_EXECUTING;}
bool ServerGoalHandleBase::is_active() const
{
  const auto state = goal_->state();
  return state >= GOAL_STATE_ACCEPTED && state <= GOAL_STATE_CANCELING;
}

void ServerGoalHandleBase::begin()
{
  if (!goal_->apply(GOAL_EVENT_EXECUTE)) {refuse(*goal_, GOAL_EVENT_EXECUTE);}
  if (const auto server = goal_->server.lock()) {server->tell_status();}
}

void ServerGoalHandleBase::finish(rcl_action_goal_event_t event, std::shared_ptr<void> response)
{
  if (!goal_->apply(event)) {refuse(*goal_, event);}
  if (const auto server = goal_->server.lock()) {server->end(*goal_, std::move(response));}
}

bool ServerGoalHandleBase::abandon() noexcept
{
  goal_->apply(GOAL_EVENT_CANCEL_GOAL);
  return goal_->apply(GOAL_EVENT_CANCELED);
}

void ServerGoalHandleBase::finish_abandoned(std::shared_ptr<void> response) noexcept
{
  if (const auto server = goal_->server.lock()) {server->end(*goal_, std::move(response));}
}

void ServerGoalHandleBase::send_feedback(detail::Erased message)
{
  if (const auto server = goal_->server.lock()) {server->send_feedback(std::move(message));}
}

}  // namespace rclcpp_action
