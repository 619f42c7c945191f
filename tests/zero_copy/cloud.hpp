// What the two processes of processes_test.cc say to each other.
#ifndef CLOUD_HPP_
#define CLOUD_HPP_

#include <numeric>
#include <string>

#include "rcl_interfaces/msg/parameter_value.hpp"
#include "rclcpp/qos.hpp"

/// A message with much in the middle.
using Cloud = rcl_interfaces::msg::ParameterValue;

/// One side may be matched before the other: what comes between is kept.
inline rclcpp::QoS kept() { return rclcpp::QoS(100).transient_local(); }

/// Of a message, or of a view of one.
template <typename CloudT>
std::string told(const CloudT& cloud) {
  const auto& many = cloud.integer_array_value;
  return std::string(cloud.string_value) + " " + std::to_string(many.size()) + " sum " +
         std::to_string(std::accumulate(many.begin(), many.end(), std::int64_t{0})) + " " +
         std::string(cloud.string_array_value.empty() ? "" : cloud.string_array_value[0]);
}

#endif  // CLOUD_HPP_
