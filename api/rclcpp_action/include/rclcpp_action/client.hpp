// Sends goals to an action server, and follows them.
#ifndef RCLCPP_ACTION__CLIENT_HPP_
#define RCLCPP_ACTION__CLIENT_HPP_

#include <chrono>
#include <cstddef>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "action_msgs/srv/detail/cancel_goal__struct.hpp"
#include "rcl_action/action_client.h"
#include "rclcpp/context.hpp"
#include "rclcpp/detail/awaited_future.hpp"
#include "rclcpp/detail/create.hpp"
#include "rclcpp/detail/served_waitable.hpp"
#include "rclcpp/node_interfaces/detail/interfaces.hpp"
#include "rclcpp_action/client_goal_handle.hpp"
#include "rclcpp_action/detail/owned.hpp"
#include "rosidl_typesupport_cpp/action_type_support.hpp"

namespace ranvier::action
{
class Client;
}

namespace rclcpp_action
{
namespace detail
{

/// A goal that was sent, until the server has answered. Threads: one at a time.
class GoalCall
{
public:
  virtual ~GoalCall() = default;
  /// Makes the handle of a goal that was accepted.
  virtual std::shared_ptr<ClientGoalBase> handle(const GoalInfo & accepted) = 0;
  /// With the handle, if one was made.
  virtual void tell() = 0;
  virtual bool wants_result() const = 0;
  /// Its future, as a name for the watch for stuck callbacks (state_of()).
  virtual const void * awaited() const = 0;
};

}  // namespace detail

/// Executors run it by its clients and subscriptions, whether or not it is added to
/// a node as a waitable; who waits by himself has it as one.
/// Threads: all functions from any thread.
class RCLCPP_ACTION_PUBLIC ClientBase : public rclcpp::detail::ServedWaitable
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(ClientBase)
  /// What is ready of it.
  enum class EntityType : std::size_t
  {
    GoalClient,
    ResultClient,
    CancelClient,
    FeedbackSubscription,
    StatusSubscription,
  };
  /// Answers that are not there yet are dropped.
  ~ClientBase() override;
  RCLCPP_DISABLE_COPY(ClientBase)

  /// Throws std::invalid_argument for null.
  void execute(const std::shared_ptr<void> & data) override;

  /// Whether the three services and the two topics of a server are matched.
  bool action_server_is_ready() const;
  /// @return false if time ran out or the context ended; a negative time waits on.
  /// Throws rclcpp::exceptions::InvalidNodeError if the node has gone.
  template<typename RepT = int64_t, typename RatioT = std::milli>
  bool wait_for_action_server(
    std::chrono::duration<RepT, RatioT> timeout = std::chrono::duration<RepT, RatioT>(-1))
  {
    return wait_for_action_server_nanoseconds(
      rclcpp::detail::to_nanoseconds(timeout));
  }

protected:
  using CancelResponsePtr = std::shared_ptr<action_msgs::srv::CancelGoal::Response>;

  /// Throws rclcpp::exceptions::InvalidServiceNameError,
  /// MissingGroupNodeException (a group of another node), std::invalid_argument (null).
  ClientBase(
    rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_base,
    rclcpp::node_interfaces::NodeGraphInterface::SharedPtr node_graph,
    rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr node_logging,
    const std::string & action_name, const rosidl_action_type_support_t & type_support,
    const rcl_action_client_options_t & options, rclcpp::CallbackGroup::SharedPtr group);

  /// A random id; override it to choose ids that nobody else has.
  virtual GoalUUID generate_goal_id();

  /// Sends the goal; `call` gets what comes of it.
  void send_goal(
    const GoalUUID & id, const void * goal, std::shared_ptr<detail::GoalCall> call);
  static GoalInfo goals_of(const GoalUUID & id)
  {
    GoalInfo goals;
    goals.goal_id.uuid = id;
    return goals;
  }
  static GoalInfo goals_before(const rclcpp::Time & stamp)
  {
    GoalInfo goals;
    goals.stamp = stamp;
    return goals;
  }
  /// Asks to end goals; the callback may be empty.
  std::shared_future<CancelResponsePtr> send_cancel(
    const GoalInfo & goals, std::function<void(CancelResponsePtr)> callback);
  /// Asks for the result, once for each goal.
  void request_result(const std::shared_ptr<detail::ClientGoalBase> & goal);
  /// Throws exceptions::UnknownGoalHandleError; null is unknown too.
  void check_known(const detail::ClientGoalBase * goal) const;
  /// Null if it is unknown.
  std::shared_ptr<detail::ClientGoalBase> find(const GoalUUID & id) const;

private:
  bool wait_for_action_server_nanoseconds(std::chrono::nanoseconds timeout);

  // They stay at least as long as the client.
  const rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_;
  const rclcpp::CallbackGroup::SharedPtr group_;
  const rclcpp::node_interfaces::NodeGraphInterface::WeakPtr graph_;
  std::shared_ptr<ranvier::action::Client> core_;
};

