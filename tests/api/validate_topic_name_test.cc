// Names of topics, before they are expanded, for C code.
#include <gmock/gmock.h>
#include <rcl/error_handling.h>
#include <rcl/validate_topic_name.h>

#include <string_view>
#include <utility>

namespace {

using testing::Pair;

constexpr size_t kUntouched = 99;

// The code, and the character at fault.
std::pair<int, size_t> check(std::string_view name) {
  std::pair<int, size_t> result{-1, kUntouched};
  EXPECT_EQ(
      rcl_validate_topic_name_with_size(name.data(), name.size(), &result.first, &result.second),
      RCL_RET_OK);
  return result;
}

TEST(ValidateTopicName, EachFaultHasItsCodeAndPlace) {
  EXPECT_THAT(check(""), Pair(RCL_TOPIC_NAME_INVALID_IS_EMPTY_STRING, 0));
  EXPECT_THAT(check("/"), Pair(RCL_TOPIC_NAME_INVALID_ENDS_WITH_FORWARD_SLASH, 0));
  EXPECT_THAT(check("/a/"), Pair(RCL_TOPIC_NAME_INVALID_ENDS_WITH_FORWARD_SLASH, 2));
  EXPECT_THAT(check("a b"), Pair(RCL_TOPIC_NAME_INVALID_CONTAINS_UNALLOWED_CHARACTERS, 1));
  EXPECT_THAT(check("7a"), Pair(RCL_TOPIC_NAME_INVALID_NAME_TOKEN_STARTS_WITH_NUMBER, 0));
  EXPECT_THAT(check("a/7"), Pair(RCL_TOPIC_NAME_INVALID_NAME_TOKEN_STARTS_WITH_NUMBER, 2));
  EXPECT_THAT(check("a/{b"), Pair(RCL_TOPIC_NAME_INVALID_UNMATCHED_CURLY_BRACE, 2));
  EXPECT_THAT(check("a}"), Pair(RCL_TOPIC_NAME_INVALID_UNMATCHED_CURLY_BRACE, 1));
  EXPECT_THAT(check("a/~b"), Pair(RCL_TOPIC_NAME_INVALID_MISPLACED_TILDE, 2));
  EXPECT_THAT(check("~a"), Pair(RCL_TOPIC_NAME_INVALID_TILDE_NOT_FOLLOWED_BY_FORWARD_SLASH, 1));
  EXPECT_THAT(check("{a/b}"),
              Pair(RCL_TOPIC_NAME_INVALID_SUBSTITUTION_CONTAINS_UNALLOWED_CHARACTERS, 2));
  EXPECT_THAT(check("a/{4b}"), Pair(RCL_TOPIC_NAME_INVALID_SUBSTITUTION_STARTS_WITH_NUMBER, 3));
}

TEST(ValidateTopicName, WhatCanBeExpandedIsValid) {
  for (const char* name : {"a", "/a/b_1", "~", "~/a", "{node}/a", "a/{unknown}", "/a//b"}) {
    EXPECT_THAT(check(name), Pair(RCL_TOPIC_NAME_VALID, kUntouched)) << name;
  }
}

TEST(ValidateTopicName, WhatStandsBehindARepeatedSlashIsLookedAt) {
  EXPECT_THAT(check("a//b/7"), Pair(RCL_TOPIC_NAME_INVALID_NAME_TOKEN_STARTS_WITH_NUMBER, 5));
  EXPECT_THAT(check("a///7"), Pair(RCL_TOPIC_NAME_INVALID_NAME_TOKEN_STARTS_WITH_NUMBER, 4));
}

TEST(ValidateTopicName, EachCodeHasWords) {
  EXPECT_EQ(rcl_topic_name_validation_result_string(RCL_TOPIC_NAME_VALID), nullptr);
  for (int code = 1; code <= RCL_TOPIC_NAME_INVALID_SUBSTITUTION_STARTS_WITH_NUMBER + 1; ++code) {
    ASSERT_NE(rcl_topic_name_validation_result_string(code), nullptr);
    EXPECT_STRNE(rcl_topic_name_validation_result_string(code),
                 rcl_topic_name_validation_result_string(code - 1 == 0 ? code + 1 : code - 1));
  }
}

TEST(ValidateTopicName, NullIsRefused) {
  int result = 0;
  EXPECT_EQ(rcl_validate_topic_name(nullptr, &result, nullptr), RCL_RET_INVALID_ARGUMENT);
  rcl_reset_error();
  EXPECT_EQ(rcl_validate_topic_name("a", nullptr, nullptr), RCL_RET_INVALID_ARGUMENT);
  rcl_reset_error();
  ASSERT_EQ(rcl_validate_topic_name("a b", &result, nullptr), RCL_RET_OK);
  EXPECT_EQ(result, RCL_TOPIC_NAME_INVALID_CONTAINS_UNALLOWED_CHARACTERS);
}

}  // namespace
