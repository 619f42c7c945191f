// One goal, as the server that accepted it sees it.
#ifndef RCLCPP_ACTION__SERVER_GOAL_HANDLE_HPP_
#define RCLCPP_ACTION__SERVER_GOAL_HANDLE_HPP_

#include <memory>
#include <utility>

#include "rclcpp/macros.hpp"
#include "rclcpp_action/types.hpp"
#include "rclcpp_action/visibility_control.hpp"

namespace rclcpp_action
{
namespace detail
{
class ServerGoal;
template<typename ActionT>
class TypedServer;

/// A typed object without its type, which it knows how to end.
using Erased = std::unique_ptr<void, void (*)(void *)>;
template<typename T>
Erased erase(std::unique_ptr<T> object)
{
  return Erased(object.release(), [](void * erased) {delete static_cast<T *>(erased);});
}
}  // namespace detail

/// Threads: all functions from any thread; the state changes atomically.
class RCLCPP_ACTION_PUBLIC ServerGoalHandleBase
{
public:
  virtual ~ServerGoalHandleBase();

  /// A client asked to cancel and the server agreed; canceled() ends it.
  bool is_canceling() const;
  /// Not ended: accepted, executing or canceling.
  bool is_active() const;
  bool is_executing() const;

protected:
  explicit ServerGoalHandleBase(std::shared_ptr<detail::ServerGoal> goal);
  const GoalUUID & id() const;
  /// From accepted to executing, told to the status topic.
  /// Throws rclcpp::exceptions::RCLError in any other state.
  void begin();
  /// To the terminal state that `event` leads to. `response` is the typed
  /// GetResult response for those who ask. Throws as begin().
  void finish(rcl_action_goal_event_t event, std::shared_ptr<void> response);
  /// To canceled from whatever active state; false if it has ended already.
  bool abandon() noexcept;
  void finish_abandoned(std::shared_ptr<void> response) noexcept;
  void send_feedback(detail::Erased message);

private:
  const std::shared_ptr<detail::ServerGoal> goal_;
};

/// A handle that is dropped before its goal ended cancels the goal. It may
/// outlive its server: then nobody is told.
template<typename ActionT>
class ServerGoalHandle : public ServerGoalHandleBase
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(ServerGoalHandle)

  ~ServerGoalHandle() override
  {
    if (abandon()) {finish_abandoned(response(GoalStatus::STATUS_CANCELED));}
  }

  /// To whoever listens; as ROS 2, in any state.
  void publish_feedback(std::shared_ptr<typename ActionT::Feedback> feedback_msg)
  {
    auto message = std::make_unique<typename ActionT::Impl::FeedbackMessage>();
    message->goal_id.uuid = id();
    message->feedback = *feedback_msg;
    send_feedback(detail::erase(std::move(message)));
  }

  // Each throws rclcpp::exceptions::RCLError if the state does not allow it:
  // succeed() and abort() while executing or canceling, canceled() while
  // canceling, execute() of a deferred goal once.
  void abort(typename ActionT::Result::SharedPtr result_msg)
  {
    finish(GOAL_EVENT_ABORT, response(GoalStatus::STATUS_ABORTED, result_msg.get()));
  }
  void succeed(typename ActionT::Result::SharedPtr result_msg)
  {
    finish(GOAL_EVENT_SUCCEED, response(GoalStatus::STATUS_SUCCEEDED, result_msg.get()));
  }
  void canceled(typename ActionT::Result::SharedPtr result_msg)
  {
    finish(GOAL_EVENT_CANCELED, response(GoalStatus::STATUS_CANCELED, result_msg.get()));
  }
  void execute() {begin();}

  const std::shared_ptr<const typename ActionT::Goal> get_goal() const {return goal_;}
  const GoalUUID & get_goal_id() const {return id();}

protected:
  friend class detail::TypedServer<ActionT>;

  ServerGoalHandle(
    std::shared_ptr<detail::ServerGoal> goal,
    std::shared_ptr<const typename ActionT::Goal> message)
  : ServerGoalHandleBase(std::move(goal)), goal_(std::move(message)) {}

private:
  // With the defaults of the result if there is none.
  static std::shared_ptr<void> response(
    int8_t status, const typename ActionT::Result * result = nullptr)
  {
    auto message = std::make_shared<typename ActionT::Impl::GetResultService::Response>();
    message->status = status;
    if (result) {message->result = *result;}
    return message;
  }

  const std::shared_ptr<const typename ActionT::Goal> goal_;
};

}  // namespace rclcpp_action
#endif  // RCLCPP_ACTION__SERVER_GOAL_HANDLE_HPP_
