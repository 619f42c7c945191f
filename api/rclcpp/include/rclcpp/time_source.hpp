// Lets clocks follow simulated time.
#ifndef RCLCPP__TIME_SOURCE_HPP_
#define RCLCPP__TIME_SOURCE_HPP_

#include <memory>

#include "rclcpp/node.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp/time.hpp"
#include "rosgraph_msgs/msg/clock.hpp"

namespace rclcpp
{

/// Lets clocks of ROS time follow /clock while the parameter use_sim_time of a
/// node is true. A node has one for its own clock already.
///
/// Threads: one at a time; parameters may be set on any.
class RCLCPP_PUBLIC TimeSource
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(TimeSource)

  explicit TimeSource(
    std::shared_ptr<Node> node, const QoS & qos = ClockQoS(), bool use_clock_thread = true);
  /// Without a node: attachNode() comes later.
  explicit TimeSource(const QoS & qos = ClockQoS(), bool use_clock_thread = true);
  ~TimeSource();
  RCLCPP_DISABLE_COPY(TimeSource)

  /// Declares use_sim_time if the node has not. Replaces the node before it.
  void attachNode(std::shared_ptr<Node> node);
  void attachNode(
    node_interfaces::NodeBaseInterface::SharedPtr node_base_interface,
    node_interfaces::NodeTopicsInterface::SharedPtr node_topics_interface,
    node_interfaces::NodeGraphInterface::SharedPtr node_graph_interface,
    node_interfaces::NodeServicesInterface::SharedPtr node_services_interface,
    node_interfaces::NodeLoggingInterface::SharedPtr node_logging_interface,
    node_interfaces::NodeClockInterface::SharedPtr node_clock_interface,
    node_interfaces::NodeParametersInterface::SharedPtr node_parameters_interface);
  /// Clocks stay, on system time, until another node comes.
  void detachNode();
  /// Throws std::invalid_argument for a clock that is not of ROS time while
  /// use_sim_time is true.
  void attachClock(Clock::SharedPtr clock);
  void detachClock(Clock::SharedPtr clock);

  bool get_use_clock_thread();
  /// For what is attached later.
  void set_use_clock_thread(bool use_clock_thread);
  /// Whether a thread of its own reads /clock now.
  bool clock_thread_is_joinable();

private:
  struct Impl;
  const detail::Owned<Impl> impl_;
};

}  // namespace rclcpp
#endif  // RCLCPP__TIME_SOURCE_HPP_