/// Callbacks run in the callback group that it was made with. When it goes, the
/// results still awaited end with exceptions::UnawareGoalHandleError.
template<typename ActionT>
class Client : public ClientBase
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(Client<ActionT>)
  using Goal = typename ActionT::Goal;  ///< What is asked.
  using Feedback = typename ActionT::Feedback;  ///< What comes while the goal runs.
  using GoalHandle = ClientGoalHandle<ActionT>;  ///< A goal that the server took.
  using WrappedResult = typename GoalHandle::WrappedResult;  ///< How a goal ended, and with what.
  /// Null: the server refused the goal.
  using GoalResponseCallback = std::function<void (typename GoalHandle::SharedPtr)>;
  using FeedbackCallback = typename GoalHandle::FeedbackCallback;  ///< Gets handle and feedback.
  using ResultCallback = typename GoalHandle::ResultCallback;  ///< Gets how the goal ended.
  /// Which goals to end.
  using CancelRequest = typename ActionT::Impl::CancelGoalService::Request;
  /// Which goals end, and a code.
  using CancelResponse = typename ActionT::Impl::CancelGoalService::Response;
  /// Gets what the server answered to a cancel.
  using CancelCallback = std::function<void (typename CancelResponse::SharedPtr)>;

  /// What is called for one goal; each may be empty.
  struct SendGoalOptions
  {
    GoalResponseCallback goal_response_callback;  ///< when the server has answered
    FeedbackCallback feedback_callback;  ///< for each feedback
    /// Given: the result is asked for as soon as the goal is accepted.
    ResultCallback result_callback;
  };

  /// @throws as ClientBase. @param group of its callbacks; null is the node's default one.
  Client(
    rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_base,
    rclcpp::node_interfaces::NodeGraphInterface::SharedPtr node_graph,
    rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr node_logging,
    const std::string & action_name,
    const rcl_action_client_options_t & client_options = rcl_action_client_get_default_options(),
    rclcpp::CallbackGroup::SharedPtr group = nullptr)
  : ClientBase(
      std::move(node_base), std::move(node_graph), std::move(node_logging), action_name,
      *rosidl_typesupport_cpp::get_action_type_support_handle<ActionT>(), client_options,
      std::move(group)) {}

  /// @return a future of the handle, null if the server refused. The future is
  /// broken if the client goes before the answer comes.
  std::shared_future<typename GoalHandle::SharedPtr> async_send_goal(
    const Goal & goal, const SendGoalOptions & options = SendGoalOptions());

  /// Asks for the result, once for each goal; `result_callback` replaces the
  /// one given before. Throws exceptions::UnknownGoalHandleError.
  std::shared_future<WrappedResult> async_get_result(
    typename GoalHandle::SharedPtr goal_handle, ResultCallback result_callback = nullptr)
  {
    check_known(goal_handle.get());
    if (result_callback) {goal_handle->set_result_callback(std::move(result_callback));}
    request_result(goal_handle);
    return goal_handle->future_;
  }

  /// Throws exceptions::UnknownGoalHandleError, also once the result has come.
  std::shared_future<typename CancelResponse::SharedPtr> async_cancel_goal(
    typename GoalHandle::SharedPtr goal_handle, CancelCallback cancel_callback = nullptr)
  {
    check_known(goal_handle.get());
    return send_cancel(goals_of(goal_handle->get_goal_id()), std::move(cancel_callback));
  }
  /// Those of other clients too.
  std::shared_future<typename CancelResponse::SharedPtr> async_cancel_all_goals(
    CancelCallback cancel_callback = nullptr)
  {
    return send_cancel(GoalInfo(), std::move(cancel_callback));
  }
  /// Those that the server accepted at or before `stamp`, of other clients too.
  std::shared_future<typename CancelResponse::SharedPtr> async_cancel_goals_before(
    const rclcpp::Time & stamp, CancelCallback cancel_callback = nullptr)
  {
    return send_cancel(goals_before(stamp), std::move(cancel_callback));
  }

  /// From now on neither feedback nor result of this goal is called back.
  /// Throws exceptions::UnknownGoalHandleError for null.
  void stop_callbacks(typename GoalHandle::SharedPtr goal_handle)
  {
    if (!goal_handle) {throw exceptions::UnknownGoalHandleError();}
    goal_handle->set_feedback_callback(nullptr);
    goal_handle->set_result_callback(nullptr);
  }
  /// Nothing happens if the goal is unknown.
  void stop_callbacks(const GoalUUID & goal_id)
  {
    if (auto goal = find(goal_id)) {stop_callbacks(std::static_pointer_cast<GoalHandle>(goal));}
  }
};

namespace detail
{

/// `ExtraT`: what the handle's constructor takes behind the callbacks.
template<typename HandleT, typename OptionsT, typename ... ExtraT>
class GoalCallOf final : public GoalCall
{
public:
  explicit GoalCallOf(const OptionsT & options, ExtraT... extra)
  : options_(options), extra_(extra ...) {}
  std::shared_future<std::shared_ptr<HandleT>> future() const {return future_;}

private:
  std::shared_ptr<ClientGoalBase> handle(const GoalInfo & accepted) override
  {
    handle_ = std::apply(
      [&](auto ... extra) {
        return owned(
          new HandleT(
            accepted, options_.feedback_callback, options_.result_callback, extra ...));
      }, extra_);
    handle_->self_ = handle_;
    return handle_;
  }
  void tell() override
  {
    promise_.set_value(handle_);
    if (options_.goal_response_callback) {options_.goal_response_callback(handle_);}
  }
  bool wants_result() const override {return static_cast<bool>(options_.result_callback);}
  const void * awaited() const override {return rclcpp::detail::state_of(future_);}

  const OptionsT options_;
  const std::tuple<ExtraT...> extra_;
  std::promise<std::shared_ptr<HandleT>> promise_;
  const std::shared_future<std::shared_ptr<HandleT>> future_{promise_.get_future().share()};
  std::shared_ptr<HandleT> handle_;
};

}  // namespace detail

template<typename ActionT>
std::shared_future<typename ClientGoalHandle<ActionT>::SharedPtr>
Client<ActionT>::async_send_goal(const Goal & goal, const SendGoalOptions & options)
{
  auto call = std::make_shared<detail::GoalCallOf<GoalHandle, SendGoalOptions>>(options);
  auto future = call->future();
  send_goal(generate_goal_id(), &goal, std::move(call));
  return future;
}

}  // namespace rclcpp_action
#endif  // RCLCPP_ACTION__CLIENT_HPP_
