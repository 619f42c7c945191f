/* The graph that the agent tells: keeping the newest one, and going through it. */
#ifndef RANVIER_MICRO_ROS_GRAPH_H
#define RANVIER_MICRO_ROS_GRAPH_H

#include "rcl/graph.h"
#include "rmw.h"

#if XRCE_GRAPH_BYTES

/* What an entity is: the constants of micro_ros_msgs/Entity. */
enum {
  MICRO_GRAPH_PUBLISHER = 0,
  MICRO_GRAPH_SUBSCRIBER = 1,
  MICRO_GRAPH_SERVICE = 2,
  MICRO_GRAPH_CLIENT = 3
};

/* A place in a micro_ros_msgs/Graph. Texts point into its bytes, and end with a zero there. What
 * is not as the type says sets `cdr.failed`, and ends the way; whatever the bytes are, it is not
 * longer than they. */
typedef struct micro_graph_cursor {
  xrce_cdr cdr;
  uint32_t nodes; /* that come yet; the next two count within one of the level above */
  uint32_t entities;
  uint32_t types;
  const char* space; /* of the node */
  const char* node;
  const char* name; /* of the entity */
  uint8_t kind;     /* MICRO_GRAPH_... */
} micro_graph_cursor;

/* Starts at the CDR of a graph. */
void micro_graph_start(micro_graph_cursor* at, const xrce_cdr* graph);
/* Goes to the next node, the next entity of it, the next type of that; what is left of the level
 * below is passed over. @return false, or null: there is none. */
bool micro_graph_next_node(micro_graph_cursor* at);
bool micro_graph_next_entity(micro_graph_cursor* at);
const char* micro_graph_next_type(micro_graph_cursor* at);

/* A node is there: it reads the graph if no other one does. */
void micro_graph_begin(xrce_session* session, const xrce_entity* node);
/* It goes, and another one reads the graph. */
void micro_graph_end(xrce_session* session, const xrce_entity* node);
/* The session is over. */
void micro_graph_forget(void);
/* Takes what has come meanwhile, and starts at the newest graph; before the first one it is empty.
 * @return RCL_RET_ERROR: the graph has no room here, or the agent refuses to tell it. */
rcl_ret_t micro_graph_look(const rmw_context_t* context, micro_graph_cursor* at);
/* The same, for a node. */
rcl_ret_t micro_graph_look_from(const rcl_node_t* node, micro_graph_cursor* at);
/* Is triggered by each new graph. */
rcl_guard_condition_t* micro_graph_condition(void);

#endif
#endif
