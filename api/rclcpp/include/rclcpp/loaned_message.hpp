// Declared with what it belongs to; brings what users of this name lean on.
#ifndef RCLCPP__LOANED_MESSAGE_HPP_
#define RCLCPP__LOANED_MESSAGE_HPP_
#include "rclcpp/allocator/allocator_common.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/publisher.hpp"
#endif  // RCLCPP__LOANED_MESSAGE_HPP_
