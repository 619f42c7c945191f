/* The reliable streams, in both directions.
 *
 * Incoming messages are taken in order, straight out of the buffer that they were received
 * in; one that comes too early is dropped and asked for again. So this direction needs no
 * memory, and a message is acknowledged when the program has taken what is in it. */
#include <string.h>

#include "session.h"

#if XRCE_RELIABLE

/* Streams begin again. An agent that goes on sends what was not taken: also the other parts of
 * a sample. */
void xrce_reset_reliable(xrce_session* session, bool goes_on_in, bool goes_on_out) {
  session->in_last = 0xffff;
  session->in_newest = 0xffff;
  session->blocked = false;
  session->heartbeat_after = XRCE_FIRST_HEARTBEAT_MS;
  session->sent = 0;
  if (!goes_on_in) {
    session->in_done = 0;
#if XRCE_FRAGMENTED_BYTES
    session->fragmented = 0;
#endif
  }
  session->cut = false;
  xrce_forget_unkept(session, goes_on_out);
  xrce_history_renumber(&session->history);
}

void xrce_send_acknack(xrce_session* session) {
  const unsigned missing = (uint16_t)(session->in_newest - session->in_last);
  unsigned bits = 0;
  if (!session->blocked && missing > 0 && missing < 0x8000) {
    bits = missing >= 16 ? 0xffffu : (1u << missing) - 1u;
  }
  xrce_message message;
  xrce_start_out(session, &message, XRCE_NO_STREAM);
  if (xrce_acknack(&message, (uint16_t)(session->in_last + 1u), (uint16_t)bits,
                   XRCE_RELIABLE_STREAM)) {
    xrce_send_message(session, &message);
  }
}

/* Takes the submessages that were not taken before. */
static bool take_all(xrce_session* session, const uint8_t* message, size_t size, size_t offset) {
  xrce_submessage submessage;
  for (uint8_t i = 0; xrce_next_submessage(message, size, &offset, &submessage); ++i) {
    if (i < session->in_done) continue;
    if (!xrce_take_submessage(session, &submessage)) return false;
    session->in_done = (uint8_t)(i + 1);
  }
  session->in_done = 0;
  return true;
}

/* Our agent puts its acknowledgements behind samples: they count also where those do not. */
static void take_acknacks(xrce_session* session, const uint8_t* message, size_t size,
                          size_t offset) {
  xrce_submessage submessage;
  while (xrce_next_submessage(message, size, &offset, &submessage)) {
    if (submessage.id == XRCE_ACKNACK) xrce_take_submessage(session, &submessage);
  }
}

void xrce_take_reliable(xrce_session* session, const xrce_header* header, const uint8_t* message,
                        size_t size, size_t offset) {
  const uint16_t sequence = header->sequence;
  if (xrce_before(session->in_newest, sequence)) session->in_newest = sequence;
  bool taken = false;
  if (sequence == (uint16_t)(session->in_last + 1u)) {
    taken = take_all(session, message, size, offset);
    session->blocked = !taken;
    if (!session->up) return; /* it said that the session is over */
    if (taken) session->in_last = sequence;
  }
  if (!taken) take_acknacks(session, message, size, offset);
  xrce_send_acknack(session);
}

void xrce_resume(xrce_session* session) {
  if (!session->blocked) return;
  session->blocked = false;
  xrce_send_acknack(session);
}

void xrce_on_heartbeat(xrce_session* session, xrce_cdr* payload) {
  const uint16_t first = xrce_get_u16(payload);
  const uint16_t last = xrce_get_u16(payload);
  const uint8_t stream = xrce_get_u8(payload);
  if (payload->failed || stream != XRCE_RELIABLE_STREAM || !session->up) return;
  if (xrce_before((uint16_t)(session->in_last + 1u), first)) { /* it gave up what is older */
    session->in_last = (uint16_t)(first - 1u);
    session->in_done = 0;
#if XRCE_FRAGMENTED_BYTES
    session->fragmented = UINT32_MAX;
#endif
  }
  /* An agent that began its stream again is behind, and stays there. */
  session->strange = xrce_before(last, session->in_last) ? (uint8_t)(session->strange + 1u) : 0;
  if (xrce_before(session->in_newest, last)) session->in_newest = last;
  if (xrce_before(session->in_newest, session->in_last)) session->in_newest = session->in_last;
  xrce_send_acknack(session);
}

