// The name that the public package callback_isolated_executor gives the executor.
#ifndef CALLBACK_ISOLATED_EXECUTOR__CALLBACK_ISOLATED_EXECUTOR_HPP_
#define CALLBACK_ISOLATED_EXECUTOR__CALLBACK_ISOLATED_EXECUTOR_HPP_

#include "rclcpp/executors/callback_isolated_executor.hpp"
#include "rclcpp/rclcpp.hpp"

using rclcpp::executors::CallbackIsolatedExecutor;

#endif  // CALLBACK_ISOLATED_EXECUTOR__CALLBACK_ISOLATED_EXECUTOR_HPP_
