// The clock of a node.
#ifndef RCLCPP__NODE_INTERFACES__NODE_CLOCK_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_CLOCK_HPP_

#include "rclcpp/detail/create.hpp"
#include "rclcpp/node_interfaces/detail/interfaces.hpp"

namespace rclcpp
{
namespace node_interfaces
{

/// The part of a node that is its NodeClockInterface. Threads: all functions from any thread.
class RCLCPP_PUBLIC NodeClock : public NodeClockInterface
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(NodeClock)

  NodeClock(
    NodeBaseInterface::SharedPtr node_base, NodeTopicsInterface::SharedPtr node_topics,
    NodeGraphInterface::SharedPtr node_graph, NodeServicesInterface::SharedPtr node_services,
    NodeLoggingInterface::SharedPtr node_logging, rcl_clock_type_t clock_type = RCL_ROS_TIME);
  ~NodeClock() override;
  RCLCPP_DISABLE_COPY(NodeClock)

  Clock::SharedPtr get_clock() override;
  Clock::ConstSharedPtr get_clock() const override;

private:
  const Clock::SharedPtr clock_;
};

}  // namespace node_interfaces
}  // namespace rclcpp
#endif  // RCLCPP__NODE_INTERFACES__NODE_CLOCK_HPP_
