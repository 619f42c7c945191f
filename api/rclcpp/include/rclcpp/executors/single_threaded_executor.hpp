// Where packages look for it; the executors share one header.
#ifndef RCLCPP__EXECUTORS__SINGLE_THREADED_EXECUTOR_HPP_
#define RCLCPP__EXECUTORS__SINGLE_THREADED_EXECUTOR_HPP_
#include "rclcpp/executor.hpp"
#include "rclcpp/executors.hpp"
#endif  // RCLCPP__EXECUTORS__SINGLE_THREADED_EXECUTOR_HPP_
