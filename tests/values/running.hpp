// What tests with nodes share: a context of their own, and waiting for a
// condition by spinning.
#ifndef RUNNING_HPP_
#define RUNNING_HPP_

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "../support/own_domain.h"
#include "rclcpp/rclcpp.hpp"

/// Initializes rclcpp with the arguments of a test, in a domain of this
/// process's own, on loopback, with a log folder of its own.
class Running : public testing::Test {
 protected:
  Running() {
    folder_ = testing::TempDir() + "ranvier_running_" + std::to_string(::getpid());
    ::setenv("ROS_LOG_DIR", folder_.c_str(), 1);
    ::setenv("ROS_DOMAIN_ID", std::to_string(ranvier::support::own_domain()).c_str(), 1);
    ::setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST", 1);
  }
  ~Running() override {
    executor_.reset();
    rclcpp::shutdown();
    std::filesystem::remove_all(folder_);
  }

  void init(std::vector<std::string> arguments = {}) {
    arguments.insert(arguments.begin(), {"program", "--ros-args"});
    std::vector<const char*> pointers;
    for (const auto& argument : arguments) pointers.push_back(argument.c_str());
    rclcpp::init(static_cast<int>(pointers.size()), pointers.data());
    executor_ = std::make_unique<rclcpp::executors::SingleThreadedExecutor>();
  }

  rclcpp::Node::SharedPtr node(const std::string& name,
                               const rclcpp::NodeOptions& options = rclcpp::NodeOptions()) {
    auto made = std::make_shared<rclcpp::Node>(name, options);
    executor_->add_node(made);
    return made;
  }

  /// Spins until it is so; the runner's time limit ends a wait for ever.
  void wait_until(const std::function<bool()>& condition) {
    while (!condition()) executor_->spin_once(std::chrono::milliseconds(100));
  }

  /// One request to a service and its response.
  template <class ServiceT>
  typename ServiceT::Response ask(const rclcpp::Node::SharedPtr& from, const std::string& service,
                                  const typename ServiceT::Request& request) {
    auto client = from->create_client<ServiceT>(service);
    EXPECT_TRUE(client->wait_for_service(std::chrono::seconds(30)));
    auto future = client->async_send_request(std::make_shared<typename ServiceT::Request>(request));
    EXPECT_EQ(executor_->spin_until_future_complete(future, std::chrono::seconds(30)),
              rclcpp::FutureReturnCode::SUCCESS);
    return *future.get();
  }

  std::string folder_;
  std::unique_ptr<rclcpp::executors::SingleThreadedExecutor> executor_;
};

#endif  // RUNNING_HPP_
