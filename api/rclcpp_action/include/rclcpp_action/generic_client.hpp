// Sends goals to an action server whose type is known by its name alone.
#ifndef RCLCPP_ACTION__GENERIC_CLIENT_HPP_
#define RCLCPP_ACTION__GENERIC_CLIENT_HPP_

#include <cstddef>
#include <functional>
#include <future>
#include <memory>
#include <string>

#include "action_msgs/srv/detail/cancel_goal__struct.hpp"
#include "rclcpp_action/client.hpp"
#include "rclcpp_action/generic_client_goal_handle.hpp"
#include "rcpputils/shared_library.hpp"

namespace rclcpp_action
{

/// As Client, with goals, feedback and results by their addresses.
class RCLCPP_ACTION_PUBLIC GenericClient : public ClientBase
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(GenericClient)
  using Goal = const void *;         ///< of an ActionT::Goal
  using GoalRequest = const void *;  ///< of an ActionT::Impl::SendGoalService::Request
  using GoalHandle = GenericClientGoalHandle;  ///< A goal that the server took.
  using WrappedResult = GoalHandle::WrappedResult;  ///< How a goal ended, and with what.
  /// Null: the server refused the goal.
  using GoalResponseCallback = std::function<void (GoalHandle::SharedPtr)>;
  using FeedbackCallback = GoalHandle::FeedbackCallback;  ///< Gets handle and feedback.
  using ResultCallback = GoalHandle::ResultCallback;  ///< Gets how the goal ended.
  using CancelRequest = action_msgs::srv::CancelGoal::Request;  ///< Which goals to end.
  using CancelResponse = action_msgs::srv::CancelGoal::Response;  ///< Which goals end, and a code.
  /// Gets what the server answered to a cancel.
  using CancelCallback = std::function<void (CancelResponse::SharedPtr)>;

  /// What is called for one goal; each may be empty.
  struct SendGoalOptions
  {
    GoalResponseCallback goal_response_callback;  ///< when the server has answered
    FeedbackCallback feedback_callback;  ///< for each feedback
    /// Given: the result is asked for as soon as the goal is accepted.
    ResultCallback result_callback;
  };

  /// @param typesupport_lib  kept as long as the client.
  /// @throws std::invalid_argument for a null handle, and as ClientBase.
  GenericClient(
    rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_base,
    rclcpp::node_interfaces::NodeGraphInterface::SharedPtr node_graph,
    rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr node_logging,
    const std::string & action_name, std::shared_ptr<rcpputils::SharedLibrary> typesupport_lib,
    const rosidl_action_type_support_t * action_typesupport_handle,
    const rcl_action_client_options_t & client_options = rcl_action_client_get_default_options(),
    rclcpp::CallbackGroup::SharedPtr group = nullptr);
  ~GenericClient() override;

  /// The goal is copied. @throws std::invalid_argument for null, and for a size that is not
  /// that of the action's goal.
  std::shared_future<GoalHandle::SharedPtr> async_send_goal(
    Goal goal, size_t goal_size, const SendGoalOptions & options);
  /// Without callbacks.
  std::shared_future<GoalHandle::SharedPtr> async_send_goal(Goal goal, size_t goal_size)
  {
    return async_send_goal(goal, goal_size, SendGoalOptions());
  }
  /// The same, with the id that the request has. @throws std::invalid_argument for null.
  std::shared_future<GoalHandle::SharedPtr> async_send_goal(
    GoalRequest goal_request, const SendGoalOptions & options);
  /// Without callbacks.
  std::shared_future<GoalHandle::SharedPtr> async_send_goal(GoalRequest goal_request)
  {
    return async_send_goal(goal_request, SendGoalOptions());
  }

  // As those of Client.
  /// As Client::async_get_result().
  std::shared_future<WrappedResult> async_get_result(
    GoalHandle::SharedPtr goal_handle, ResultCallback result_callback = nullptr);
  /// As Client::async_cancel_goal().
  std::shared_future<CancelResponse::SharedPtr> async_cancel_goal(
    GoalHandle::SharedPtr goal_handle, CancelCallback cancel_callback = nullptr);
  /// As Client::async_cancel_all_goals().
  std::shared_future<CancelResponse::SharedPtr> async_cancel_all_goals(
    CancelCallback cancel_callback = nullptr);
  /// As Client::async_cancel_goals_before().
  std::shared_future<CancelResponse::SharedPtr> async_cancel_goals_before(
    const rclcpp::Time & stamp, CancelCallback cancel_callback = nullptr);
  void stop_callbacks(GoalHandle::SharedPtr goal_handle);  ///< As Client::stop_callbacks().
  void stop_callbacks(const GoalUUID & goal_id);  ///< The same.

private:
  std::shared_future<GoalHandle::SharedPtr> send(
    const GoalUUID & id, const void * goal, const SendGoalOptions & options);

  struct Types;
  const std::unique_ptr<const Types> types_;
};

}  // namespace rclcpp_action
#endif  // RCLCPP_ACTION__GENERIC_CLIENT_HPP_
