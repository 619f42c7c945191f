// The states of a goal, and which event leads from which to which.
#pragma once

#include <cstdint>

namespace ranvier::action {

/// The numbers are those of action_msgs/msg/GoalStatus.
enum class GoalState : std::int8_t {
  kUnknown,
  kAccepted,
  kExecuting,
  kCanceling,
  kSucceeded,
  kCanceled,
  kAborted
};
enum class GoalEvent : std::uint8_t { kExecute, kCancel, kSucceed, kAbort, kCanceled };

/// The state after `event`; kUnknown if it may not happen in `state` or either is none.
/// Contract: any thread.
GoalState next_state(GoalState state, GoalEvent event) noexcept;

}  // namespace ranvier::action
