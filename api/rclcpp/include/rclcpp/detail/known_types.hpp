// The types that endpoints of this process use, for ~/get_type_description.
#ifndef RCLCPP__DETAIL__KNOWN_TYPES_HPP_
#define RCLCPP__DETAIL__KNOWN_TYPES_HPP_

#include "rclcpp/macros.hpp"

namespace ranvier::codec
{
struct TypeInfo;
struct ServiceTypeInfo;
struct ActionTypeInfo;
}  // namespace ranvier::codec

namespace rclcpp::detail
{

/// The process uses this type from now on, so that it can be described to peers.
/// Cheap for one that is known. Contract: any thread, locks.
RCLCPP_PUBLIC void remember_type(const ranvier::codec::TypeInfo & type);
RCLCPP_PUBLIC void remember_type(const ranvier::codec::ServiceTypeInfo & type);
RCLCPP_PUBLIC void remember_type(const ranvier::codec::ActionTypeInfo & type);

}  // namespace rclcpp::detail
#endif  // RCLCPP__DETAIL__KNOWN_TYPES_HPP_
