/* Marks of what the library of rclcpp shows of parameter files. */
#ifndef RCL_YAML_PARAM_PARSER__VISIBILITY_CONTROL_H_
#define RCL_YAML_PARAM_PARSER__VISIBILITY_CONTROL_H_

#include "rcl/visibility_control.h"

#define RCL_YAML_PARAM_PARSER_PUBLIC RCL_PUBLIC
#define RCL_YAML_PARAM_PARSER_PUBLIC_TYPE
#define RCL_YAML_PARAM_PARSER_LOCAL __attribute__((visibility("hidden")))

#endif /* RCL_YAML_PARAM_PARSER__VISIBILITY_CONTROL_H_ */
