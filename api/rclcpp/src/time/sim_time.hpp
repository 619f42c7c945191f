// The time source of a node, from rclcpp's parts.
#ifndef SIM_TIME_HPP_
#define SIM_TIME_HPP_

#include <memory>

#include "ranvier/node/graph_presence.h"
#include "ranvier/proto/time/sim_time.h"
#include "rclcpp/clock.hpp"
#include "rclcpp/node_interfaces/node_parameters_interface.hpp"
#include "rclcpp/qos.hpp"

namespace rclcpp::detail
{

/// Declares use_sim_time. The parameters must outlive the result.
/// Throws what that throws, std::invalid_argument, exceptions::RCLError.
std::unique_ptr<ranvier::SimTime> follow_clock(
  node_interfaces::NodeBaseInterface & node,
  node_interfaces::NodeParametersInterface & parameters, Clock & clock, const QoS & qos,
  bool own_thread);

/// The time source of a node of ROS 2 subscribes to /parameter_events, where it learns of
/// use_sim_time; ours is called directly.
std::unique_ptr<ranvier::GraphPresence> show_parameter_events(
  node_interfaces::NodeBaseInterface & node);

}  // namespace rclcpp::detail
#endif  // SIM_TIME_HPP_
