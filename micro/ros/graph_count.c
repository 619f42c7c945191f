/* How many there are in the graph, and whether one is there. */
#include <string.h>

#include "graph.h"

#if XRCE_GRAPH_BYTES

const rcl_guard_condition_t* rcl_node_get_graph_guard_condition(const rcl_node_t* node) {
  return rcl_node_is_valid(node) ? micro_graph_condition() : NULL;
}

static rcl_ret_t count(const rmw_context_t* context, uint8_t kind, const char* name,
                       size_t* result) {
  micro_graph_cursor at;
  *result = 0;
  const rcl_ret_t ret = micro_graph_look(context, &at);
  if (ret != RCL_RET_OK) return ret;
  while (micro_graph_next_node(&at)) {
    while (micro_graph_next_entity(&at)) {
      if (at.kind == kind && strcmp(at.name, name) == 0) ++*result;
    }
  }
  return RCL_RET_OK;
}
static rcl_ret_t count_on_topic(const rcl_node_t* node, uint8_t kind, const char* topic,
                                size_t* result) {
  if (result == NULL || topic == NULL) {
    return micro_error(RCL_RET_INVALID_ARGUMENT, "a count has a topic and a place");
  }
  *result = 0;
  if (node == NULL || node->context == NULL) {
    return micro_error(RCL_RET_NODE_INVALID, "the node is not there");
  }
  if (topic[0] != '/') {
    return micro_error(RCL_RET_TOPIC_NAME_INVALID, "the graph has full names: /topic");
  }
  return count(node->context, kind, topic, result);
}
rcl_ret_t rcl_count_publishers(const rcl_node_t* node, const char* topic, size_t* result) {
  return count_on_topic(node, MICRO_GRAPH_PUBLISHER, topic, result);
}
rcl_ret_t rcl_count_subscribers(const rcl_node_t* node, const char* topic, size_t* result) {
  return count_on_topic(node, MICRO_GRAPH_SUBSCRIBER, topic, result);
}
rcl_ret_t rcl_publisher_get_subscription_count(const rcl_publisher_t* publisher, size_t* result) {
  return count(publisher->of.context, MICRO_GRAPH_SUBSCRIBER, publisher->of.name, result);
}
rcl_ret_t rcl_subscription_get_publisher_count(const rcl_subscription_t* subscription,
                                               size_t* result) {
  return count(subscription->of.context, MICRO_GRAPH_PUBLISHER, subscription->of.name, result);
}

/* Whether "a::srv::dds_::T_" is the type "a/srv/T". */
static bool is_same_type(const char* dds, const char* ros) {
  static const char dds_part[] = "::dds_::";
  while (*dds != 0) {
    if (dds[0] == '_' && dds[1] == 0) break;
    size_t skipped = 1;
    if (dds[0] == ':') skipped = strncmp(dds, dds_part, 8) == 0 ? 8 : 2;
    if (*ros != (dds[0] == ':' ? '/' : dds[0])) return false;
    dds += skipped;
    ++ros;
  }
  return *ros == 0;
}

static bool serves(const rcl_client_t* client, micro_graph_cursor* at) {
  if (at->kind != MICRO_GRAPH_SERVICE || strcmp(at->name, client->of.name) != 0) return false;
  const char* type;
  while ((type = micro_graph_next_type(at)) != NULL) {
    if (is_same_type(client->of.entity.type, type)) return true;
  }
  return false;
}

rcl_ret_t rcl_service_server_is_available(const rcl_node_t* node, const rcl_client_t* client,
                                          bool* is_available) {
  micro_graph_cursor at;
  *is_available = false;
  if (!rcl_client_is_valid(client)) return RCL_RET_CLIENT_INVALID;
  const rcl_ret_t ret = micro_graph_look_from(node, &at);
  if (ret != RCL_RET_OK) return ret;
  while (!*is_available && micro_graph_next_node(&at)) {
    while (!*is_available && micro_graph_next_entity(&at)) *is_available = serves(client, &at);
  }
  return RCL_RET_OK;
}

#endif
