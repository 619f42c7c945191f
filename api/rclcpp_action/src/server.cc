#include "rclcpp_action/server.hpp"

#include <stdexcept>
#include <utility>

#include "endpoints.hpp"
#include "ranvier/proto/action/server.h"
#include "rclcpp/exceptions/exceptions.hpp"

namespace rclcpp_action
{
namespace
{

using ranvier::action::GoalAnswer;
using ranvier::action::GoalState;

void check_event(const ranvier::Result<void> & done)
{
  if (done) {return;}
  throw rclcpp::exceptions::RCLError(
          rclcpp::exceptions::RCLErrorBase(RCL_RET_ACTION_GOAL_EVENT_INVALID, done.error().what),
          "");
}

/// The user's callbacks, as the core calls them.
class Owner final : public ranvier::action::GoalOwner
{
public:
  explicit Owner(std::unique_ptr<detail::ServerTypes> types)
  : types_(std::move(types)) {}
  GoalAnswer on_goal(const GoalUUID & id, const std::shared_ptr<const void> & goal) override
  {
    return static_cast<GoalAnswer>(types_->goal(id, goal));
  }
  std::shared_ptr<void> make_handle(
    std::shared_ptr<ranvier::action::Goal> goal, std::shared_ptr<const void> message) override
  {
    return types_->handle(std::move(goal), std::move(message));
  }
  void on_accepted(std::shared_ptr<void> handle) override {types_->accepted(typed(handle));}
  bool on_cancel(std::shared_ptr<void> handle) override
  {
    return types_->cancel(typed(handle)) == CancelResponse::ACCEPT;
  }

private:
  static std::shared_ptr<ServerGoalHandleBase> typed(const std::shared_ptr<void> & handle)
  {
    return std::static_pointer_cast<ServerGoalHandleBase>(handle);
  }

  const std::unique_ptr<detail::ServerTypes> types_;
};

}  // namespace

void detail::check_parts(
  const std::string & action, rclcpp::node_interfaces::NodeBaseInterface * node,
  const rclcpp::CallbackGroup::SharedPtr & group)
{
  rclcpp::detail::check_given(
    node, ("Client() or Server() of action '" + action + "'").c_str(), "node_base");
  if (group && !node->callback_group_in_node(group)) {
    throw rclcpp::exceptions::MissingGroupNodeException("action '" + action + "'");
  }
}

// ---- the server ----

ServerBase::ServerBase(
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_base,
  rclcpp::node_interfaces::NodeClockInterface::SharedPtr node_clock,
  rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr node_logging,
  const std::string & name, const rosidl_action_type_support_t & type_support,
  const rcl_action_server_options_t & options, rclcpp::CallbackGroup::SharedPtr group,
  std::unique_ptr<detail::ServerTypes> types)
: ServedWaitable("action server '" + name + "'"), node_(std::move(node_base)),
  group_(std::move(group))
{
  detail::check_parts(name, node_.get(), group_);
  rclcpp::detail::check_given(node_clock, "action Server()", "node_clock");
  rclcpp::detail::check_given(node_logging, "action Server()", "node_logging");
  core_ = rclcpp::detail::value_or_raise(
    ranvier::action::Server::open(
      {node_->core(), rclcpp::detail::strand_of(*node_, group_.get()),
        node_clock->get_clock()->core(),
        node_logging->get_logger().get_child("rclcpp_action").get_name(),
        detail::endpoints_of(*node_, name, type_support, options, true),
        std::chrono::nanoseconds(options.result_timeout.nanoseconds)},
      std::make_unique<Owner>(std::move(types))));
  const auto ends = core_->ends();
  add_part(static_cast<int>(EntityType::GoalService), *ends->goal);
  add_part(static_cast<int>(EntityType::CancelService), *ends->cancel);
  add_part(static_cast<int>(EntityType::ResultService), *ends->result);
  if (ends->expiry) {add_part(static_cast<int>(EntityType::Expired), *ends->expiry);}
}

ServerBase::~ServerBase()
{
  clear_on_ready_callback();
  if (core_) {core_->close();}
}

// ---- the handle of a goal ----

ServerGoalHandleBase::ServerGoalHandleBase(std::shared_ptr<ranvier::action::Goal> goal)
: goal_(std::move(goal)) {}
ServerGoalHandleBase::~ServerGoalHandleBase() {goal_->abandon();}

const GoalUUID & ServerGoalHandleBase::id() const {return goal_->id();}
bool ServerGoalHandleBase::is_canceling() const {return goal_->state() == GoalState::kCanceling;}
bool ServerGoalHandleBase::is_executing() const {return goal_->state() == GoalState::kExecuting;}
bool ServerGoalHandleBase::is_active() const
{
  const auto state = goal_->state();
  return state >= GoalState::kAccepted && state <= GoalState::kCanceling;
}

void ServerGoalHandleBase::begin() {check_event(goal_->execute());}
void ServerGoalHandleBase::finish(rcl_action_goal_event_t event, const void * result)
{
  if (!result) {
    throw std::invalid_argument(
            "a goal cannot end with a result that is null: give an object, which may be empty");
  }
  check_event(goal_->finish(static_cast<ranvier::action::GoalEvent>(event), result));
}
void ServerGoalHandleBase::send_feedback(const void * feedback) const
{
  if (!feedback) {throw std::invalid_argument("the feedback of a goal is null");}
  goal_->send_feedback(feedback);
}

}  // namespace rclcpp_action
