// What packages reach by rclcpp/rclcpp.hpp alone, and ROS 2 declares elsewhere.
#include "rclcpp/rclcpp.hpp"
// After it: the test is what comes before.
#include <gtest/gtest.h>

namespace {

TEST(ReachTest, OneIncludeBringsNamesErrorsAndEvents) {
  EXPECT_EQ(rclcpp::expand_topic_or_service_name("~/a", "node", "/space"), "/space/node/a");
  rcl_reset_error();
  EXPECT_STREQ(rcl_get_error_string().str, "error not set");
  EXPECT_STRNE(rmw_get_implementation_identifier(), nullptr);
  EXPECT_THROW(throw rclcpp::UnsupportedEventTypeException(
                   rclcpp::exceptions::RCLErrorBase(RCL_RET_UNSUPPORTED, "none"), ""),
               rclcpp::exceptions::RCLErrorBase);
}

}  // namespace
