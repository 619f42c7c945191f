// The functions that spin without an executor of the user's, and what they return.
#include <future>
#include <sstream>

#include "covers.h"
#include "executors.hpp"

namespace {

TEST(MultiThreadedExecutor, HasAsManyThreadsAsItIsTold) {
  COVERS("rclcpp::executors::MultiThreadedExecutor", "get_number_of_threads");
  using rclcpp::executors::MultiThreadedExecutor;
  EXPECT_EQ(MultiThreadedExecutor(rclcpp::ExecutorOptions(), 3).get_number_of_threads(), 3u);
  EXPECT_GE(MultiThreadedExecutor().get_number_of_threads(), 2u);
}

TEST(Spinning, FunctionsSpinANodeOnAnExecutorOfTheirOwn) {
  COVERS("rclcpp", "spin", "spin_some", "spin_all");
  const auto context = std::make_shared<rclcpp::Context>();
  context->init(0, nullptr);
  const auto node = std::make_shared<rclcpp::Node>("spun", rclcpp::NodeOptions().context(context));
  int heard = 0;
  const auto in = node->create_subscription<String>("topic", 10, [&](const String&) { ++heard; });
  const auto out = node->create_publisher<String>("topic", 10);
  out->publish(text("a"));
  rclcpp::spin_some(node);
  EXPECT_EQ(heard, 1);
  out->publish(text("b"));
  rclcpp::spin_all(node->get_node_base_interface(), 0s);
  EXPECT_EQ(heard, 2);
  const auto timer = node->create_wall_timer(1ms, [&] { context->shutdown("the test says so"); });
  rclcpp::spin(node);
  EXPECT_FALSE(context->is_valid());
}

TEST(Spinning, CodesOfAWaitHaveNames) {
  COVERS("rclcpp::FutureReturnCode", "SUCCESS", "INTERRUPTED", "TIMEOUT");
  COVERS("rclcpp/future_return_code.hpp rclcpp", "operator<<", "to_string");
  using rclcpp::FutureReturnCode;
  EXPECT_EQ(rclcpp::to_string(FutureReturnCode::SUCCESS), "SUCCESS (0)");
  EXPECT_EQ(rclcpp::to_string(FutureReturnCode::INTERRUPTED), "INTERRUPTED (1)");
  std::ostringstream out;
  out << FutureReturnCode::TIMEOUT;
  EXPECT_EQ(out.str(), "TIMEOUT (2)");
  const auto context = std::make_shared<rclcpp::Context>();
  context->init(0, nullptr);
  const auto node = std::make_shared<rclcpp::Node>("ended", rclcpp::NodeOptions().context(context));
  context->shutdown("the test says so");
  std::promise<void> never;
  EXPECT_EQ(rclcpp::spin_until_future_complete(node, never.get_future().share()),
            FutureReturnCode::INTERRUPTED);
}

}  // namespace
