// One goal, as the client that sent it sees it.
#ifndef RCLCPP_ACTION__CLIENT_GOAL_HANDLE_HPP_
#define RCLCPP_ACTION__CLIENT_GOAL_HANDLE_HPP_

#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <utility>

#include "rcl_action/action_client.h"
#include "rclcpp/detail/awaited_future.hpp"
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
template<typename ActionT>
class ClientGoalHandle;

namespace detail
{
template<typename HandleT, typename OptionsT, typename ... ExtraT>
class GoalCallOf;

/// What handles of all types share. Threads: all functions from any thread; no
/// user code runs under the lock, which guards the callbacks of the subclass.
class RCLCPP_ACTION_PUBLIC ClientGoalBase
{
public:
  class Core;  // the library's own
  virtual ~ClientGoalBase();
  RCLCPP_DISABLE_COPY(ClientGoalBase)

  const GoalUUID & get_goal_id() const;  ///< The id that the client chose.
  /// When the server accepted it, on the server's clock.
  rclcpp::Time get_goal_stamp() const;
  /// The newest that the server sent, one of GoalStatus::STATUS_*.
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
  /// The future of its result, as a name for the watch for stuck callbacks (state_of()).
  virtual const void * awaited() const = 0;

  mutable std::mutex mutex_;

private:
  const std::unique_ptr<Core> core_;
};

/// What handles of one type share: a goal's callbacks, and the future of its result.
/// `HandleT` makes results and feedback of what came: result_of(), feedback_of().
template<typename HandleT, typename ResultT, typename FeedbackT>
class ClientGoalOf : public ClientGoalBase
{
public:
  using FeedbackCallback = std::function<void (std::shared_ptr<HandleT>, FeedbackT)>;
  using ResultCallback = std::function<void (const ResultT & result)>;

  /// Throws exceptions::UnawareGoalHandleError if nobody asked for the result.
  std::shared_future<ResultT> async_result()
  {
    throw_if_unaware();
    return future_;
  }

protected:
  ClientGoalOf(const GoalInfo & info, FeedbackCallback feedback, ResultCallback result)
  : ClientGoalBase(info), future_(promise_.get_future().share()),
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

  std::promise<ResultT> promise_;
  const std::shared_future<ResultT> future_;
  std::weak_ptr<HandleT> self_;

private:
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
    // It lives until the callback is over.
    callback(self_.lock(), HandleT::feedback_of(feedback));
  }

  void on_result(int8_t status, std::shared_ptr<void> came) override
  {
    const ResultT result = static_cast<const HandleT *>(this)->result_of(
      static_cast<ResultCode>(status), std::move(came));
    promise_.set_value(result);
    ResultCallback callback;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      callback = result_callback_;
    }
    if (callback) {callback(result);}
  }

  void fail(std::exception_ptr error) override {promise_.set_exception(std::move(error));}
  const void * awaited() const override {return rclcpp::detail::state_of(future_);}

  FeedbackCallback feedback_callback_;  // guarded by mutex_
  ResultCallback result_callback_;      // guarded by mutex_
};

/// How a goal ended, and with what.
template<typename ActionT>
struct WrappedResult
{
  GoalUUID goal_id;  ///< which goal
  ResultCode code;  ///< succeeded, canceled, aborted
  typename ActionT::Result::SharedPtr result;  ///< what the server sent
};

template<typename ActionT>
using TypedClientGoal = ClientGoalOf<
  ClientGoalHandle<ActionT>, WrappedResult<ActionT>,
  std::shared_ptr<const typename ActionT::Feedback>>;

}  // namespace detail

/// The client knows its handles weakly: drop the last one, and feedback and
/// result reach nobody, unless SendGoalOptions asked for the result.
template<typename ActionT>
class ClientGoalHandle : public detail::TypedClientGoal<ActionT>
{
  using Base = detail::TypedClientGoal<ActionT>;

public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(ClientGoalHandle)

  using WrappedResult = detail::WrappedResult<ActionT>;  ///< How it ended, and with what.
  using Feedback = typename ActionT::Feedback;  ///< What comes while it runs.
  using Result = typename ActionT::Result;  ///< What comes at its end.
  using typename Base::FeedbackCallback;
  using typename Base::ResultCallback;

private:
  friend class Client<ActionT>;
  friend Base;
  template<typename HandleT, typename OptionsT, typename ... ExtraT>
  friend class detail::GoalCallOf;

  ClientGoalHandle(const GoalInfo & info, FeedbackCallback feedback, ResultCallback result)
  : Base(info, std::move(feedback), std::move(result)) {}

  static std::shared_ptr<const Feedback> feedback_of(const std::shared_ptr<const void> & came)
  {
    return std::static_pointer_cast<const Feedback>(came);
  }
  WrappedResult result_of(ResultCode code, std::shared_ptr<void> came) const
  {
    return {this->get_goal_id(), code, std::static_pointer_cast<Result>(std::move(came))};
  }
};

}  // namespace rclcpp_action
#endif  // RCLCPP_ACTION__CLIENT_GOAL_HANDLE_HPP_
