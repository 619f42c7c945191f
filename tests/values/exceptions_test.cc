#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "covers.h"
#include "rcl/error_handling.h"
#include "rclcpp/exceptions.hpp"

namespace {

using namespace rclcpp::exceptions;
using testing::HasSubstr;

TEST(ExceptionsTest, ReturnCodesHaveTheirExceptionsAndTakeTheThreadsError) {
  COVERS("rclcpp::exceptions", "throw_from_rcl_error");
  COVERS("rclcpp::exceptions::RCLError");
  COVERS("rclcpp::exceptions::RCLInvalidROSArgsError");
  rcl_set_error_state("no room", "file.c", 12);
  try {
    throw_from_rcl_error(RCL_RET_ERROR, "while testing");
  } catch (const RCLError& error) {
    EXPECT_STREQ(error.what(), "while testing: no room, at file.c:12");
    EXPECT_EQ(error.ret, RCL_RET_ERROR);
    EXPECT_EQ(error.line, 12u);
  }
  EXPECT_FALSE(rcl_error_is_set());
  EXPECT_THROW(throw_from_rcl_error(RCL_RET_BAD_ALLOC), std::bad_alloc);
  EXPECT_THROW(throw_from_rcl_error(RCL_RET_INVALID_ARGUMENT), std::invalid_argument);
  EXPECT_THROW(throw_from_rcl_error(RCL_RET_INVALID_ROS_ARGS), RCLInvalidROSArgsError);
  EXPECT_THROW(throw_from_rcl_error(RCL_RET_OK), std::invalid_argument);
}

TEST(ExceptionsTest, NameErrorsMarkTheCharacter) {
  COVERS("rclcpp::exceptions::InvalidTopicNameError");
  COVERS("rclcpp::exceptions::InvalidServiceNameError");
  const InvalidTopicNameError error("a b", "no spaces", 1);
  EXPECT_STREQ(error.what(), "Invalid topic name: no spaces:\n  'a b'\n    ^\n");
  EXPECT_EQ(error.invalid_index, 1u);
  EXPECT_EQ(InvalidServiceNameError("x", "m", 0).name_type, "service name");
}

TEST(ExceptionsTest, UnknownArgumentsAreListedWithTheRemedy) {
  COVERS("rclcpp::exceptions::UnknownROSArgsError");
  const UnknownROSArgsError error({"--foo", "bar"});
  EXPECT_THAT(error.what(), HasSubstr("'--foo', 'bar'"));
  EXPECT_THAT(error.what(), HasSubstr("before --ros-args"));
  EXPECT_EQ(error.unknown_ros_args.size(), 2u);
}

}  // namespace
