/* The graph as the agent tells it: the newest one that came while the session was spun; empty
 * before the first one. Each call takes first what has come meanwhile, except within a callback of
 * the session. In a build without it (XRCE_GRAPH_BYTES of config.h, 0 by default) each returns
 * RCL_RET_UNSUPPORTED. RCL_RET_ERROR says that the agent refuses it, or has a graph that is larger
 * than this client takes; rcl_get_error_string() names the number to raise. */
#ifndef RANVIER_MICRO_RCL_GRAPH_H
#define RANVIER_MICRO_RCL_GRAPH_H

#include "rcl/rcl.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rcutils_string_array_t {
  size_t size;
  char** data;
  rcl_allocator_t allocator;
} rcutils_string_array_t;
rcutils_string_array_t rcutils_get_zero_initialized_string_array(void);
rcl_ret_t rcutils_string_array_fini(rcutils_string_array_t* array);

typedef struct rcl_names_and_types_t {
  rcutils_string_array_t names;
  rcutils_string_array_t* types;
} rcl_names_and_types_t;
rcl_names_and_types_t rcl_get_zero_initialized_names_and_types(void);
rcl_ret_t rcl_names_and_types_fini(rcl_names_and_types_t* of);

typedef enum rmw_endpoint_type_t {
  RMW_ENDPOINT_INVALID,
  RMW_ENDPOINT_PUBLISHER,
  RMW_ENDPOINT_SUBSCRIPTION
} rmw_endpoint_type_t;
typedef struct rcl_topic_endpoint_info_t {
  const char* node_name;
  const char* node_namespace;
  const char* topic_type;
  rmw_endpoint_type_t endpoint_type;
  uint8_t endpoint_gid[16];
  rmw_qos_profile_t qos_profile;
} rcl_topic_endpoint_info_t;
typedef struct rcl_topic_endpoint_info_array_t {
  size_t size;
  rcl_topic_endpoint_info_t* info_array;
} rcl_topic_endpoint_info_array_t;
rcl_topic_endpoint_info_array_t rcl_get_zero_initialized_topic_endpoint_info_array(void);
rcl_ret_t rcl_topic_endpoint_info_array_fini(rcl_topic_endpoint_info_array_t* array,
                                             rcl_allocator_t* allocator);

/* Is triggered by each new graph of the agent. Null in a build without the graph. */
const rcl_guard_condition_t* rcl_node_get_graph_guard_condition(const rcl_node_t* node);
/* What is filled must be empty (..._zero_initialized_...), and is freed by its fini. @return
 * RCL_RET_BAD_ALLOC, and it is empty again: the allocator has no memory. */
rcl_ret_t rcl_get_node_names(const rcl_node_t* node, rcl_allocator_t allocator,
                             rcutils_string_array_t* names, rcutils_string_array_t* namespaces);
/* @param no_demangle  true is unsupported: the agent tells the topics of ROS alone. */
rcl_ret_t rcl_get_topic_names_and_types(const rcl_node_t* node, rcl_allocator_t* allocator,
                                        bool no_demangle, rcl_names_and_types_t* of);
rcl_ret_t rcl_get_service_names_and_types(const rcl_node_t* node, rcl_allocator_t* allocator,
                                          rcl_names_and_types_t* of);
/* @return RCL_RET_NODE_NAME_NON_EXISTENT: the graph has no such node. */
rcl_ret_t rcl_get_publisher_names_and_types_by_node(const rcl_node_t* node,
                                                    rcl_allocator_t* allocator, bool no_demangle,
                                                    const char* name, const char* space,
                                                    rcl_names_and_types_t* of);
rcl_ret_t rcl_get_subscriber_names_and_types_by_node(const rcl_node_t* node,
                                                     rcl_allocator_t* allocator, bool no_demangle,
                                                     const char* name, const char* space,
                                                     rcl_names_and_types_t* of);
rcl_ret_t rcl_get_service_names_and_types_by_node(const rcl_node_t* node,
                                                  rcl_allocator_t* allocator, const char* name,
                                                  const char* space, rcl_names_and_types_t* of);
rcl_ret_t rcl_get_client_names_and_types_by_node(const rcl_node_t* node, rcl_allocator_t* allocator,
                                                 const char* name, const char* space,
                                                 rcl_names_and_types_t* of);
/* Of a topic by its full name, whatever their QoS. */
rcl_ret_t rcl_count_publishers(const rcl_node_t* node, const char* topic, size_t* count);
rcl_ret_t rcl_count_subscribers(const rcl_node_t* node, const char* topic, size_t* count);
/* RCL_RET_UNSUPPORTED: what the agent tells has neither QoS nor GIDs. */
rcl_ret_t rcl_get_publishers_info_by_topic(const rcl_node_t* node, rcl_allocator_t* allocator,
                                           const char* topic, bool no_mangle,
                                           rcl_topic_endpoint_info_array_t* of);
rcl_ret_t rcl_get_subscriptions_info_by_topic(const rcl_node_t* node, rcl_allocator_t* allocator,
                                              const char* topic, bool no_mangle,
                                              rcl_topic_endpoint_info_array_t* of);

#ifdef __cplusplus
}
#endif
#endif
