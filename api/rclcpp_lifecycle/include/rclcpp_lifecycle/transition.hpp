// A transition between two states: an id of lifecycle_msgs/msg/Transition.
#ifndef RCLCPP_LIFECYCLE__TRANSITION_HPP_
#define RCLCPP_LIFECYCLE__TRANSITION_HPP_

#include <cstdint>
#include <optional>
#include <string>

#include "rclcpp_lifecycle/state.hpp"
#include "rclcpp_lifecycle/visibility_control.h"
#include "rcutils/allocator.h"

namespace rclcpp_lifecycle
{

/// A step between two states. Threads: a value.
class RCLCPP_LIFECYCLE_PUBLIC Transition
{
public:
  Transition() = delete;
  /// One that does not say what it leads from and to. The allocator is not used.
  explicit Transition(
    uint8_t id, const std::string & label = "",
    rcutils_allocator_t allocator = rcutils_get_default_allocator());
  Transition(
    uint8_t id, const std::string & label, State && start, State && goal,
    rcutils_allocator_t allocator = rcutils_get_default_allocator());
  Transition(const Transition & rhs);
  virtual ~Transition();
  Transition & operator=(const Transition & rhs);

  uint8_t id() const;
  std::string label() const;
  /// @throws std::runtime_error if it was made without states.
  State start_state() const;
  State goal_state() const;

private:
  uint8_t id_;
  std::string label_;
  std::optional<State> start_;
  std::optional<State> goal_;
};

}  // namespace rclcpp_lifecycle
#endif  // RCLCPP_LIFECYCLE__TRANSITION_HPP_
