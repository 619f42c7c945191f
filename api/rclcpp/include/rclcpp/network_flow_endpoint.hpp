// Where the packets of an endpoint go or come from: declared with publishers.
#ifndef RCLCPP__NETWORK_FLOW_ENDPOINT_HPP_
#define RCLCPP__NETWORK_FLOW_ENDPOINT_HPP_
#include "rcl/network_flow_endpoints.h"
#include "rclcpp/publisher.hpp"
#endif  // RCLCPP__NETWORK_FLOW_ENDPOINT_HPP_
