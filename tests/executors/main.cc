#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "../support/own_domain.h"
#include "rclcpp/rclcpp.hpp"

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  ::setenv("ROS_DOMAIN_ID", std::to_string(ranvier::support::own_domain()).c_str(), 1);
  ::setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "OFF", 1);
  rclcpp::init(0, nullptr);
  const int result = RUN_ALL_TESTS();
  rclcpp::shutdown();
  return result;
}
