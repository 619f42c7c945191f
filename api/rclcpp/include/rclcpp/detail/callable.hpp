// Refuses callbacks that are empty, where they are given.
#ifndef RCLCPP__DETAIL__CALLABLE_HPP_
#define RCLCPP__DETAIL__CALLABLE_HPP_

#include <functional>
#include <type_traits>

#include "rclcpp/macros.hpp"

namespace rclcpp::detail
{

/// `set`: the function that got the callback, "set_on_ready_callback".
/// @throws std::invalid_argument if it is not callable.
RCLCPP_PUBLIC void check_callable(bool callable, const char * set);

template<typename T>
struct CanBeNull : std::is_pointer<T> {};
template<typename Signature>
struct CanBeNull<std::function<Signature>> : std::true_type {};

[[noreturn]] RCLCPP_PUBLIC void refuse_null_callback(const char * of);

/// Throws std::invalid_argument for a null function; `of`: "AnyServiceCallback::set()".
template<typename CallbackT>
void check_callback(const CallbackT & callback, const char * of)
{
  if constexpr (CanBeNull<CallbackT>::value) {
    if (!callback) {refuse_null_callback(of);}
  }
}

}  // namespace rclcpp::detail
#endif  // RCLCPP__DETAIL__CALLABLE_HPP_
