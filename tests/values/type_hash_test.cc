#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "covers.h"
#include "rcutils/error_handling.h"
#include "rosgraph_msgs/msg/clock.hpp"
#include "rosidl_runtime_c/type_hash.h"

namespace {

const std::string kClock =
    "RIHS01_692f7a66e93a3c83e71765d033b60349ba68023a8c689a79e48078bcb5c58564";

class TypeHashTest : public testing::Test {
 protected:
  TypeHashTest() { rcutils_reset_error(); }
  ~TypeHashTest() override { rcutils_reset_error(); }

  static std::string text_of(const rosidl_type_hash_t& hash) {
    char* text = nullptr;
    EXPECT_EQ(rosidl_stringify_type_hash(&hash, rcutils_get_default_allocator(), &text),
              RCUTILS_RET_OK);
    return std::unique_ptr<char, decltype(&std::free)>(text, &std::free).get();
  }
};

TEST_F(TypeHashTest, TheTextOfAHashIsTheOneThatPeersAnnounce) {
  const auto* handle =
      rosidl_typesupport_cpp::get_message_type_support_handle<rosgraph_msgs::msg::Clock>();
  EXPECT_EQ(text_of(*handle->get_type_hash_func(handle)), kClock);
}

TEST_F(TypeHashTest, AZeroHashHasNoVersionAndZeros) {
  COVERS("rosidl_runtime_c", "rosidl_get_zero_initialized_type_hash");
  const rosidl_type_hash_t hash = rosidl_get_zero_initialized_type_hash();
  EXPECT_EQ(hash.version, ROSIDL_TYPE_HASH_VERSION_UNSET);
  EXPECT_EQ(text_of(hash), "RIHS01_" + std::string(64, '0'));
}

TEST_F(TypeHashTest, ATextIsReadBackInEitherCase) {
  COVERS("rosidl_runtime_c", "rosidl_parse_type_hash_string");
  std::string text = kClock;
  for (std::size_t i = 7; i < text.size(); ++i) text[i] = static_cast<char>(std::toupper(text[i]));
  for (const std::string& one : {kClock, text}) {
    rosidl_type_hash_t hash{};
    ASSERT_EQ(rosidl_parse_type_hash_string(one.c_str(), &hash), RCUTILS_RET_OK);
    EXPECT_EQ(hash.version, 1);
    EXPECT_EQ(text_of(hash), kClock);
  }
}

TEST_F(TypeHashTest, ATextThatIsNoHashIsRefusedAndSaysWhy) {
  std::string no_digit = kClock;
  no_digit[20] = 'g';
  for (const std::string& text : {std::string(), std::string("RIHS01"), "RIHX" + kClock.substr(4),
                                  kClock + "0", kClock.substr(0, 70), "RIHSxy_" + kClock.substr(7),
                                  "RIHS01-" + kClock.substr(7), no_digit}) {
    rosidl_type_hash_t hash{};
    EXPECT_EQ(rosidl_parse_type_hash_string(text.c_str(), &hash), RCUTILS_RET_INVALID_ARGUMENT)
        << text;
    EXPECT_TRUE(rcutils_error_is_set()) << text;
    rcutils_reset_error();
  }
}

TEST_F(TypeHashTest, AVersionThatIsNotKnownIsToldAndRefused) {
  rosidl_type_hash_t hash{};
  const std::string text = "RIHS1f_" + kClock.substr(7);
  EXPECT_EQ(rosidl_parse_type_hash_string(text.c_str(), &hash), RCUTILS_RET_INVALID_ARGUMENT);
  EXPECT_EQ(hash.version, 0x1f);
}

TEST_F(TypeHashTest, WhatIsMissingIsRefused) {
  COVERS("rosidl_runtime_c", "rosidl_stringify_type_hash");
  rosidl_type_hash_t hash{};
  char* text = nullptr;
  auto allocator = rcutils_get_default_allocator();
  EXPECT_EQ(rosidl_parse_type_hash_string(nullptr, &hash), RCUTILS_RET_INVALID_ARGUMENT);
  EXPECT_EQ(rosidl_parse_type_hash_string(kClock.c_str(), nullptr), RCUTILS_RET_INVALID_ARGUMENT);
  EXPECT_EQ(rosidl_stringify_type_hash(nullptr, allocator, &text), RCUTILS_RET_INVALID_ARGUMENT);
  EXPECT_EQ(rosidl_stringify_type_hash(&hash, allocator, nullptr), RCUTILS_RET_INVALID_ARGUMENT);
  EXPECT_EQ(rosidl_stringify_type_hash(&hash, {}, &text), RCUTILS_RET_INVALID_ARGUMENT);
  EXPECT_EQ(text, nullptr);
  allocator.allocate = [](std::size_t, void*) -> void* { return nullptr; };
  EXPECT_EQ(rosidl_stringify_type_hash(&hash, allocator, &text), RCUTILS_RET_BAD_ALLOC);
}

}  // namespace
