// One goal, as the client that sent it sees it.
#ifndef RCLCPP_ACTION__CLIENT_GOAL_HANDLE_HPP_
#define RCLCPP_ACTION__CLIENT_GOAL_HANDLE_HPP_

#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <utility>

#include "rcl_action/action_client.h"
#include "rclcpp/logging.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/time.hpp"
#include "rclcpp_action/exceptions.hpp"
#include "rclcpp_action/types.hpp"
#include "rclcpp_action/visibility_control.hpp"

namespace rclcpp_action
{

/// How a goal ended.
enum class ResultCode : int8_t
{
  UNKNOWN = GoalStatus::STATUS_UNKNOWN,  ///< the server does not know the goal (any more)
  SUCCEEDED = GoalStatus::STATUS_SUCCEEDED,
  CANCELED = GoalStatus::STATUS_CANCELED,
  ABORTED = GoalStatus::STATUS_ABORTED,
};

class ClientBase;
template<typename ActionT>
class Client;

namespace detail
{
template<typename ActionT>
class TypedGoalCall;

/// What handles of all types share. Threads: all functions from any thread; no
/// user code runs under the lock, which guards the callbacks of the subclass.
class RCLCPP_ACTION_PUBLIC ClientGoalBase
{
public:
  class Core;  // the library's own
  virtual ~ClientGoalBase();
  RCLCPP_DISABLE_COPY(ClientGoalBase)

  const GoalUUID & get_goal_id() const;
  /// When the server accepted it, on the server's clock.
  rclcpp::Time get_goal_stamp() const;
  /// The newest that the server told, one of GoalStatus::STATUS_*.
  int8_t get_status();
  /// Whether there is a callback for feedback.
  bool is_feedback_aware();
  /// Whether the result was asked for.
  bool is_result_aware();

protected:
  explicit ClientGoalBase(const GoalInfo & info);
  void throw_if_unaware();

  virtual bool has_feedback_callback() = 0;
  virtual void on_feedback(std::shared_ptr<const void> feedback) = 0;
  virtual void on_result(int8_t status, std::shared_ptr<void> result) = 0;
  virtual void fail(std::exception_ptr error) = 0;

  mutable std::mutex mutex_;

private:
  const std::unique_ptr<Core> core_;
};

}  // namespace detail

/// The client knows its handles weakly: drop the last one, and feedback and
/// result reach nobody, unless SendGoalOptions asked for the result.
template<typename ActionT>
class ClientGoalHandle : public detail::ClientGoalBase
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(ClientGoalHandle)

  struct WrappedResult
  {
    GoalUUID goal_id;
    ResultCode code;
    typename ActionT::Result::SharedPtr result;
  };
  using Feedback = typename ActionT::Feedback;
  using Result = typename ActionT::Result;
  using FeedbackCallback = std::function<void (
        typename ClientGoalHandle<ActionT>::SharedPtr, const std::shared_ptr<const Feedback>)>;
  using ResultCallback = std::function<void (const WrappedResult & result)>;

  /// Throws exceptions::UnawareGoalHandleError if nobody asked for the result.
  std::shared_future<WrappedResult> async_result()
  {
    throw_if_unaware();
    return future_;
  }

private:
  friend class Client<ActionT>;
  friend class detail::TypedGoalCall<ActionT>;

  ClientGoalHandle(const GoalInfo & info, FeedbackCallback feedback, ResultCallback result)
  : detail::ClientGoalBase(info), future_(promise_.get_future().share()),
    feedback_callback_(std::move(feedback)), result_callback_(std::move(result)) {}

  void set_feedback_callback(FeedbackCallback callback)
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    feedback_callback_.swap(callback);
  }
  void set_result_callback(ResultCallback callback)
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    result_callback_.swap(callback);
  }

  bool has_feedback_callback() override
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    return static_cast<bool>(feedback_callback_);
  }

  void on_feedback(std::shared_ptr<const void> feedback) override
  {
    FeedbackCallback callback;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      callback = feedback_callback_;
    }
    if (!callback) {return;}
    callback(self_.lock(), std::static_pointer_cast<const Feedback>(std::move(feedback)));
  }

  void on_result(int8_t status, std::shared_ptr<void> typed) override
  {
    const WrappedResult result{
      get_goal_id(), static_cast<ResultCode>(status),
      std::static_pointer_cast<Result>(std::move(typed))};
    promise_.set_value(result);
    ResultCallback callback;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      callback = result_callback_;
    }
    if (callback) {callback(result);}
  }

  void fail(std::exception_ptr error) override {promise_.set_exception(std::move(error));}

  std::promise<WrappedResult> promise_;
  const std::shared_future<WrappedResult> future_;
  FeedbackCallback feedback_callback_;  // guarded by mutex_
  ResultCallback result_callback_;      // guarded by mutex_
  std::weak_ptr<ClientGoalHandle> self_;
};

}  // namespace rclcpp_action
#endif  // RCLCPP_ACTION__CLIENT_GOAL_HANDLE_HPP_
