/* The time of the agent. */
#ifndef RANVIER_MICRO_SESSION_TIME_H
#define RANVIER_MICRO_SESSION_TIME_H

#include "session.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A clock that follows the agent's. Of several measurements it takes the mean of the offset,
 * in which a new one counts a quarter; it never steps backwards. One that differs from the mean by
 * more than 100 ms and half of its round trip says that the agent's clock was set again: that time is
 * taken over at once, and only then may this clock step backwards, once. */
typedef struct xrce_time {
  xrce_session* session;
  int64_t (*now_ns)(void); /* of this machine; it never steps */
  int64_t offset_ns;       /* the agent's time is now_ns() + offset_ns */
  int64_t last_ns;         /* what xrce_time_now() last said */
  int64_t asked_ns;        /* when the question that is open was sent */
  bool waits;
  bool synchronized;
} xrce_time;

void xrce_time_init(xrce_time* time, xrce_session* session, int64_t (*now_ns)(void));
/* Asks the agent, and waits for the answer to this very question.
 * @return XRCE_TIMEOUT without one. */
xrce_ret xrce_time_synchronize(xrce_time* time, uint32_t timeout_ms);
/* Nanoseconds since 1970, as the agent has them; 0 before the first answer. */
int64_t xrce_time_now(xrce_time* time);

#ifdef __cplusplus
}
#endif
#endif
