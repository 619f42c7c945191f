// What programs reach that include the executors and nothing else.
#include "rclcpp/executors/single_threaded_executor.hpp"
// After it: the test is what comes before.
#include <gtest/gtest.h>

namespace {

TEST(ReachTest, AnExecutorBringsNodesAndTheStart) {
  int (*const program)(int, char**) = [](int count, char** arguments) {
    rclcpp::init(count, arguments);
    auto node = std::make_shared<rclcpp::Node>("reach");
    rclcpp::executors::SingleThreadedExecutor executor;
    executor.add_node(node);
    rclcpp::Rate rate(10.0);
    executor.spin();
    return rclcpp::shutdown() ? 0 : 1;
  };
  EXPECT_NE(program, nullptr);
}

}  // namespace
