// Whether a type has on_activate() and on_deactivate(), so that a node can
// manage it.
#ifndef RCLCPP_LIFECYCLE__TYPE_TRAITS__IS_MANAGEABLE_NODE_HPP_
#define RCLCPP_LIFECYCLE__TYPE_TRAITS__IS_MANAGEABLE_NODE_HPP_

#include <type_traits>
#include <utility>

template<typename T, typename = void>
struct has_on_activate : std::false_type {};

template<typename T>
struct has_on_activate<
  T, std::enable_if_t<std::is_void<decltype(std::declval<T &>().on_activate())>::value>>
  : std::true_type {};

template<typename T, typename = void>
struct has_on_deactivate : std::false_type {};

template<typename T>
struct has_on_deactivate<
  T, std::enable_if_t<std::is_void<decltype(std::declval<T &>().on_deactivate())>::value>>
  : std::true_type {};

template<typename T>
struct is_manageable_node
  : std::integral_constant<bool, has_on_activate<T>::value && has_on_deactivate<T>::value> {};

#endif  // RCLCPP_LIFECYCLE__TYPE_TRAITS__IS_MANAGEABLE_NODE_HPP_
