// Clients of the parameter services of a node.
#ifndef RCLCPP__PARAMETER_CLIENT_HPP_
#define RCLCPP__PARAMETER_CLIENT_HPP_
#include "rclcpp/detail/remote_parameters.hpp"
#include "rclcpp/node.hpp"
#include "rclcpp/parameter_map.hpp"
#include "rclcpp/type_support_decl.hpp"
#endif  // RCLCPP__PARAMETER_CLIENT_HPP_
