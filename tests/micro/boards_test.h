// Tests of boards that an agent brings into this test's domain.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <rclcpp/rclcpp.hpp>
#include <string>

#include "../support/own_domain.h"

namespace ranvier::micro::support {

/// Boards name domain 0; the agent puts them into this test's.
class BoardsTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    const std::string domain = std::to_string(ranvier::support::own_domain());
    ::setenv("ROS_DOMAIN_ID", domain.c_str(), 1);
    ::setenv("XRCE_DOMAIN_ID_OVERRIDE", domain.c_str(), 1);
    ::setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST", 1);
    rclcpp::init(0, nullptr);
  }
  static void TearDownTestSuite() { rclcpp::shutdown(); }
};

}  // namespace ranvier::micro::support
