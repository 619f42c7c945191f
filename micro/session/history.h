/* The messages of the outgoing reliable stream that are not acknowledged yet. */
#ifndef RANVIER_MICRO_SESSION_HISTORY_H
#define RANVIER_MICRO_SESSION_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../config.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A ring of messages, each in one piece. The oldest has sequence number `first`. */
typedef struct xrce_history {
  uint16_t first;
  uint8_t oldest; /* its place in `start` and `size` */
  uint8_t count;
  uint16_t start[XRCE_HISTORY];
  uint16_t size[XRCE_HISTORY];
  uint8_t bytes[XRCE_HISTORY_BYTES];
} xrce_history;

/* Empty, and the next message has sequence number 0. */
void xrce_history_init(xrce_history* history);
/* Room for a message of up to `size` bytes; null if there is none now. */
uint8_t* xrce_history_room(const xrce_history* history, size_t size);
/* The message that was written into that room is the newest one. */
void xrce_history_add(xrce_history* history, const uint8_t* message, size_t size);
static inline uint16_t xrce_history_next(const xrce_history* history) {
  return (uint16_t)(history->first + history->count);
}
/* The message `index` places behind the oldest. */
uint8_t* xrce_history_at(xrce_history* history, uint8_t index, size_t* size);
/* All before `sequence` were acknowledged. False, and nothing happens, if it is not one
 * of those that are here, or the next one. */
bool xrce_history_release(xrce_history* history, uint16_t sequence);
/* Forgets one message; the others close the gap. Contract: renumber afterwards. */
void xrce_history_remove(xrce_history* history, uint8_t index);
/* A new session: the oldest message gets sequence number 0. */
void xrce_history_renumber(xrce_history* history);

#ifdef __cplusplus
}
#endif
#endif
