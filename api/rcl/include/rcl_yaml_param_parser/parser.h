/* Parameter files, and values as -p takes them, read into C structures. */
#ifndef RCL_YAML_PARAM_PARSER__PARSER_H_
#define RCL_YAML_PARAM_PARSER__PARSER_H_

#include "rcl/visibility_control.h"
#include "rcl_yaml_param_parser/types.h"
#include "rcutils/allocator.h"
#include "rcutils/types/rcutils_ret.h"

#ifdef __cplusplus
extern "C" {
#endif
/* In the library of rclcpp. One thread for one structure. What fails leaves its reason in
 * rcutils_get_error_state(). A leading slash of a node's name makes no difference when it is
 * looked for; those that a file gives are full ("/ns/node", "/" and all). */

/* Null without memory, for an allocator that lacks a function, and for a capacity of zero. */
RCL_PUBLIC rcl_params_t * rcl_yaml_node_struct_init(const rcutils_allocator_t allocator);
/** Room for `capacity` nodes; it grows as needed. */
RCL_PUBLIC rcl_params_t * rcl_yaml_node_struct_init_with_capacity(
  size_t capacity, const rcutils_allocator_t allocator);
/** RCUTILS_RET_INVALID_ARGUMENT (null, or less than there are nodes), RCUTILS_RET_BAD_ALLOC. */
RCL_PUBLIC rcutils_ret_t rcl_yaml_node_struct_reallocate(
  rcl_params_t * params_st, size_t new_capacity, const rcutils_allocator_t allocator);
/** With the same allocator. */
RCL_PUBLIC rcl_params_t * rcl_yaml_node_struct_copy(const rcl_params_t * params_st);
/** Frees all, the structure too. Nothing happens to null. */
RCL_PUBLIC void rcl_yaml_node_struct_fini(rcl_params_t * params_st);

/** Adds what the file says; of a parameter that is there already the value is replaced. On
 * false the structure is what it was. An empty array has no type, so no member is set. */
RCL_PUBLIC bool rcl_parse_yaml_file(const char * file_path, rcl_params_t * params_st);
/** The same for one parameter. */
RCL_PUBLIC bool rcl_parse_yaml_value(
  const char * node_name, const char * param_name, const char * yaml_value,
  rcl_params_t * params_st);

/** The value of a parameter. It is added, with no member set, if it is not there. It stays
 * valid until the next parameter is added. Null for null, and without memory. */
RCL_PUBLIC rcl_variant_t * rcl_yaml_node_struct_get(
  const char * node_name, const char * param_name, rcl_params_t * params_st);
#ifdef __cplusplus
}
#endif
#endif /* RCL_YAML_PARAM_PARSER__PARSER_H_ */
