/* Questions about a node, by the handle that rclcpp gives out (get_rcl_node_handle()). */
#ifndef RCL__NODE_H_
#define RCL__NODE_H_

#include "rcl/node_options.h"
#include "rcl/types.h"
#include "rcl/visibility_control.h"

#ifdef __cplusplus
extern "C" {
#endif
/* In the library of rclcpp. Threads: any. A handle stays valid, and so do the texts of it,
 * as long as its shared pointer. What fails leaves its reason in rcl_get_error_state(). */

/** A handle of no node: rcl_node_is_valid() is false for it. */
RCL_PUBLIC rcl_node_t rcl_get_zero_initialized_node(void);
/** Whether it is a node's, and the context of the node is valid. */
RCL_PUBLIC bool rcl_node_is_valid(const rcl_node_t * node);
/** Whether it is a node's. */
RCL_PUBLIC bool rcl_node_is_valid_except_context(const rcl_node_t * node);

/* Null for a handle of no node. */
RCL_PUBLIC const char * rcl_node_get_name(const rcl_node_t * node);
RCL_PUBLIC const char * rcl_node_get_namespace(const rcl_node_t * node);
/** "/ns/node". */
RCL_PUBLIC const char * rcl_node_get_fully_qualified_name(const rcl_node_t * node);
/** "ns.node". */
RCL_PUBLIC const char * rcl_node_get_logger_name(const rcl_node_t * node);
/** What the node was made with. */
RCL_PUBLIC const rcl_node_options_t * rcl_node_get_options(const rcl_node_t * node);

/** RCL_RET_NODE_INVALID, RCL_RET_INVALID_ARGUMENT (domain_id is null). */
RCL_PUBLIC rcl_ret_t rcl_node_get_domain_id(const rcl_node_t * node, size_t * domain_id);

/** The full name that a topic or service gets in the node, after remapping unless
 * `only_expand`. `*output_name` comes from `allocator`; the caller gives it back.
 * RCL_RET_INVALID_ARGUMENT (null, or no allocator), RCL_RET_ERROR (no node's handle),
 * RCL_RET_TOPIC_NAME_INVALID, RCL_RET_UNKNOWN_SUBSTITUTION, RCL_RET_BAD_ALLOC. */
RCL_PUBLIC rcl_ret_t rcl_node_resolve_name(
  const rcl_node_t * node, const char * input_name, rcl_allocator_t allocator, bool is_service,
  bool only_expand, char ** output_name);
#ifdef __cplusplus
}
#endif
#endif /* RCL__NODE_H_ */
