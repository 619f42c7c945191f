// Declared with what it belongs to; brings what users of this name lean on.
#ifndef RCLCPP__PUBLISHER_BASE_HPP_
#define RCLCPP__PUBLISHER_BASE_HPP_
#include "rclcpp/event_handler.hpp"
#include "rclcpp/network_flow_endpoint.hpp"
#include "rclcpp/publisher.hpp"
#include "rclcpp/type_support_decl.hpp"
#endif  // RCLCPP__PUBLISHER_BASE_HPP_
