// The QoS of the status topic.
#ifndef RCLCPP_ACTION__QOS_HPP_
#define RCLCPP_ACTION__QOS_HPP_

#include "rclcpp/qos.hpp"
#include "rclcpp_action/visibility_control.hpp"

namespace rclcpp_action
{

/// Reliable, the newest state of all goals, for late joiners too.
class RCLCPP_ACTION_PUBLIC DefaultActionStatusQoS : public rclcpp::QoS
{
public:
  DefaultActionStatusQoS();
};

}  // namespace rclcpp_action
#endif  // RCLCPP_ACTION__QOS_HPP_
