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

TEST(ExceptionsTest, CodesAndFilesOfFailedCallsAreKept) {
  COVERS("rclcpp::exceptions::RCLErrorBase");
  COVERS("rclcpp::exceptions::RCLBadAlloc");
  COVERS("rclcpp::exceptions::RCLInvalidArgument");
  const RCLErrorBase base(RCL_RET_ERROR, "it failed");
  EXPECT_EQ(base.ret, RCL_RET_ERROR);
  EXPECT_EQ(base.message, "it failed");
  EXPECT_STREQ(RCLError(base, "outer: ").what(), "outer: it failed");
  rcl_set_error_state("bad", "here.c", 3);
  try {
    throw_from_rcl_error(RCL_RET_INVALID_ARGUMENT, "while testing");
  } catch (const RCLInvalidArgument& error) {
    EXPECT_EQ(error.file, "here.c");
    EXPECT_EQ(error.line, 3u);
    EXPECT_STREQ(error.what(), "while testing: bad, at here.c:3");
  }
  try {
    throw_from_rcl_error(RCL_RET_BAD_ALLOC);
  } catch (const RCLBadAlloc& error) {
    EXPECT_EQ(error.ret, RCL_RET_BAD_ALLOC);
  }
}

TEST(ExceptionsTest, AnUnsupportedEventIsAnErrorWithACode) {
  COVERS("rclcpp::UnsupportedEventTypeException");
  rcl_set_error_state("no such event", "event.c", 4);
  const rclcpp::UnsupportedEventTypeException error(RCL_RET_UNSUPPORTED, rcl_get_error_state(),
                                                    "reader: ");
  rcl_reset_error();
  EXPECT_EQ(error.ret, RCL_RET_UNSUPPORTED);
  EXPECT_STREQ(error.what(), "reader: no such event, at event.c:4");
  const rclcpp::UnsupportedEventTypeException same(static_cast<const RCLErrorBase&>(error), "");
  EXPECT_STREQ(same.what(), "no such event, at event.c:4");
}

TEST(ExceptionsTest, WhoeverKeepsTheErrorIsAskedToResetIt) {
  COVERS("rclcpp::exceptions", "reset_error_function_t", "throw_from_rcl_error");
  static int resets;
  resets = 0;
  const reset_error_function_t reset = [] { ++resets; };
  EXPECT_THROW(throw_from_rcl_error(RCL_RET_ERROR, "", nullptr, reset), RCLError);
  EXPECT_EQ(resets, 1);
}

TEST(ExceptionsTest, NameErrorsAreFormattedWithAMarkUnderTheName) {
  COVERS("rclcpp::exceptions::NameValidationError", "format_error");
  EXPECT_EQ(NameValidationError::format_error("node name", "a/b", "no slash", 1),
            "Invalid node name: no slash:\n  'a/b'\n    ^\n");
}

TEST(ExceptionsTest, EachSaysWhatItIsAbout) {
  COVERS("rclcpp::exceptions::InvalidNodeError");
  COVERS("rclcpp::exceptions::UnimplementedError");
  COVERS("rclcpp::exceptions::UninitializedStaticallyTypedParameterException");
  COVERS("rclcpp::exceptions::UnknownTypeError");
  COVERS("rclcpp::exceptions::QoSCheckCompatibleException");
  EXPECT_STREQ(InvalidNodeError().what(), "node is invalid");
  EXPECT_STREQ(UnimplementedError().what(), "This code is unimplemented.");
  EXPECT_STREQ(UnimplementedError("not yet").what(), "not yet");
  EXPECT_THAT(UninitializedStaticallyTypedParameterException("speed").what(), HasSubstr("'speed'"));
  EXPECT_THAT(UnknownTypeError("odd").what(), HasSubstr("odd"));
  EXPECT_STREQ(QoSCheckCompatibleException("cannot tell").what(), "cannot tell");
}

}  // namespace