static void send_one(xrce_session* session, uint8_t index) {
  size_t size;
  const uint8_t* message = xrce_history_at(&session->history, index, &size);
  xrce_send(session, message, size);
  session->heartbeat = session->platform->now_ms();
}

void xrce_on_acknack(xrce_session* session, xrce_cdr* payload) {
  const uint16_t first = xrce_get_u16(payload);
  const uint16_t missing = xrce_get_id(payload);
  const uint8_t stream = xrce_get_u8(payload);
  xrce_history* history = &session->history;
  const uint16_t done = (uint16_t)(first - history->first);
  if (payload->failed || stream != XRCE_RELIABLE_STREAM || !session->up) return;
  if (done > session->sent) { /* an old one; or the agent forgot what it had */
    ++session->strange;
    return;
  }
  session->strange = 0;
  xrce_history_release(history, first);
  session->sent = (uint8_t)(session->sent - done);
  if (done != 0) session->heartbeat_after = XRCE_FIRST_HEARTBEAT_MS;
  /* An agent that gets a burst out of order asks with each message: that is answered once. */
  const uint32_t now = session->platform->now_ms();
  if (missing == 0 || now - session->repeated < XRCE_REPEAT_MS) return;
  session->repeated = now;
  for (uint8_t i = 0; i < session->sent && i < 16; ++i) {
    if (missing >> i & 1) send_one(session, i);
  }
}

void xrce_send_history(xrce_session* session) {
  xrce_history* history = &session->history;
  while (session->sent < history->count) send_one(session, session->sent++);
  if (history->count == 0) return;
  const uint32_t now = session->platform->now_ms();
  if (now - session->heartbeat < session->heartbeat_after) return;
  session->heartbeat = now;
  const unsigned next = 2u * session->heartbeat_after;
  session->heartbeat_after = (uint16_t)(next < XRCE_HEARTBEAT_MS ? next : XRCE_HEARTBEAT_MS);
  xrce_message message;
  xrce_start_out(session, &message, XRCE_NO_STREAM);
  if (xrce_heartbeat(&message, history->first, (uint16_t)(xrce_history_next(history) - 1u),
                     XRCE_RELIABLE_STREAM)) {
    xrce_send_message(session, &message);
  }
}

#if XRCE_FRAGMENTED_BYTES
/* A fragment is always taken, but for the last one when the program has no room. */
bool xrce_take_fragment(xrce_session* session, const xrce_submessage* fragment) {
  const bool last = (fragment->flags & XRCE_LAST_FRAGMENT) != 0;
  const uint32_t before = session->fragmented;
  if (before > XRCE_FRAGMENTED_BYTES || fragment->size > XRCE_FRAGMENTED_BYTES - before) {
    session->fragmented = last ? 0 : UINT32_MAX; /* the agent knows how much is taken */
    return true;
  }
  memcpy(session->fragments + before, fragment->payload, fragment->size);
  session->fragmented += (uint32_t)fragment->size;
  if (!last) return true;
  xrce_submessage whole;
  bool taken = true;
  if (session->fragmented >= XRCE_SUBMESSAGE_HEADER) {
    whole.id = session->fragments[0];
    whole.flags = session->fragments[1];
    whole.payload = session->fragments + XRCE_SUBMESSAGE_HEADER;
    whole.size = session->fragmented - XRCE_SUBMESSAGE_HEADER;
    if (whole.id == XRCE_DATA) taken = xrce_take_submessage(session, &whole);
  }
  session->fragmented = taken ? 0 : before; /* the last one comes again */
  return taken;
}
#else
bool xrce_take_fragment(xrce_session* session, const xrce_submessage* fragment) {
  (void)session;
  (void)fragment;
  return true;
}
#endif

#else
void xrce_resume(xrce_session* session) { (void)session; }
#endif
