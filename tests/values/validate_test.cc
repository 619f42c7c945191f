#include <gtest/gtest.h>

#include "rclcpp/rclcpp.hpp"
#include "rmw/validate_full_topic_name.h"

namespace {

TEST(ValidateTest, CodesAndIndexesAreThoseOfTheRule) {
  int result = -1;
  size_t index = 99;
  EXPECT_EQ(rmw_validate_full_topic_name("/a/b", &result, &index), RMW_RET_OK);
  EXPECT_EQ(result, RMW_TOPIC_VALID);
  EXPECT_EQ(rmw_validate_full_topic_name("a", &result, &index), RMW_RET_OK);
  EXPECT_EQ(result, RMW_TOPIC_INVALID_NOT_ABSOLUTE);
  EXPECT_EQ(rmw_validate_namespace("/a//b", &result, &index), RMW_RET_OK);
  EXPECT_EQ(result, RMW_NAMESPACE_INVALID_CONTAINS_REPEATED_FORWARD_SLASH);
  EXPECT_EQ(index, 3u);
  EXPECT_EQ(rmw_validate_node_name("1a", &result, nullptr), RMW_RET_OK);
  EXPECT_EQ(result, RMW_NODE_NAME_INVALID_STARTS_WITH_NUMBER);
  EXPECT_EQ(rmw_validate_node_name(nullptr, &result, nullptr), RMW_RET_INVALID_ARGUMENT);
}

TEST(ValidateTest, EachCodeHasASentenceOfItsKind) {
  EXPECT_EQ(rmw_node_name_validation_result_string(RMW_NODE_NAME_VALID), nullptr);
  EXPECT_STREQ(rmw_node_name_validation_result_string(RMW_NODE_NAME_INVALID_IS_EMPTY_STRING),
               "node name must not be empty");
  EXPECT_STREQ(rmw_namespace_validation_result_string(RMW_NAMESPACE_INVALID_IS_EMPTY_STRING),
               "namespace must not be empty");
  EXPECT_STREQ(rmw_full_topic_name_validation_result_string(RMW_TOPIC_INVALID_IS_EMPTY_STRING),
               "topic name must not be empty");
}

// Jazzy's rclcpp brings it, and with it abi::__cxa_demangle, which packages call.
TEST(ValidateTest, TypesHaveTheirNamesInCpp) {
  const std::runtime_error error("");
  const std::exception& base = error;
  EXPECT_EQ(rmw::impl::cpp::demangle(error), "std::runtime_error");
  EXPECT_EQ(rmw::impl::cpp::demangle(base), "std::exception");
}

}  // namespace
