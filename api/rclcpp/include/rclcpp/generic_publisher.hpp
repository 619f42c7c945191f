// Declared with what it belongs to; brings what users of this name lean on.
#ifndef RCLCPP__GENERIC_PUBLISHER_HPP_
#define RCLCPP__GENERIC_PUBLISHER_HPP_
#include "rclcpp/node_interfaces/node_topics_interface.hpp"
#include "rclcpp/publisher.hpp"
#include "rclcpp/typesupport_helpers.hpp"
#endif  // RCLCPP__GENERIC_PUBLISHER_HPP_
