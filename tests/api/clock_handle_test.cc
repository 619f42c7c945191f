// Clocks and the domain as C code asks for them.
#include <gmock/gmock.h>

#include <cstdlib>
#include <stdexcept>

#include "covers.h"
#include "rcl/domain_id.h"
#include "rcl/error_handling.h"
#include "rcl/time.h"
#include "rclcpp/clock.hpp"

namespace {

TEST(ClockHandleTest, SimulatedTimeIsGivenByTheHandleOfAClock) {
  COVERS("rcl", "rcl_enable_ros_time_override", "rcl_disable_ros_time_override",
         "rcl_is_enabled_ros_time_override", "rcl_set_ros_time_override", "rcl_clock_get_now");
  rclcpp::Clock clock(RCL_ROS_TIME);
  rcl_clock_t* const handle = clock.get_clock_handle();
  bool enabled = true;
  EXPECT_EQ(rcl_is_enabled_ros_time_override(handle, &enabled), RCL_RET_OK);
  EXPECT_FALSE(enabled);
  int jumps = 0;
  const auto jump = clock.create_jump_callback(nullptr, [&](const rcl_time_jump_t&) { ++jumps; },
                                               {true, {0}, {0}});
  EXPECT_EQ(rcl_set_ros_time_override(handle, 42), RCL_RET_OK);
  EXPECT_EQ(rcl_enable_ros_time_override(handle), RCL_RET_OK);
  EXPECT_EQ(jumps, 1);
  EXPECT_EQ(clock.now().nanoseconds(), 42);
  rcl_time_point_value_t now = 0;
  EXPECT_EQ(rcl_clock_get_now(handle, &now), RCL_RET_OK);
  EXPECT_EQ(now, 42);
  EXPECT_EQ(rcl_is_enabled_ros_time_override(handle, &enabled), RCL_RET_OK);
  EXPECT_TRUE(enabled);
  EXPECT_EQ(rcl_disable_ros_time_override(handle), RCL_RET_OK);
  EXPECT_FALSE(clock.ros_time_is_active());
}

TEST(ClockHandleTest, AClockOfCCodeLivesFromInitToFini) {
  COVERS("rcl", "rcl_clock_init", "rcl_clock_fini", "rcl_clock_valid", "rcl_clock_time_started");
  rcl_allocator_t allocator = rcl_get_default_allocator();
  rcl_clock_t clock{};
  EXPECT_FALSE(rcl_clock_valid(&clock));
  EXPECT_FALSE(rcl_clock_time_started(&clock));
  ASSERT_EQ(rcl_clock_init(RCL_ROS_TIME, &clock, &allocator), RCL_RET_OK);
  EXPECT_TRUE(rcl_clock_valid(&clock));
  EXPECT_TRUE(rcl_clock_time_started(&clock));
  ASSERT_EQ(rcl_enable_ros_time_override(&clock), RCL_RET_OK);
  EXPECT_FALSE(rcl_clock_time_started(&clock)) << "simulated time is 0 until it is set";
  EXPECT_EQ(rcl_clock_fini(&clock), RCL_RET_OK);
  EXPECT_FALSE(rcl_clock_valid(&clock));
  EXPECT_EQ(rcl_clock_fini(&clock), RCL_RET_INVALID_ARGUMENT);
}

TEST(ClockHandleTest, WhatIsNoClockOrNotOfRosTimeIsRefusedInWords) {
  rclcpp::Clock steady(RCL_STEADY_TIME);
  bool enabled = false;
  rcl_time_point_value_t now = 0;
  EXPECT_EQ(rcl_enable_ros_time_override(steady.get_clock_handle()), RCL_RET_INVALID_ARGUMENT);
  EXPECT_THAT(rcl_get_error_string().str, testing::HasSubstr("RCL_ROS_TIME"));
  rcl_reset_error();
  EXPECT_EQ(rcl_clock_fini(steady.get_clock_handle()), RCL_RET_INVALID_ARGUMENT);
  rcl_reset_error();
  for (const auto code :
       {rcl_enable_ros_time_override(nullptr), rcl_disable_ros_time_override(nullptr),
        rcl_set_ros_time_override(nullptr, 1), rcl_is_enabled_ros_time_override(nullptr, &enabled),
        rcl_is_enabled_ros_time_override(steady.get_clock_handle(), nullptr),
        rcl_clock_get_now(nullptr, &now), rcl_clock_get_now(steady.get_clock_handle(), nullptr),
        rcl_clock_init(RCL_ROS_TIME, nullptr, nullptr)}) {
    EXPECT_EQ(code, RCL_RET_INVALID_ARGUMENT);
    rcl_reset_error();
  }
  rcl_clock_t clock{};
  EXPECT_EQ(rcl_clock_init(RCL_CLOCK_UNINITIALIZED, &clock, nullptr), RCL_RET_INVALID_ARGUMENT);
  rcl_reset_error();
}

TEST(ClockHandleTest, WhatAJumpCallbackThrowsIsAnError) {
  rclcpp::Clock clock(RCL_ROS_TIME);
  const auto jump = clock.create_jump_callback(
      nullptr, [](const rcl_time_jump_t&) { throw std::runtime_error("no jumps"); },
      {true, {0}, {0}});
  EXPECT_EQ(rcl_enable_ros_time_override(clock.get_clock_handle()), RCL_RET_ERROR);
  EXPECT_THAT(rcl_get_error_string().str, testing::HasSubstr("no jumps"));
  rcl_reset_error();
}

TEST(DefaultDomainTest, IsThatOfTheEnvironment) {
  COVERS("rcl", "rcl_get_default_domain_id");
  COVERS("(macros)", "RCL_DEFAULT_DOMAIN_ID");
  const char* const before = std::getenv("ROS_DOMAIN_ID");
  const std::string kept = before ? before : "";
  std::size_t domain = RCL_DEFAULT_DOMAIN_ID;
  unsetenv("ROS_DOMAIN_ID");
  EXPECT_EQ(rcl_get_default_domain_id(&domain), RCL_RET_OK);
  EXPECT_EQ(domain, RCL_DEFAULT_DOMAIN_ID);
  setenv("ROS_DOMAIN_ID", "17", 1);
  EXPECT_EQ(rcl_get_default_domain_id(&domain), RCL_RET_OK);
  EXPECT_EQ(domain, 17u);
  setenv("ROS_DOMAIN_ID", "seventeen", 1);
  EXPECT_EQ(rcl_get_default_domain_id(&domain), RCL_RET_ERROR);
  EXPECT_THAT(rcl_get_error_string().str, testing::HasSubstr("seventeen"));
  rcl_reset_error();
  EXPECT_EQ(rcl_get_default_domain_id(nullptr), RCL_RET_INVALID_ARGUMENT);
  rcl_reset_error();
  before ? setenv("ROS_DOMAIN_ID", kept.c_str(), 1) : unsetenv("ROS_DOMAIN_ID");
}

}  // namespace
