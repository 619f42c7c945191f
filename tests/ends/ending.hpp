// What the tests of ends share: contexts of their own, and every kind of executor.
#ifndef ENDING_HPP_
#define ENDING_HPP_

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include "../support/own_domain.h"
#include "rcl_interfaces/msg/log.hpp"
#include "rcl_interfaces/srv/get_parameters.hpp"
#include "rclcpp/rclcpp.hpp"

namespace ending {

using rcl_interfaces::msg::Log;
using rcl_interfaces::srv::GetParameters;

/// A context in a domain of this process's own, on loopback.
inline rclcpp::Context::SharedPtr make_context() {
  ::setenv("ROS_DOMAIN_ID", std::to_string(ranvier::support::own_domain()).c_str(), 1);
  ::setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST", 1);
  ::setenv("ROS_LOG_DIR", testing::TempDir().c_str(), 1);
  auto context = std::make_shared<rclcpp::Context>();
  context->init(0, nullptr);
  return context;
}

inline rclcpp::Node::SharedPtr make_node(const std::string& name,
                                         const rclcpp::Context::SharedPtr& context) {
  rclcpp::NodeOptions options;
  options.context(context).start_parameter_services(false);
  return std::make_shared<rclcpp::Node>(name, options);
}

inline rclcpp::ExecutorOptions in(const rclcpp::Context::SharedPtr& context) {
  rclcpp::ExecutorOptions options;
  options.context = context;
  return options;
}

enum class Kind { kSingle, kStatic, kMulti };

inline std::unique_ptr<rclcpp::Executor> make_executor(Kind kind,
                                                       const rclcpp::Context::SharedPtr& context) {
  using namespace rclcpp::executors;
  switch (kind) {
    case Kind::kSingle: return std::make_unique<SingleThreadedExecutor>(in(context));
    case Kind::kStatic: return std::make_unique<StaticSingleThreadedExecutor>(in(context));
    default: return std::make_unique<MultiThreadedExecutor>(in(context), 2);
  }
}

inline std::string name_of(const testing::TestParamInfo<Kind>& info) {
  switch (info.param) {
    case Kind::kSingle: return "SingleThreaded";
    case Kind::kStatic: return "StaticSingleThreaded";
    default: return "MultiThreaded";
  }
}

inline auto every_kind() { return testing::Values(Kind::kSingle, Kind::kStatic, Kind::kMulti); }

}  // namespace ending

#endif  // ENDING_HPP_
