/* What a node knows of the graph: topics, services, nodes and endpoints. */
#ifndef RCL__GRAPH_H_
#define RCL__GRAPH_H_

#include "rcl/node.h"
#include "rcl/types.h"
#include "rcl/visibility_control.h"
#include "rcutils/time.h"
#include "rcutils/types/string_array.h"
#include "rmw/names_and_types.h"
#include "rmw/topic_endpoint_info_array.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef rmw_names_and_types_t rcl_names_and_types_t;
typedef rmw_topic_endpoint_info_t rcl_topic_endpoint_info_t;
typedef rmw_topic_endpoint_info_array_t rcl_topic_endpoint_info_array_t;
#define rcl_get_zero_initialized_names_and_types rmw_get_zero_initialized_names_and_types
#define rcl_get_zero_initialized_topic_endpoint_info_array \
  rmw_get_zero_initialized_topic_endpoint_info_array
#define rcl_topic_endpoint_info_array_fini rmw_topic_endpoint_info_array_fini

/* In the library of rclcpp. Threads: any. What they fill must be zero before, comes from
 * `allocator`, and is the caller's to give back with ..._fini(); it stays zero when they fail.
 * `node` is a handle of rclcpp's get_rcl_node_handle(). Names are full ("/a/b"), and not
 * remapped; see rcl_node_resolve_name().
 *
 * All return RCL_RET_NODE_INVALID (no node's handle, or its context is shut down),
 * RCL_RET_INVALID_ARGUMENT (null, no allocator, not zero, or no full name) and
 * RCL_RET_BAD_ALLOC, and leave the reason in rcl_get_error_state(). */

/* `no_demangle`: the names and types on the wire ("rt/a/b"), those of services too. */
/// Of the whole graph; free what it gives by rcl_names_and_types_fini().
RCL_PUBLIC rcl_ret_t rcl_get_topic_names_and_types(
  const rcl_node_t * node, rcl_allocator_t * allocator, bool no_demangle,
  rcl_names_and_types_t * topic_names_and_types);
/// The same of services.
RCL_PUBLIC rcl_ret_t rcl_get_service_names_and_types(
  const rcl_node_t * node, rcl_allocator_t * allocator,
  rcl_names_and_types_t * service_names_and_types);

/* Those of one node. An empty namespace is "/". RCL_RET_NODE_NAME_NON_EXISTENT if the graph
 * has no such node. */
/// Topics of one node. RCL_RET_NODE_NAME_NON_EXISTENT: nobody has the name.
RCL_PUBLIC rcl_ret_t rcl_get_publisher_names_and_types_by_node(
  const rcl_node_t * node, rcl_allocator_t * allocator, bool no_demangle, const char * node_name,
  const char * node_namespace, rcl_names_and_types_t * topic_names_and_types);
/// The same of its subscriptions.
RCL_PUBLIC rcl_ret_t rcl_get_subscriber_names_and_types_by_node(
  const rcl_node_t * node, rcl_allocator_t * allocator, bool no_demangle, const char * node_name,
  const char * node_namespace, rcl_names_and_types_t * topic_names_and_types);
/// The same of its services.
RCL_PUBLIC rcl_ret_t rcl_get_service_names_and_types_by_node(
  const rcl_node_t * node, rcl_allocator_t * allocator, const char * node_name,
  const char * node_namespace, rcl_names_and_types_t * service_names_and_types);
/// The same of its clients.
RCL_PUBLIC rcl_ret_t rcl_get_client_names_and_types_by_node(
  const rcl_node_t * node, rcl_allocator_t * allocator, const char * node_name,
  const char * node_namespace, rcl_names_and_types_t * service_names_and_types);

RCL_PUBLIC rcl_ret_t rcl_names_and_types_init(
  rcl_names_and_types_t * names_and_types, size_t size, rcl_allocator_t * allocator);
/// Frees it.
RCL_PUBLIC rcl_ret_t rcl_names_and_types_fini(rcl_names_and_types_t * names_and_types);

/** Names and namespaces at the same places. */
/// Names and namespaces of all nodes, in two arrays of one order.
RCL_PUBLIC rcl_ret_t rcl_get_node_names(
  const rcl_node_t * node, rcl_allocator_t allocator, rcutils_string_array_t * node_names,
  rcutils_string_array_t * node_namespaces);
/// The same with their enclaves.
RCL_PUBLIC rcl_ret_t rcl_get_node_names_with_enclaves(
  const rcl_node_t * node, rcl_allocator_t allocator, rcutils_string_array_t * node_names,
  rcutils_string_array_t * node_namespaces, rcutils_string_array_t * enclaves);

/// Of a full name, in the whole graph.
RCL_PUBLIC rcl_ret_t rcl_count_publishers(
  const rcl_node_t * node, const char * topic_name, size_t * count);
/// The same.
RCL_PUBLIC rcl_ret_t rcl_count_subscribers(
  const rcl_node_t * node, const char * topic_name, size_t * count);
/// The same.
RCL_PUBLIC rcl_ret_t rcl_count_clients(
  const rcl_node_t * node, const char * service_name, size_t * count);
/// The same.
RCL_PUBLIC rcl_ret_t rcl_count_services(
  const rcl_node_t * node, const char * service_name, size_t * count);

/** Blocks until the topic has at least `count` of them, or `timeout` (ns; negative: never) has
 * passed: RCL_RET_TIMEOUT, and `*success` is false. RCL_RET_ERROR if the context ends. */
/// Until so many are there, or the time (nanoseconds; negative: none) is over. Blocks.
RCL_PUBLIC rcl_ret_t rcl_wait_for_publishers(
  const rcl_node_t * node, rcl_allocator_t * allocator, const char * topic_name,
  const size_t count, rcutils_duration_value_t timeout, bool * success);
/// The same.
RCL_PUBLIC rcl_ret_t rcl_wait_for_subscribers(
  const rcl_node_t * node, rcl_allocator_t * allocator, const char * topic_name,
  const size_t count, rcutils_duration_value_t timeout, bool * success);

/* `no_mangle`: the name is one on the wire. */
/// Node, type, QoS and id of each publisher.
RCL_PUBLIC rcl_ret_t rcl_get_publishers_info_by_topic(
  const rcl_node_t * node, rcutils_allocator_t * allocator, const char * topic_name,
  bool no_mangle, rcl_topic_endpoint_info_array_t * publishers_info);
/// The same of subscriptions.
RCL_PUBLIC rcl_ret_t rcl_get_subscriptions_info_by_topic(
  const rcl_node_t * node, rcutils_allocator_t * allocator, const char * topic_name,
  bool no_mangle, rcl_topic_endpoint_info_array_t * subscriptions_info);

/** Whether a request of `client` (rclcpp's get_client_handle()) would find a server.
 * RCL_RET_CLIENT_INVALID. */
/// Whether both directions of a server are matched.
RCL_PUBLIC rcl_ret_t rcl_service_server_is_available(
  const rcl_node_t * node, const rcl_client_t * client, bool * is_available);
#ifdef __cplusplus
}
#endif
#endif /* RCL__GRAPH_H_ */
