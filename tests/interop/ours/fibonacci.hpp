// What the client and the server of an action share.
#pragma once

#include <string>
#include <vector>

#include <example_interfaces/action/fibonacci.hpp>
#include <test_msgs/action/fibonacci.hpp>

#include "modes.hpp"

namespace interop {

/// The order of a goal that runs until it is cancelled.
constexpr int kUntilCancelled = 1000;

inline std::string json_numbers(const std::vector<int>& numbers) {
  std::string text;
  for (const int number : numbers) text += (text.empty() ? "" : ", ") + std::to_string(number);
  return "[" + text + "]";
}

/// Calls `with(Action{})` for the type that `--type` names; PyPI's ROS 2 has that of test_msgs
/// alone.
template <class With>
void with_fibonacci(const Options& options, With with) {
  if (options.get("type", "") == "test_msgs/action/Fibonacci") {
    return with(test_msgs::action::Fibonacci{});
  }
  with(example_interfaces::action::Fibonacci{});
}

}  // namespace interop
