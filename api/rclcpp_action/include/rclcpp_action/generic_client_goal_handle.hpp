// One goal of an action whose type is known by its name alone.
#ifndef RCLCPP_ACTION__GENERIC_CLIENT_GOAL_HANDLE_HPP_
#define RCLCPP_ACTION__GENERIC_CLIENT_GOAL_HANDLE_HPP_

#include <cstddef>
#include <memory>
#include <utility>

#include "rclcpp_action/client_goal_handle.hpp"

namespace rclcpp_action
{
class GenericClient;
class GenericClientGoalHandle;

namespace detail
{

struct GenericWrappedResult
{
  GoalUUID goal_id;
  ResultCode code;
  const void * result;                    ///< an ActionT::Result, within the response
  std::shared_ptr<void> result_response;  ///< keeps it: an ActionT::Impl::GetResultService::Response
};

using GenericClientGoal =
  ClientGoalOf<GenericClientGoalHandle, GenericWrappedResult, const void *>;

}  // namespace detail

/// As ClientGoalHandle. Feedback is an ActionT::Feedback, valid until the callback returns.
class RCLCPP_ACTION_PUBLIC GenericClientGoalHandle : public detail::GenericClientGoal
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(GenericClientGoalHandle)

  using WrappedResult = detail::GenericWrappedResult;
  using detail::GenericClientGoal::FeedbackCallback;
  using detail::GenericClientGoal::ResultCallback;

private:
  friend class GenericClient;
  friend detail::GenericClientGoal;
  template<typename HandleT, typename OptionsT, typename ... ExtraT>
  friend class detail::GoalCallOf;

  /// `result_offset`: of the result in its response.
  GenericClientGoalHandle(
    const GoalInfo & info, FeedbackCallback feedback, ResultCallback result, size_t result_offset)
  : detail::GenericClientGoal(info, std::move(feedback), std::move(result)),
    result_offset_(result_offset) {}

  static const void * feedback_of(const std::shared_ptr<const void> & came) {return came.get();}
  WrappedResult result_of(ResultCode code, std::shared_ptr<void> came) const
  {
    auto * response = static_cast<char *>(came.get()) - result_offset_;
    return {get_goal_id(), code, came.get(), std::shared_ptr<void>(came, response)};
  }

  const size_t result_offset_;
};

}  // namespace rclcpp_action
#endif  // RCLCPP_ACTION__GENERIC_CLIENT_GOAL_HANDLE_HPP_
