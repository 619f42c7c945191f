// Lets the clock of a node follow simulated time.
#ifndef RCLCPP__NODE_INTERFACES__NODE_TIME_SOURCE_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_TIME_SOURCE_HPP_

#include "rclcpp/node_interfaces/detail/interfaces.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp/time_source.hpp"
#include "rosgraph_msgs/msg/clock.hpp"

namespace rclcpp
{
namespace node_interfaces
{

/// The part of a node that is its NodeTimeSourceInterface. Threads: all functions from any thread.
class RCLCPP_PUBLIC NodeTimeSource : public NodeTimeSourceInterface
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(NodeTimeSource)

  /// Declares the parameter use_sim_time (false). While it is true the clock
  /// follows /clock, read on a thread of its own if `use_clock_thread`, else
  /// where the node is spun.
  NodeTimeSource(
    NodeBaseInterface::SharedPtr node_base, NodeTopicsInterface::SharedPtr node_topics,
    NodeGraphInterface::SharedPtr node_graph, NodeServicesInterface::SharedPtr node_services,
    NodeLoggingInterface::SharedPtr node_logging, NodeClockInterface::SharedPtr node_clock,
    NodeParametersInterface::SharedPtr node_parameters, const QoS & qos = ClockQoS(),
    bool use_clock_thread = true);
  ~NodeTimeSource() override;
  RCLCPP_DISABLE_COPY(NodeTimeSource)

private:
  struct Impl;
  const rclcpp::detail::Owned<Impl> impl_;
};

}  // namespace node_interfaces
}  // namespace rclcpp
#endif  // RCLCPP__NODE_INTERFACES__NODE_TIME_SOURCE_HPP_
