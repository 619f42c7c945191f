// Declared with what it belongs to.
#ifndef RCLCPP__LOANED_MESSAGE_HPP_
#define RCLCPP__LOANED_MESSAGE_HPP_
#include "rclcpp/publisher.hpp"
#endif  // RCLCPP__LOANED_MESSAGE_HPP_
