// The state of one goal of a server, shared by its handle and the server.
#ifndef SERVER_GOAL_HPP_
#define SERVER_GOAL_HPP_

#include <atomic>
#include <memory>

#include "builtin_interfaces/msg/detail/time__struct.hpp"
#include "rcl_action/goal_state_machine.h"
#include "rclcpp_action/types.hpp"

namespace rclcpp_action::detail
{

class ServerCore;

/// Threads: all functions from any thread.
class ServerGoal final
{
public:
  ServerGoal(
    const GoalUUID & goal_id, const builtin_interfaces::msg::Time & accepted_at,
    rcl_action_goal_state_t state, std::weak_ptr<ServerCore> owner)
  : id(goal_id), stamp(accepted_at), server(std::move(owner)), state_(state) {}

  rcl_action_goal_state_t state() const noexcept {return state_.load(std::memory_order_acquire);}
  /// Does the event, in one step; false if the state does not allow it.
  bool apply(rcl_action_goal_event_t event) noexcept;

  const GoalUUID id;
  const builtin_interfaces::msg::Time stamp;
  const std::weak_ptr<ServerCore> server;  // empty once the server is gone

private:
  std::atomic<rcl_action_goal_state_t> state_;
};

}  // namespace rclcpp_action::detail
#endif  // SERVER_GOAL_HPP_
