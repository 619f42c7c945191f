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

#define GIVES_MESSAGE(type, name) \
  const rosidl_message_type_support_t * get_ ## name ## _msg_type_support() \
  { \
    return rosidl_typesupport_cpp::get_message_type_support_handle<msg::type>(); \
  }
#define GIVES_SERVICE(type, name) \
  const rosidl_service_type_support_t * get_ ## name ## _srv_type_support() \
  { \
    return rosidl_typesupport_cpp::get_service_type_support_handle<srv::type>(); \
  }

GIVES_MESSAGE(ParameterEvent, parameter_event)
GIVES_MESSAGE(SetParametersResult, set_parameters_result)
GIVES_MESSAGE(ParameterDescriptor, parameter_descriptor)
GIVES_MESSAGE(ListParametersResult, list_parameters_result)
GIVES_SERVICE(GetParameters, get_parameters)
GIVES_SERVICE(GetParameterTypes, get_parameter_types)
GIVES_SERVICE(SetParameters, set_parameters)
GIVES_SERVICE(ListParameters, list_parameters)
GIVES_SERVICE(DescribeParameters, describe_parameters)
GIVES_SERVICE(SetParametersAtomically, set_parameters_atomically)

}  // namespace rclcpp::type_support
