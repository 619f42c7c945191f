/* What this client was built with, by the names of micro-ROS's rmw. Its numbers of nodes and of
 * endpoints are missing: here they have no maximum. */
#ifndef RANVIER_MICRO_RMW_CONFIG_H
#define RANVIER_MICRO_RMW_CONFIG_H

#include "uxr/client/config.h"

#define RMW_UXRCE_STREAM_HISTORY_INPUT XRCE_HISTORY
#define RMW_UXRCE_STREAM_HISTORY_OUTPUT XRCE_HISTORY
#if XRCE_GRAPH_BYTES > 0
#define RMW_UXRCE_GRAPH
#endif
/* The transport that a program has without choosing one. */
#ifdef RANVIER_MICRO_POSIX
#define RMW_UXRCE_TRANSPORT_UDP
#else
#define RMW_UXRCE_TRANSPORT_CUSTOM
#endif

#endif
