// What a managed node does during its transitions.
#ifndef RCLCPP_LIFECYCLE__NODE_INTERFACES__LIFECYCLE_NODE_INTERFACE_HPP_
#define RCLCPP_LIFECYCLE__NODE_INTERFACES__LIFECYCLE_NODE_INTERFACE_HPP_

#include <cstdint>

#include "lifecycle_msgs/msg/transition.hpp"
#include "rclcpp/visibility_control.hpp"
#include "rclcpp_lifecycle/state.hpp"
#include "rclcpp_lifecycle/visibility_control.h"
#include "rosidl_runtime_cpp/bounded_vector.hpp"

namespace rclcpp_lifecycle
{
namespace node_interfaces
{

/// Each function gets the primary state that the transition began in, and runs
/// on the thread that triggered it.
class RCLCPP_LIFECYCLE_PUBLIC LifecycleNodeInterface
{
public:
  enum class CallbackReturn : uint8_t
  {
    SUCCESS = lifecycle_msgs::msg::Transition::TRANSITION_CALLBACK_SUCCESS,
    FAILURE = lifecycle_msgs::msg::Transition::TRANSITION_CALLBACK_FAILURE,
    ERROR = lifecycle_msgs::msg::Transition::TRANSITION_CALLBACK_ERROR
  };

  virtual ~LifecycleNodeInterface();

  // SUCCESS by default. FAILURE leads back to where the transition began, but
  // for a shutdown, which ends in "finalized" either way. ERROR, or an
  // exception, leads to on_error().
  virtual CallbackReturn on_configure(const State & previous_state);
  virtual CallbackReturn on_cleanup(const State & previous_state);
  virtual CallbackReturn on_shutdown(const State & previous_state);
  virtual CallbackReturn on_activate(const State & previous_state);
  virtual CallbackReturn on_deactivate(const State & previous_state);
  /// SUCCESS makes the node "unconfigured", everything else "finalized".
  /// FAILURE by default.
  virtual CallbackReturn on_error(const State & previous_state);

protected:
  LifecycleNodeInterface();
};

}  // namespace node_interfaces
}  // namespace rclcpp_lifecycle
#endif  // RCLCPP_LIFECYCLE__NODE_INTERFACES__LIFECYCLE_NODE_INTERFACE_HPP_
