/* Writing samples: of a data writer, and the requests and replies of services. */
#ifndef RANVIER_MICRO_SESSION_PUBLISH_H
#define RANVIER_MICRO_SESSION_PUBLISH_H

#include "session.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A sample that is being written. */
typedef struct xrce_sample {
  xrce_cdr cdr; /* writes it; its alignment begins with the sample */
  xrce_session* session;
  xrce_entity* entity;
  uint32_t begin;
  uint32_t timeout_ms;
  uint32_t left; /* bytes that are still to be written behind this part */
  uint8_t* part; /* the message that is being written */
  uint8_t login; /* the session that it was started in */
} xrce_sample;

/* Starts a sample of `size` bytes. A reply starts with the `head` of its request; else null.
 * @param timeout_ms  how long it may wait for room, in here and while a long sample is
 *   written; 0: not at all.
 * @return XRCE_OK, then xrce_end_sample() is called; or why nothing was started. */
xrce_ret xrce_start_sample(xrce_session* session, xrce_entity* entity, size_t size,
                           const uint8_t* head, uint32_t timeout_ms, xrce_sample* sample);
/* Sends it. A reliable one is kept until the agent has it, also beyond a session that was lost.
 * Two are lost then, and counted in the entity's `lost`: one of several messages, and one of an
 * agent that begins again, unless its writer keeps. @return XRCE_OK; else the sample is lost, and
 * was counted there. */
xrce_ret xrce_end_sample(xrce_sample* sample);

/* Writes a sample that is encoded already. */
xrce_ret xrce_write(xrce_session* session, xrce_entity* entity, const void* data, size_t size,
                    uint32_t timeout_ms);

/* Messages that are still to be acknowledged by the agent. */
#if XRCE_RELIABLE
static inline unsigned xrce_unacknowledged(const xrce_session* session) {
  return session->history.count;
}
#endif

#ifdef __cplusplus
}
#endif
#endif
