#include "rclcpp/type_support_decl.hpp"

#include "rcl_interfaces/msg/list_parameters_result.hpp"
#include "rcl_interfaces/msg/parameter_descriptor.hpp"
#include "rcl_interfaces/msg/parameter_event.hpp"
#include "rcl_interfaces/msg/set_parameters_result.hpp"
#include "rcl_interfaces/srv/describe_parameters.hpp"
#include "rcl_interfaces/srv/get_parameter_types.hpp"
#include "rcl_interfaces/srv/get_parameters.hpp"
#include "rcl_interfaces/srv/list_parameters.hpp"
#include "rcl_interfaces/srv/set_parameters.hpp"
#include "rcl_interfaces/srv/set_parameters_atomically.hpp"
#include "rosidl_typesupport_cpp/message_type_support.hpp"
#include "rosidl_typesupport_cpp/service_type_support.hpp"

namespace rclcpp::type_support
{

using namespace rcl_interfaces;  // NOLINT: this file names nothing else
using rosidl_typesupport_cpp::get_message_type_support_handle;
using rosidl_typesupport_cpp::get_service_type_support_handle;

const rosidl_message_type_support_t * get_parameter_event_msg_type_support()
{
  return get_message_type_support_handle<msg::ParameterEvent>();
}
const rosidl_message_type_support_t * get_set_parameters_result_msg_type_support()
{
  return get_message_type_support_handle<msg::SetParametersResult>();
}
const rosidl_message_type_support_t * get_parameter_descriptor_msg_type_support()
{
  return get_message_type_support_handle<msg::ParameterDescriptor>();
}
const rosidl_message_type_support_t * get_list_parameters_result_msg_type_support()
{
  return get_message_type_support_handle<msg::ListParametersResult>();
}

const rosidl_service_type_support_t * get_get_parameters_srv_type_support()
{
  return get_service_type_support_handle<srv::GetParameters>();
}
const rosidl_service_type_support_t * get_get_parameter_types_srv_type_support()
{
  return get_service_type_support_handle<srv::GetParameterTypes>();
}
const rosidl_service_type_support_t * get_set_parameters_srv_type_support()
{
  return get_service_type_support_handle<srv::SetParameters>();
}
const rosidl_service_type_support_t * get_list_parameters_srv_type_support()
{
  return get_service_type_support_handle<srv::ListParameters>();
}
const rosidl_service_type_support_t * get_describe_parameters_srv_type_support()
{
  return get_service_type_support_handle<srv::DescribeParameters>();
}
const rosidl_service_type_support_t * get_set_parameters_atomically_srv_type_support()
{
  return get_service_type_support_handle<srv::SetParametersAtomically>();
}

}  // namespace rclcpp::type_support
