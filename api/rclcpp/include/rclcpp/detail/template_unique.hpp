#ifndef RCLCPP__DETAIL__TEMPLATE_UNIQUE_HPP_
#define RCLCPP__DETAIL__TEMPLATE_UNIQUE_HPP_

#include "rclcpp/detail/template_contains.hpp"

namespace rclcpp::detail
{

/// Whether no type comes twice.
template<typename T, typename ... Others>
struct template_unique : std::bool_constant<
    !template_contains_v<T, Others...> && template_unique<Others...>::value> {};
template<typename T>
struct template_unique<T> : std::true_type {};
template<typename T, typename ... Others>
inline constexpr bool template_unique_v = template_unique<T, Others...>::value;

}  // namespace rclcpp::detail
#endif  // RCLCPP__DETAIL__TEMPLATE_UNIQUE_HPP_
