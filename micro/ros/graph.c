/* The calls of rcl/graph.h: what they have in common with and without the graph, and what they say
 * without. */
#include "graph.h"

#include <string.h>

rcutils_string_array_t rcutils_get_zero_initialized_string_array(void) {
  rcutils_string_array_t array;
  memset(&array, 0, sizeof(array));
  return array;
}
rcl_names_and_types_t rcl_get_zero_initialized_names_and_types(void) {
  rcl_names_and_types_t of;
  memset(&of, 0, sizeof(of));
  return of;
}
rcl_topic_endpoint_info_array_t rcl_get_zero_initialized_topic_endpoint_info_array(void) {
  const rcl_topic_endpoint_info_array_t none = {0, NULL};
  return none;
}
rcl_ret_t rcl_topic_endpoint_info_array_fini(rcl_topic_endpoint_info_array_t* array,
                                             rcl_allocator_t* allocator) {
  (void)allocator; /* nothing fills one */
  *array = rcl_get_zero_initialized_topic_endpoint_info_array();
  return RCL_RET_OK;
}

#if XRCE_GRAPH_BYTES

static rcl_ret_t no_endpoint_infos(rcl_topic_endpoint_info_array_t* of) {
  *of = rcl_get_zero_initialized_topic_endpoint_info_array();
  return micro_error(RCL_RET_UNSUPPORTED, "an agent tells no QoS and no GID: count, or name nodes");
}

#else

static rcl_ret_t unsupported(void) {
  return micro_error(RCL_RET_UNSUPPORTED,
                     "the client is built without the graph: set XRCE_GRAPH_BYTES");
}

rcl_ret_t rcutils_string_array_fini(rcutils_string_array_t* array) {
  *array = rcutils_get_zero_initialized_string_array();
  return RCL_RET_OK;
}
rcl_ret_t rcl_names_and_types_fini(rcl_names_and_types_t* of) {
  *of = rcl_get_zero_initialized_names_and_types();
  return RCL_RET_OK;
}
rcl_ret_t rcl_service_server_is_available(const rcl_node_t* node, const rcl_client_t* client,
                                          bool* is_available) {
  (void)node;
  (void)client;
  *is_available = false;
  return unsupported();
}

const rcl_guard_condition_t* rcl_node_get_graph_guard_condition(const rcl_node_t* node) {
  (void)node;
  unsupported();
  return NULL;
}

/* What is asked for is empty then. */
static rcl_ret_t no_names(rcl_names_and_types_t* of) {
  *of = rcl_get_zero_initialized_names_and_types();
  return unsupported();
}
rcl_ret_t rcl_get_node_names(const rcl_node_t* node, rcl_allocator_t allocator,
                             rcutils_string_array_t* names, rcutils_string_array_t* namespaces) {
  (void)node;
  (void)allocator;
  *names = rcutils_get_zero_initialized_string_array();
  *namespaces = rcutils_get_zero_initialized_string_array();
  return unsupported();
}
rcl_ret_t rcl_get_topic_names_and_types(const rcl_node_t* node, rcl_allocator_t* allocator,
                                        bool no_demangle, rcl_names_and_types_t* of) {
  (void)node;
  (void)allocator;
  (void)no_demangle;
  return no_names(of);
}
rcl_ret_t rcl_get_service_names_and_types(const rcl_node_t* node, rcl_allocator_t* allocator,
                                          rcl_names_and_types_t* of) {
  (void)node;
  (void)allocator;
  return no_names(of);
}
rcl_ret_t rcl_get_publisher_names_and_types_by_node(const rcl_node_t* node,
                                                    rcl_allocator_t* allocator, bool no_demangle,
                                                    const char* name, const char* space,
                                                    rcl_names_and_types_t* of) {
  (void)name;
  (void)space;
  return rcl_get_topic_names_and_types(node, allocator, no_demangle, of);
}
rcl_ret_t rcl_get_subscriber_names_and_types_by_node(const rcl_node_t* node,
                                                     rcl_allocator_t* allocator, bool no_demangle,
                                                     const char* name, const char* space,
                                                     rcl_names_and_types_t* of) {
  (void)name;
  (void)space;
  return rcl_get_topic_names_and_types(node, allocator, no_demangle, of);
}
rcl_ret_t rcl_get_service_names_and_types_by_node(const rcl_node_t* node,
                                                  rcl_allocator_t* allocator, const char* name,
                                                  const char* space, rcl_names_and_types_t* of) {
  (void)name;
  (void)space;
  return rcl_get_service_names_and_types(node, allocator, of);
}
rcl_ret_t rcl_get_client_names_and_types_by_node(const rcl_node_t* node, rcl_allocator_t* allocator,
                                                 const char* name, const char* space,
                                                 rcl_names_and_types_t* of) {
  return rcl_get_service_names_and_types_by_node(node, allocator, name, space, of);
}

rcl_ret_t rcl_count_publishers(const rcl_node_t* node, const char* topic, size_t* count) {
  (void)node;
  (void)topic;
  *count = 0;
  return unsupported();
}
rcl_ret_t rcl_count_subscribers(const rcl_node_t* node, const char* topic, size_t* count) {
  return rcl_count_publishers(node, topic, count);
}
rcl_ret_t rcl_publisher_get_subscription_count(const rcl_publisher_t* publisher, size_t* count) {
  (void)publisher;
  *count = 0;
  return unsupported();
}
rcl_ret_t rcl_subscription_get_publisher_count(const rcl_subscription_t* subscription,
                                               size_t* count) {
  (void)subscription;
  *count = 0;
  return unsupported();
}
static rcl_ret_t no_endpoint_infos(rcl_topic_endpoint_info_array_t* of) {
  *of = rcl_get_zero_initialized_topic_endpoint_info_array();
  return unsupported();
}
#endif

rcl_ret_t rcl_get_publishers_info_by_topic(const rcl_node_t* node, rcl_allocator_t* allocator,
                                           const char* topic, bool no_mangle,
                                           rcl_topic_endpoint_info_array_t* of) {
  (void)node;
  (void)allocator;
  (void)topic;
  (void)no_mangle;
  return no_endpoint_infos(of);
}
rcl_ret_t rcl_get_subscriptions_info_by_topic(const rcl_node_t* node, rcl_allocator_t* allocator,
                                              const char* topic, bool no_mangle,
                                              rcl_topic_endpoint_info_array_t* of) {
  return rcl_get_publishers_info_by_topic(node, allocator, topic, no_mangle, of);
}
