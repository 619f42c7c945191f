#include <dlfcn.h>
#include <gtest/gtest.h>

#include "rclcpp/typesupport_helpers.hpp"
#include "rosgraph_msgs/msg/clock.hpp"

namespace {

constexpr const char* kMembers = "rosidl_typesupport_introspection_cpp";
constexpr const char* kMaker = "librosidl_typesupport_introspection_cpp.so";

TEST(MembersByNameTest, WhatMakesMembersIsLoadedWhenAHandleIsAskedForThem) {
  EXPECT_EQ(::dlopen(kMaker, RTLD_NOW | RTLD_NOLOAD), nullptr) << "nobody has asked so far";
  const auto library = rclcpp::get_typesupport_library("rosgraph_msgs/msg/Clock", kMembers);
  const auto* handle =
      rclcpp::get_message_typesupport_handle("rosgraph_msgs/msg/Clock", kMembers, *library);
  ASSERT_NE(handle, nullptr);
  EXPECT_STREQ(handle->typesupport_identifier, kMembers);
  EXPECT_NE(::dlopen(kMaker, RTLD_NOW | RTLD_NOLOAD), nullptr);
  const auto* own =
      rosidl_typesupport_cpp::get_message_type_support_handle<rosgraph_msgs::msg::Clock>();
  EXPECT_EQ(get_message_typesupport_handle(own, kMembers), handle);
}

TEST(MembersByNameTest, AServiceIsFoundByThatNameToo) {
  const char* const type = "rcl_interfaces/srv/GetParameters";
  const auto library = rclcpp::get_typesupport_library(type, kMembers);
  const auto* handle = rclcpp::get_service_typesupport_handle(type, kMembers, *library);
  ASSERT_NE(handle, nullptr);
  EXPECT_STREQ(handle->typesupport_identifier, kMembers);
}

}  // namespace
