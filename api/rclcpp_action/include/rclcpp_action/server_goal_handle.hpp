// One goal, as the server that accepted it sees it.
#ifndef RCLCPP_ACTION__SERVER_GOAL_HANDLE_HPP_
#define RCLCPP_ACTION__SERVER_GOAL_HANDLE_HPP_

#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "rcl_action/goal_state_machine.h"
#include "rclcpp/macros.hpp"
#include "rclcpp_action/types.hpp"
#include "rclcpp_action/visibility_control.hpp"

namespace ranvier::action
{
class Goal;
}

namespace rclcpp_action
{
namespace detail
{
template<typename ActionT>
class TypedServer;
}  // namespace detail

/// A handle that is dropped before its goal ended cancels the goal. It may
/// outlive its server: then nobody is notified.
/// Threads: all functions from any thread; the state changes atomically.
class RCLCPP_ACTION_PUBLIC ServerGoalHandleBase
{
public:
  virtual ~ServerGoalHandleBase();

  /// A client asked to cancel and the server agreed; canceled() ends it.
  bool is_canceling() const;
  /// Not ended: accepted, executing or canceling.
  bool is_active() const;
  bool is_executing() const;  ///< Begun, and no cancel was taken.

protected:
  explicit ServerGoalHandleBase(std::shared_ptr<ranvier::action::Goal> goal);
  const GoalUUID & id() const;
  /// From accepted to executing; published on the status topic.
  /// Throws rclcpp::exceptions::RCLError in any other state.
  void begin();
  /// To the terminal state that `event` leads to, with the typed result. Throws as begin().
  void finish(rcl_action_goal_event_t event, const void * result);
  void send_feedback(const void * feedback) const;  ///< To who listens.

private:
  const std::shared_ptr<ranvier::action::Goal> goal_;
};

/// A goal at its server. Threads: all functions from any thread.
template<typename ActionT>
class ServerGoalHandle : public ServerGoalHandleBase
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(ServerGoalHandle)

  /// To whoever listens; as ROS 2, in any state.
  void publish_feedback(std::shared_ptr<typename ActionT::Feedback> feedback_msg)
  {
    send_feedback(feedback_msg.get());
  }

  // Each throws rclcpp::exceptions::RCLError if the state does not allow it:
  // succeed() and abort() while executing or canceling, canceled() while
  // canceling, execute() of a deferred goal once.
  /// It could not be done. Ends the goal with this result.
  void abort(typename ActionT::Result::SharedPtr result_msg)
  {
    finish(GOAL_EVENT_ABORT, result_msg.get());
  }
  /// It is done. Ends the goal with this result.
  void succeed(typename ActionT::Result::SharedPtr result_msg)
  {
    finish(GOAL_EVENT_SUCCEED, result_msg.get());
  }
  /// It was ended as a client asked. Ends the goal with this result.
  void canceled(typename ActionT::Result::SharedPtr result_msg)
  {
    finish(GOAL_EVENT_CANCELED, result_msg.get());
  }
  void execute() {begin();}  ///< Begins a goal that was accepted to be run later.

  /// What is asked.
  const std::shared_ptr<const typename ActionT::Goal> get_goal() const {return goal_;}
  const GoalUUID & get_goal_id() const {return id();}  ///< The id that the client chose.

protected:
  friend class detail::TypedServer<ActionT>;

  ServerGoalHandle(
    std::shared_ptr<ranvier::action::Goal> goal,
    std::shared_ptr<const typename ActionT::Goal> message)
  : ServerGoalHandleBase(std::move(goal)), goal_(std::move(message)) {}

private:
  const std::shared_ptr<const typename ActionT::Goal> goal_;
};

}  // namespace rclcpp_action
#endif  // RCLCPP_ACTION__SERVER_GOAL_HANDLE_HPP_
