/* Names and types of the graph, in memory of the caller's allocator. */
#include <string.h>

#include "graph.h"

#if XRCE_GRAPH_BYTES

/* What is asked for. Without a name: of all nodes. */
typedef struct wanted {
  uint8_t kind, other_kind; /* MICRO_GRAPH_... */
  const char* node;
  const char* space;
} wanted;

rcl_ret_t rcutils_string_array_fini(rcutils_string_array_t* array) {
  const rcl_allocator_t* allocator = &array->allocator;
  if (array->data != NULL && allocator->deallocate == NULL) {
    return micro_error(RCL_RET_INVALID_ARGUMENT, "the array has no allocator that frees it");
  }
  for (size_t i = 0; i < array->size; ++i) allocator->deallocate(array->data[i], allocator->state);
  if (array->data != NULL) allocator->deallocate(array->data, allocator->state);
  *array = rcutils_get_zero_initialized_string_array();
  return RCL_RET_OK;
}

rcl_ret_t rcl_names_and_types_fini(rcl_names_and_types_t* of) {
  const rcl_allocator_t allocator = of->names.allocator;
  const size_t size = of->names.size;
  const rcl_ret_t ret = rcutils_string_array_fini(&of->names);
  if (ret != RCL_RET_OK) return ret;
  for (size_t i = 0; i < size; ++i) rcutils_string_array_fini(&of->types[i]);
  if (of->types != NULL) allocator.deallocate(of->types, allocator.state);
  *of = rcl_get_zero_initialized_names_and_types();
  return RCL_RET_OK;
}

static size_t find(const rcutils_string_array_t* in, const char* text) {
  size_t i = 0;
  while (i < in->size && strcmp(in->data[i], text) != 0) ++i;
  return i;
}

/* Copies a text behind the others. @return false, and nothing changes, without memory. */
static bool append(rcutils_string_array_t* to, const char* text) {
  const rcl_allocator_t* allocator = &to->allocator;
  const size_t size = strlen(text) + 1;
  char** data =
      (char**)allocator->reallocate(to->data, (to->size + 1) * sizeof(*data), allocator->state);
  if (data == NULL) return false;
  to->data = data;
  data[to->size] = (char*)allocator->allocate(size, allocator->state);
  if (data[to->size] == NULL) return false;
  memcpy(data[to->size++], text, size);
  return true;
}

/* The types of a name that is appended. */
static rcutils_string_array_t* append_name(rcl_names_and_types_t* to, const char* name) {
  const rcl_allocator_t* allocator = &to->names.allocator;
  rcutils_string_array_t* types = (rcutils_string_array_t*)allocator->reallocate(
      to->types, (to->names.size + 1) * sizeof(*types), allocator->state);
  if (types == NULL) return NULL;
  to->types = types;
  types += to->names.size;
  *types = rcutils_get_zero_initialized_string_array();
  types->allocator = *allocator;
  return append(&to->names, name) ? types : NULL;
}

/* Each name and each of its types once. */
static bool add_entity(rcl_names_and_types_t* to, micro_graph_cursor* at) {
  const size_t place = find(&to->names, at->name);
  rcutils_string_array_t* types =
      place < to->names.size ? &to->types[place] : append_name(to, at->name);
  if (types == NULL) return false;
  const char* type;
  while ((type = micro_graph_next_type(at)) != NULL) {
    if (find(types, type) == types->size && !append(types, type)) return false;
  }
  return true;
}

static bool is_wanted(const wanted* what, const micro_graph_cursor* at) {
  return what->node == NULL ||
         (strcmp(what->node, at->node) == 0 && strcmp(what->space, at->space) == 0);
}

static rcl_ret_t no_memory(void) {
  return micro_error(RCL_RET_BAD_ALLOC, "the allocator has no memory for the graph");
}
static rcl_ret_t check_allocator(const rcl_allocator_t* allocator) {
  if (rcutils_allocator_is_valid(allocator)) return RCL_RET_OK;
  return micro_error(RCL_RET_INVALID_ARGUMENT,
                     "the allocator lacks functions: call rcutils_set_default_allocator()");
}
static rcl_ret_t check_empty(const rcutils_string_array_t* array) {
  if (array != NULL && array->size == 0 && array->data == NULL) return RCL_RET_OK;
  return micro_error(RCL_RET_INVALID_ARGUMENT, "what is to be filled is not empty: call its fini");
}

