#ifndef RCLCPP__DETAIL__TEMPLATE_CONTAINS_HPP_
#define RCLCPP__DETAIL__TEMPLATE_CONTAINS_HPP_

#include <type_traits>

namespace rclcpp::detail
{

/// Whether the first type is one of the others.
template<typename T, typename ... Others>
struct template_contains : std::disjunction<std::is_same<T, Others>...> {};
template<typename T, typename ... Others>
inline constexpr bool template_contains_v = template_contains<T, Others...>::value;

}  // namespace rclcpp::detail
#endif  // RCLCPP__DETAIL__TEMPLATE_CONTAINS_HPP_
