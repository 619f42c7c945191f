/* The newest graph of the agent, as it came; and going through it. */
#include <string.h>

#include "graph.h"

#if XRCE_GRAPH_BYTES

enum { MOST_SPINS = 16 };

typedef enum { NONE_YET, KNOWN, TOO_LARGE } graph_state;

static struct {
  xrce_entity reader; /* its node is null while nobody reads */
  rcl_guard_condition_t changed;
  graph_state state;
  bool little_endian;
  size_t size;
  uint8_t bytes[XRCE_GRAPH_BYTES];
} graph;

rcl_guard_condition_t* micro_graph_condition(void) { return &graph.changed; }

/* A text in place. Empty if there is none. */
static const char* get_text(xrce_cdr* cdr) {
  const uint32_t size = xrce_get_u32(cdr);
  const char* text = (const char*)cdr->at;
  if (size == 0 || cdr->failed) return "";
  if (size > xrce_cdr_left(cdr) || memchr(text, 0, size) != text + size - 1) {
    cdr->failed = true;
    return "";
  }
  cdr->at += size;
  cdr->position += size;
  return text;
}

void micro_graph_start(micro_graph_cursor* at, const xrce_cdr* of) {
  memset(at, 0, sizeof(*at));
  at->cdr = *of;
  at->nodes = xrce_get_u32(&at->cdr);
}

const char* micro_graph_next_type(micro_graph_cursor* at) {
  if (at->types == 0 || at->cdr.failed) return NULL;
  --at->types;
  const char* type = get_text(&at->cdr);
  return at->cdr.failed ? NULL : type;
}

bool micro_graph_next_entity(micro_graph_cursor* at) {
  while (micro_graph_next_type(at) != NULL) {}
  if (at->entities == 0 || at->cdr.failed) return false;
  --at->entities;
  at->kind = xrce_get_u8(&at->cdr);
  at->name = get_text(&at->cdr);
  at->types = xrce_get_u32(&at->cdr);
  return !at->cdr.failed;
}

bool micro_graph_next_node(micro_graph_cursor* at) {
  while (micro_graph_next_entity(at)) {}
  if (at->nodes == 0 || at->cdr.failed) return false;
  --at->nodes;
  at->space = get_text(&at->cdr);
  at->node = get_text(&at->cdr);
  at->entities = xrce_get_u32(&at->cdr);
  return !at->cdr.failed;
}

static bool is_whole(const xrce_cdr* sample) {
  micro_graph_cursor at;
  micro_graph_start(&at, sample);
  while (micro_graph_next_node(&at)) {}
  return !at.cdr.failed;
}

/* One that cannot be read changes nothing. */
static bool take_graph(xrce_entity* entity, xrce_cdr* sample, const uint8_t* head) {
  (void)entity;
  (void)head;
  const size_t size = xrce_cdr_left(sample);
  if (size > sizeof(graph.bytes)) {
    graph.state = TOO_LARGE;
  } else if (is_whole(sample)) {
    memcpy(graph.bytes, sample->at, size);
    graph.size = size;
    graph.little_endian = sample->swaps != xrce_machine_is_little_endian();
    graph.state = KNOWN;
  } else {
    micro_error(RCL_RET_ERROR, "a graph was dropped: it is no micro_ros_msgs/Graph");
    return true;
  }
  graph.changed.triggered = true;
  return true;
}

/* The agent says that the graph is larger than what this client takes. */
static void on_unread(xrce_session* session, uint16_t object, uint8_t status) {
  (void)session;
  const uint16_t reader = xrce_object_id(graph.reader.number, XRCE_DATA_READER);
  if (graph.reader.node == NULL || object != reader || status != XRCE_STATUS_RESOURCES) return;
  graph.state = TOO_LARGE;
  graph.changed.triggered = true;
}

void micro_graph_begin(xrce_session* session, const xrce_entity* node) {
  if (graph.reader.node != NULL) return;
  memset(&graph.reader, 0, sizeof(graph.reader));
  graph.reader.kind = XRCE_DATA_READER;
  graph.reader.node = node;
  graph.reader.name = "ros_to_microros_graph";
  graph.reader.type = "micro_ros_msgs::msg::dds_::Graph_";
  graph.reader.take = take_graph;
  graph.reader.qos = XRCE_QOS_RELIABLE | XRCE_QOS_KEEP_LAST | XRCE_QOS_TRANSIENT_LOCAL;
  graph.reader.depth = 1;
  session->unread = on_unread;
  xrce_add(session, &graph.reader);
}

void micro_graph_end(xrce_session* session, const xrce_entity* node) {
  if (graph.reader.node != node) return;
  xrce_remove(session, &graph.reader);
  graph.reader.node = NULL;
  const xrce_entity* other = session->entities;
  while (other != NULL && (other->kind != XRCE_PARTICIPANT || other == node)) other = other->next;
  if (other != NULL) micro_graph_begin(session, other);
}

void micro_graph_forget(void) {
  graph.reader.node = NULL;
  graph.state = NONE_YET;
  graph.changed.triggered = false;
}

/* Programs that only ask, and never spin, hear of changes here. */
rcl_ret_t micro_graph_look(const rmw_context_t* context, micro_graph_cursor* at) {
  if (context == NULL || context->session == NULL) {
    return micro_error(RCL_RET_NOT_INIT, "there is no session: it was shut down");
  }
  for (int i = 0; i < MOST_SPINS && xrce_spin(context->session, 0) == XRCE_OK; ++i) {}
  if (graph.reader.state == XRCE_REFUSED) {
    return micro_error(RCL_RET_ERROR, "the agent refuses to tell the graph");
  }
  if (graph.state == TOO_LARGE) {
    return micro_error(RCL_RET_ERROR,
                       "the graph has no room: raise XRCE_GRAPH_BYTES, and XRCE_FRAGMENTED_BYTES");
  }
  static const uint8_t nothing[4] = {0};
  xrce_cdr cdr;
  const bool known = graph.state == KNOWN;
  xrce_cdr_init(&cdr, known ? graph.bytes : nothing, known ? graph.size : sizeof(nothing),
                graph.little_endian);
  micro_graph_start(at, &cdr);
  return RCL_RET_OK;
}

rcl_ret_t micro_graph_look_from(const rcl_node_t* node, micro_graph_cursor* at) {
  if (node != NULL && node->context != NULL) return micro_graph_look(node->context, at);
  return micro_error(RCL_RET_NODE_INVALID, "the node is not there");
}

#endif