static rcl_ret_t collect(const rcl_node_t* node, const rcl_allocator_t* allocator,
                         const wanted* what, rcl_names_and_types_t* to) {
  micro_graph_cursor at;
  rcl_ret_t ret = check_allocator(allocator);
  if (ret == RCL_RET_OK) ret = check_empty(to == NULL ? NULL : &to->names);
  if (ret == RCL_RET_OK) ret = micro_graph_look_from(node, &at);
  if (ret != RCL_RET_OK) return ret;
  bool known = what->node == NULL;
  to->names.allocator = *allocator;
  while (micro_graph_next_node(&at)) {
    if (!is_wanted(what, &at)) continue;
    known = true;
    while (micro_graph_next_entity(&at)) {
      if (at.kind != what->kind && at.kind != what->other_kind) continue;
      if (add_entity(to, &at)) continue;
      rcl_names_and_types_fini(to);
      return no_memory();
    }
  }
  if (known) return RCL_RET_OK;
  return micro_error(RCL_RET_NODE_NAME_NON_EXISTENT, "the graph has no node of that name");
}

static rcl_ret_t collect_topics(const rcl_node_t* node, const rcl_allocator_t* allocator,
                                bool no_demangle, const wanted* what, rcl_names_and_types_t* to) {
  if (!no_demangle) return collect(node, allocator, what, to);
  return micro_error(RCL_RET_UNSUPPORTED, "an agent tells no topics but those of ROS");
}

static rcl_ret_t collect_of_node(const rcl_node_t* node, const rcl_allocator_t* allocator,
                                 bool no_demangle, uint8_t kind, const char* name,
                                 const char* space, rcl_names_and_types_t* to) {
  const wanted what = {kind, kind, name, space};
  if (name != NULL && space != NULL) {
    return collect_topics(node, allocator, no_demangle, &what, to);
  }
  return micro_error(RCL_RET_INVALID_ARGUMENT, "a node has a name and a namespace");
}

rcl_ret_t rcl_get_node_names(const rcl_node_t* node, rcl_allocator_t allocator,
                             rcutils_string_array_t* names, rcutils_string_array_t* namespaces) {
  micro_graph_cursor at;
  rcl_ret_t ret = check_allocator(&allocator);
  if (ret == RCL_RET_OK) ret = check_empty(names);
  if (ret == RCL_RET_OK) ret = check_empty(namespaces);
  if (ret == RCL_RET_OK) ret = micro_graph_look_from(node, &at);
  if (ret != RCL_RET_OK) return ret;
  names->allocator = allocator;
  namespaces->allocator = allocator;
  while (micro_graph_next_node(&at)) {
    if (append(names, at.node) && append(namespaces, at.space)) continue;
    rcutils_string_array_fini(names);
    rcutils_string_array_fini(namespaces);
    return no_memory();
  }
  return RCL_RET_OK;
}
rcl_ret_t rcl_get_topic_names_and_types(const rcl_node_t* node, rcl_allocator_t* allocator,
                                        bool no_demangle, rcl_names_and_types_t* of) {
  const wanted topics = {MICRO_GRAPH_PUBLISHER, MICRO_GRAPH_SUBSCRIBER, NULL, NULL};
  return collect_topics(node, allocator, no_demangle, &topics, of);
}
rcl_ret_t rcl_get_service_names_and_types(const rcl_node_t* node, rcl_allocator_t* allocator,
                                          rcl_names_and_types_t* of) {
  const wanted services = {MICRO_GRAPH_SERVICE, MICRO_GRAPH_SERVICE, NULL, NULL};
  return collect(node, allocator, &services, of);
}
rcl_ret_t rcl_get_publisher_names_and_types_by_node(const rcl_node_t* node,
                                                    rcl_allocator_t* allocator, bool no_demangle,
                                                    const char* name, const char* space,
                                                    rcl_names_and_types_t* of) {
  return collect_of_node(node, allocator, no_demangle, MICRO_GRAPH_PUBLISHER, name, space, of);
}
rcl_ret_t rcl_get_subscriber_names_and_types_by_node(const rcl_node_t* node,
                                                     rcl_allocator_t* allocator, bool no_demangle,
                                                     const char* name, const char* space,
                                                     rcl_names_and_types_t* of) {
  return collect_of_node(node, allocator, no_demangle, MICRO_GRAPH_SUBSCRIBER, name, space, of);
}
rcl_ret_t rcl_get_service_names_and_types_by_node(const rcl_node_t* node,
                                                  rcl_allocator_t* allocator, const char* name,
                                                  const char* space, rcl_names_and_types_t* of) {
  return collect_of_node(node, allocator, false, MICRO_GRAPH_SERVICE, name, space, of);
}
rcl_ret_t rcl_get_client_names_and_types_by_node(const rcl_node_t* node, rcl_allocator_t* allocator,
                                                 const char* name, const char* space,
                                                 rcl_names_and_types_t* of) {
  return collect_of_node(node, allocator, false, MICRO_GRAPH_CLIENT, name, space, of);
}

#endif
