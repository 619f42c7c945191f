// Declared with what it belongs to; brings what users of this name lean on.
#ifndef RCLCPP__CREATE_PUBLISHER_HPP_
#define RCLCPP__CREATE_PUBLISHER_HPP_
#include "rclcpp/detail/create.hpp"
#include "rclcpp/node_options.hpp"
#include "rclcpp/publisher_factory.hpp"
#endif  // RCLCPP__CREATE_PUBLISHER_HPP_
