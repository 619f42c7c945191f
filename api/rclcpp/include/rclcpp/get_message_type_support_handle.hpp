// The handle of a message type.
#ifndef RCLCPP__GET_MESSAGE_TYPE_SUPPORT_HANDLE_HPP_
#define RCLCPP__GET_MESSAGE_TYPE_SUPPORT_HANDLE_HPP_

#include "rosidl_typesupport_cpp/message_type_support.hpp"

namespace rclcpp
{

template<typename MessageT>
const rosidl_message_type_support_t & get_message_type_support_handle()
{
  return *rosidl_typesupport_cpp::get_message_type_support_handle<MessageT>();
}

}  // namespace rclcpp
#endif  // RCLCPP__GET_MESSAGE_TYPE_SUPPORT_HANDLE_HPP_
