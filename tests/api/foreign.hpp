// A node of another context of the process: what it shares with this one goes over DDS.
#ifndef FOREIGN_HPP_
#define FOREIGN_HPP_

#include <functional>
#include <memory>
#include <string>

#include "rclcpp/rclcpp.hpp"

/// Threads: as an executor.
class Foreign {
 public:
  explicit Foreign(const std::string& name) {
    context_->init(0, nullptr);
    rclcpp::ExecutorOptions options;
    options.context = context_;
    executor_ = std::make_unique<rclcpp::executors::SingleThreadedExecutor>(options);
    node_ = std::make_shared<rclcpp::Node>(name, rclcpp::NodeOptions().context(context_));
    executor_->add_node(node_);
  }
  ~Foreign() {
    executor_.reset();
    node_.reset();
    context_->shutdown("the test is over");
  }

  rclcpp::Node& node() { return *node_; }
  /// Spins until it is so; the runner's time limit ends a wait for ever.
  void wait_until(const std::function<bool()>& condition) {
    while (!condition()) executor_->spin_once(std::chrono::milliseconds(50));
  }

 private:
  const rclcpp::Context::SharedPtr context_ = std::make_shared<rclcpp::Context>();
  std::unique_ptr<rclcpp::executors::SingleThreadedExecutor> executor_;
  rclcpp::Node::SharedPtr node_;
};

#endif  // FOREIGN_HPP_
