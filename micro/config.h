/* Every maximum of the micro client, in one place. A build sets another one by
 * -DXRCE_MTU=... ; what does not fit together does not compile. */
#ifndef RANVIER_MICRO_CONFIG_H
#define RANVIER_MICRO_CONFIG_H

/* The largest message, in bytes, in both directions; the agent learns it. */
#ifndef XRCE_MTU
#define XRCE_MTU 512
#endif

/* Whether there are reliable streams. Without them the client is smaller. */
#ifndef XRCE_RELIABLE
#define XRCE_RELIABLE 1
#endif

/* Messages that may be sent and not acknowledged yet; a power of two. */
#ifndef XRCE_HISTORY
#define XRCE_HISTORY 4
#endif

/* The memory for them, in bytes, shared by their lengths. */
#ifndef XRCE_HISTORY_BYTES
#define XRCE_HISTORY_BYTES (XRCE_HISTORY * XRCE_MTU)
#endif

/* The largest sample that comes in fragments; 0: none is taken. */
#ifndef XRCE_FRAGMENTED_BYTES
#define XRCE_FRAGMENTED_BYTES 0
#endif

/* The graph that the agent tells: bytes of the newest one, which is kept for the calls of
 * rcl/graph.h; 0: these say RCL_RET_UNSUPPORTED. Each node of rclcpp takes several hundred. */
#ifndef XRCE_GRAPH_BYTES
#define XRCE_GRAPH_BYTES 0
#endif

/* Where messages of the best-effort stream are put together, in bytes: a sample of it has 12
 * bytes less. */
#ifndef XRCE_BEST_EFFORT_BYTES
#define XRCE_BEST_EFFORT_BYTES 128
#endif

/* Milliseconds: between two logins, two tries to create an entity, two heartbeats at most, two
 * times that messages are sent again because the agent asks. */
#ifndef XRCE_LOGIN_MS
#define XRCE_LOGIN_MS 500
#endif
#ifndef XRCE_CREATE_MS
#define XRCE_CREATE_MS 250
#endif
#ifndef XRCE_HEARTBEAT_MS
#define XRCE_HEARTBEAT_MS 100
#endif
/* The first heartbeat after so many; each later one after twice as long, until the agent
 * acknowledges something. */
#ifndef XRCE_FIRST_HEARTBEAT_MS
#define XRCE_FIRST_HEARTBEAT_MS 15
#endif
#ifndef XRCE_REPEAT_MS
#define XRCE_REPEAT_MS 10
#endif

/* After so long a silence of the agent it is asked for a sign of life, and again; after
 * XRCE_SILENCES of them the session is set up again. */
#ifndef XRCE_SILENCE_MS
#define XRCE_SILENCE_MS 400
#endif
#ifndef XRCE_SILENCES
#define XRCE_SILENCES 3
#endif

/* After so long a silence of this client the agent takes it for dead. */
#ifndef XRCE_LIVELINESS_MS
#define XRCE_LIVELINESS_MS 5000
#endif

#if XRCE_MTU < 176 || XRCE_MTU > 65535
#error "XRCE_MTU must be from 176 (a login) to 65535 bytes"
#endif
#if XRCE_BEST_EFFORT_BYTES < 48
#error "XRCE_BEST_EFFORT_BYTES must be at least 48: three objects are deleted in one message"
#endif
#if XRCE_BEST_EFFORT_BYTES > XRCE_MTU
#error "XRCE_BEST_EFFORT_BYTES must not be beyond XRCE_MTU: a message is sent whole"
#endif
#if XRCE_RELIABLE && (XRCE_HISTORY < 1 || XRCE_HISTORY > 16 || (XRCE_HISTORY & (XRCE_HISTORY - 1)))
#error "XRCE_HISTORY must be 1, 2, 4, 8 or 16: agents take no more at once"
#endif
#if XRCE_FIRST_HEARTBEAT_MS < 1 || XRCE_FIRST_HEARTBEAT_MS > XRCE_HEARTBEAT_MS
#error "XRCE_FIRST_HEARTBEAT_MS must be from 1 to XRCE_HEARTBEAT_MS"
#endif
#if XRCE_HEARTBEAT_MS > 32767
#error "XRCE_HEARTBEAT_MS must be at most 32767"
#endif
#if XRCE_RELIABLE && XRCE_HISTORY_BYTES < XRCE_MTU
#error "XRCE_HISTORY_BYTES must hold one message of XRCE_MTU bytes"
#endif
#if XRCE_RELIABLE && XRCE_HISTORY_BYTES > 65535
#error "XRCE_HISTORY_BYTES must be at most 65535"
#endif
#if XRCE_GRAPH_BYTES && !XRCE_RELIABLE
#error "XRCE_GRAPH_BYTES asks for XRCE_RELIABLE"
#endif
#if XRCE_GRAPH_BYTES > XRCE_MTU - 12 && XRCE_FRAGMENTED_BYTES < XRCE_GRAPH_BYTES + 8
#error "XRCE_FRAGMENTED_BYTES must be at least XRCE_GRAPH_BYTES + 8: the graph comes in fragments"
#endif
#if XRCE_LIVELINESS_MS > 999999
#error "XRCE_LIVELINESS_MS has at most six digits on the wire"
#endif

#endif
