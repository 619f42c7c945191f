// The timers of a node.
#ifndef RCLCPP__NODE_INTERFACES__NODE_TIMERS_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_TIMERS_HPP_

#include "rclcpp/detail/create.hpp"
#include "rclcpp/node_interfaces/node_timers_interface.hpp"

namespace rclcpp
{
namespace node_interfaces
{

/// The part of a node that is its NodeTimersInterface. Threads: all functions from any thread.
class RCLCPP_PUBLIC NodeTimers : public NodeTimersInterface
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(NodeTimers)

  /// `node_base` must outlive it.
  explicit NodeTimers(NodeBaseInterface * node_base);
  ~NodeTimers() override;
  RCLCPP_DISABLE_COPY(NodeTimers)

  void add_timer(
    std::shared_ptr<TimerBase> timer, CallbackGroup::SharedPtr callback_group) override;

private:
  NodeBaseInterface * const node_base_;
};

}  // namespace node_interfaces
}  // namespace rclcpp
#endif  // RCLCPP__NODE_INTERFACES__NODE_TIMERS_HPP_
