// The handles of the types that every node speaks, under names of their own.
#ifndef RCLCPP__TYPE_SUPPORT_DECL_HPP_
#define RCLCPP__TYPE_SUPPORT_DECL_HPP_

#include <cstring>
#include <stdexcept>

#include "rclcpp/macros.hpp"
#include "rcutils/allocator.h"
#include "rosidl_runtime_cpp/message_type_support_decl.hpp"
#include "rosidl_runtime_cpp/service_type_support_decl.hpp"

namespace rclcpp
{
namespace type_support
{

RCLCPP_PUBLIC const rosidl_message_type_support_t * get_parameter_event_msg_type_support();
RCLCPP_PUBLIC const rosidl_message_type_support_t * get_set_parameters_result_msg_type_support();
RCLCPP_PUBLIC const rosidl_message_type_support_t * get_parameter_descriptor_msg_type_support();
RCLCPP_PUBLIC const rosidl_message_type_support_t * get_list_parameters_result_msg_type_support();

RCLCPP_PUBLIC const rosidl_service_type_support_t * get_get_parameters_srv_type_support();
RCLCPP_PUBLIC const rosidl_service_type_support_t * get_get_parameter_types_srv_type_support();
RCLCPP_PUBLIC const rosidl_service_type_support_t * get_set_parameters_srv_type_support();
RCLCPP_PUBLIC const rosidl_service_type_support_t * get_list_parameters_srv_type_support();
RCLCPP_PUBLIC const rosidl_service_type_support_t * get_describe_parameters_srv_type_support();
RCLCPP_PUBLIC const rosidl_service_type_support_t *
get_set_parameters_atomically_srv_type_support();

}  // namespace type_support
}  // namespace rclcpp
#endif  // RCLCPP__TYPE_SUPPORT_DECL_HPP_
