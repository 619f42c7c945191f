// What a test and a library that it opens and closes call each other.
#pragma once

#include "rclcpp/rclcpp.hpp"

/// Makes something on the host's node, uses it, and drops it.
using Guest = void (*)(const rclcpp::Node::SharedPtr& host, rclcpp::Executor& executor);

/// By name, of the library; ends with a null name.
struct GuestPart {
  const char* name;
  Guest visit;
};
using GuestParts = const GuestPart* (*)();
