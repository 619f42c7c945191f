#include "history.h"

#include <string.h>

#include "../wire/message.h"

#if XRCE_RELIABLE

static uint8_t place(const xrce_history* history, unsigned index) {
  return (uint8_t)((history->oldest + index) & (XRCE_HISTORY - 1));
}

void xrce_history_init(xrce_history* history) {
  history->first = 0;
  history->oldest = 0;
  history->count = 0;
}

uint8_t* xrce_history_room(const xrce_history* history, size_t size) {
  uint8_t* bytes = (uint8_t*)history->bytes;
  if (size > XRCE_HISTORY_BYTES || history->count == XRCE_HISTORY) return NULL;
  if (history->count == 0) return bytes;
  const uint8_t newest = place(history, history->count - 1u);
  const size_t begin = history->start[history->oldest];
  const size_t end = (size_t)history->start[newest] + history->size[newest];
  if (history->start[newest] < begin) { /* it went round already */
    return begin - end >= size ? bytes + end : NULL;
  }
  if (XRCE_HISTORY_BYTES - end >= size) return bytes + end;
  return begin >= size ? bytes : NULL;
}

void xrce_history_add(xrce_history* history, const uint8_t* message, size_t size) {
  const uint8_t at = place(history, history->count);
  history->start[at] = (uint16_t)(message - history->bytes);
  history->size[at] = (uint16_t)size;
  ++history->count;
}

uint8_t* xrce_history_at(xrce_history* history, uint8_t index, size_t* size) {
  const uint8_t at = place(history, index);
  *size = history->size[at];
  return history->bytes + history->start[at];
}

bool xrce_history_release(xrce_history* history, uint16_t sequence) {
  const uint16_t done = (uint16_t)(sequence - history->first);
  if (done > history->count) return false;
  history->first = sequence;
  history->oldest = place(history, done);
  history->count = (uint8_t)(history->count - done);
  return true;
}

void xrce_history_remove(xrce_history* history, uint8_t index) {
  for (uint8_t i = index; i > 0; --i) {
    const uint8_t to = place(history, i), from = place(history, i - 1u);
    history->start[to] = history->start[from];
    history->size[to] = history->size[from];
  }
  history->oldest = place(history, 1);
  ++history->first;
  --history->count;
}

void xrce_history_renumber(xrce_history* history) {
  history->first = 0;
  for (uint8_t i = 0; i < history->count; ++i) {
    xrce_write_sequence(history->bytes + history->start[place(history, i)], i);
  }
}

#else
typedef int xrce_history_is_left_out; /* no file is empty in C */
#endif
