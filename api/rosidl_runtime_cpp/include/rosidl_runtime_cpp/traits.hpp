// What templates ask about a generated type at compile time.
//
// The primary templates answer "not a generated type"; each message package
// specialises them beside its structs.
#pragma once

#include <cstddef>
#include <iomanip>
#include <iosfwd>
#include <ostream>
#include <string>
#include <type_traits>

namespace rosidl_generator_traits {

/// The type's C++ name, "std_msgs::msg::String". Specialised only.
template <typename T>
const char* data_type();

/// The type's ROS name, "std_msgs/msg/String". Specialised only.
template <typename T>
const char* name();

/// No string and no sequence at any depth.
template <typename T>
struct has_fixed_size : std::false_type {};

/// Every string and sequence, at any depth, has a bound.
template <typename T>
struct has_bounded_size : std::false_type {};

template <typename T>
struct is_message : std::false_type {};

template <typename T>
struct is_service : std::false_type {};

template <typename T>
struct is_service_request : std::false_type {};

template <typename T>
struct is_service_response : std::false_type {};

template <typename T>
struct is_action : std::false_type {};

template <typename T>
struct is_action_goal : std::false_type {};

template <typename T>
struct is_action_result : std::false_type {};

template <typename T>
struct is_action_feedback : std::false_type {};

/// The older spellings of pkg::msg::to_block_style_yaml and pkg::msg::to_yaml.
template <typename T>
std::enable_if_t<is_message<T>::value> to_yaml(const T& message, std::ostream& out,
                                               std::size_t indentation = 0) {
  to_block_style_yaml(message, out, indentation);
}

template <typename T>
std::enable_if_t<is_message<T>::value, std::string> to_yaml(const T& message) {
  return to_yaml(message, false);
}

}  // namespace rosidl_generator_traits
