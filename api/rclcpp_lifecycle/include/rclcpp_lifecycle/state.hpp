// A state of a managed node: an id of lifecycle_msgs/msg/State and its label.
#ifndef RCLCPP_LIFECYCLE__STATE_HPP_
#define RCLCPP_LIFECYCLE__STATE_HPP_

#include <cstdint>
#include <mutex>
#include <string>

#include "rcl/event.h"
#include "rcl/types.h"
#include "rclcpp_lifecycle/visibility_control.h"
#include "rcutils/allocator.h"
#include "rcutils/logging_macros.h"

namespace rclcpp_lifecycle
{

/// Threads: all functions from any thread, so a reference to the state of a node
/// can be looked at while the node changes it.
class RCLCPP_LIFECYCLE_PUBLIC State
{
public:
  /// The state "unknown". The allocator is not used.
  explicit State(rcutils_allocator_t allocator = rcutils_get_default_allocator());
  /// @throws std::runtime_error for an empty label.
  State(
    uint8_t id, const std::string & label,
    rcutils_allocator_t allocator = rcutils_get_default_allocator());
  State(const State & rhs);
  virtual ~State();
  State & operator=(const State & rhs);

  uint8_t id() const;
  std::string label() const;

private:
  mutable std::mutex mutex_;  // taken alone; guards both below
  uint8_t id_;
  std::string label_;
};

}  // namespace rclcpp_lifecycle
#endif  // RCLCPP_LIFECYCLE__STATE_HPP_
