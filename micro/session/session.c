#include "session.h"

#include <string.h>

#include "publish.h"

static uint32_t now_of(const xrce_session* session) { return session->platform->now_ms(); }

void xrce_session_init(xrce_session* session, xrce_transport* link, const xrce_platform* platform,
                       uint32_t key) {
  memset(session, 0, sizeof(*session));
  session->link = link;
  session->platform = platform;
  session->last_request = XRCE_FIRST_REQUEST - 2; /* the first request is the ping's number */
  for (int i = 0; i < 4; ++i) session->key[i] = (uint8_t)(key >> (24 - 8 * i));
  session->due = now_of(session);
  session->nonce = session->due;
}

uint16_t xrce_new_request(xrce_session* session) {
  if (++session->last_request == 0) session->last_request = XRCE_FIRST_REQUEST;
  return session->last_request;
}

void xrce_start_out(xrce_session* session, xrce_message* message, uint8_t stream) {
  xrce_header header = {XRCE_SESSION, stream, 0, false, {0}};
  if (stream == XRCE_BEST_EFFORT_STREAM) header.sequence = session->best_effort_out;
  xrce_start_message(message, session->best_effort, sizeof(session->best_effort), &header);
}

void xrce_start_long(xrce_session* session, xrce_message* message, const xrce_header* header) {
  xrce_transport* link = session->link;
  if (link->forget != NULL) link->forget(link);
  xrce_start_message(message, session->in, sizeof(session->in), header);
}

bool xrce_send(xrce_session* session, const uint8_t* message, size_t size) {
  xrce_transport* link = session->link;
  if (!link->is_open) return false;
  if (link->send(link, message, size)) return true;
  link->close(link);
  link->is_open = false;
  return false;
}

bool xrce_send_message(xrce_session* session, const xrce_message* message) {
  if (message->data[1] == XRCE_BEST_EFFORT_STREAM) ++session->best_effort_out;
  return xrce_send(session, message->data, message->size);
}

/* Tells of a change, once. */
static void tell(xrce_session* session, bool up) {
  if (session->told_up == up) return;
  session->told_up = up;
  if (session->changed != NULL) session->changed(session, up);
}

void xrce_lose_session(xrce_session* session) {
  session->up = false;
  session->due = now_of(session);
  session->nonce = session->due;
  for (xrce_entity* e = session->entities; e != NULL; e = e->next) {
    e->state = XRCE_MISSING;
    e->step = 0;
    e->pending = 0;
  }
  tell(session, false);
}

/* Up to six digits of a number. */
static const char* digits(char* text, uint32_t number) {
  for (int i = 5; i >= 0; --i) {
    text[i] = (char)('0' + number % 10);
    number /= 10;
  }
  text[6] = 0;
  return text;
}

static void log_in(xrce_session* session) {
  xrce_transport* link = session->link;
  if (!link->is_open) link->is_open = link->open(link);
  session->due = now_of(session) + XRCE_LOGIN_MS;
  const xrce_header header = {XRCE_SESSION_WITHOUT_KEY, XRCE_NO_STREAM, 0, false, {0}};
  char texts[5][7];
  /* Our agent keeps to the window, in messages, and to the largest sample that comes in
   * fragments, in bytes. It takes a login with the same number for the same one, which a link
   * has doubled. In a later session it goes on behind the message that was taken last. Other
   * agents know the first pair alone. */
  const char* const properties[] = {"uxr_hl",
                                    digits(texts[0], XRCE_LIVELINESS_MS),
                                    "rvr_login",
                                    digits(texts[1], session->nonce),
#if XRCE_RELIABLE
                                    "rvr_window",
                                    digits(texts[2], XRCE_HISTORY),
                                    "rvr_largest",
                                    digits(texts[3], XRCE_FRAGMENTED_BYTES),
                                    session->logins != 0 ? "rvr_taken" : NULL,
                                    digits(texts[4], session->in_last),
#endif
                                    NULL};
  xrce_message message;
  xrce_start_long(session, &message, &header);
  if (xrce_create_client(&message, session->key, XRCE_SESSION, XRCE_MTU, properties)) {
    xrce_send_message(session, &message);
  }
}

#if XRCE_RELIABLE
/* What our agent says when it goes on with an earlier session: the first message that it has
 * not taken, in digits. @return false if that is none that it can lack. */
static bool go_on_with(xrce_session* session, xrce_cdr* payload) {
  if (xrce_get_u32(payload) != 1 || session->logins == 0) return false;
  for (uint32_t size = xrce_get_u32(payload); size != 0 && !payload->failed; --size) {
    xrce_get_u8(payload); /* the name: it has no other property */
  }
  uint32_t taken = 0;
  for (uint32_t size = xrce_get_u32(payload); size > 1 && !payload->failed; --size) {
    taken = taken * 10 + (uint32_t)(xrce_get_u8(payload) - '0');
  }
  const uint16_t done = (uint16_t)((uint16_t)taken - session->history.first);
  if (payload->failed || done > session->sent) return false;
  return xrce_history_release(&session->history, (uint16_t)taken);
}
#endif

static void on_login(xrce_session* session, xrce_cdr* payload) {
  uint8_t start[10]; /* two statuses, and who the agent is */
  xrce_get_bytes(payload, start, sizeof(start));
  const bool goes_on = xrce_get_u8(payload) != 0;
  if (payload->failed || session->up || start[0] != XRCE_STATUS_OK) return;
#if XRCE_RELIABLE
  xrce_reset_reliable(session, goes_on, goes_on && go_on_with(session, payload));
#else
  (void)goes_on;
#endif
  session->up = true;
  session->strange = 0;
  if (++session->logins == 0) session->logins = 1;
  session->silences = 0;
  session->best_effort_out = 0;
  session->best_effort_in = 0xffff;
  session->creating = session->entities;
  session->due = now_of(session);
}

static void ask_for_life(xrce_session* session) {
  const xrce_header header = {
      session->up ? XRCE_SESSION : XRCE_SESSION_WITHOUT_KEY, XRCE_NO_STREAM, 0, false, {0}};
  xrce_message message;
  xrce_start_message(&message, session->best_effort, sizeof(session->best_effort), &header);
  if (xrce_get_info(&message, XRCE_REQUEST_PING, XRCE_AGENT_OBJECT, XRCE_INFO_ACTIVITY)) {
    xrce_send_message(session, &message);
  }
}

/* Asks a silent agent, and gives it up in the end. */
static void watch_agent(xrce_session* session, uint32_t now) {
  if (now - session->heard < XRCE_SILENCE_MS) return;
  session->heard = now;
  if (++session->silences > XRCE_SILENCES || !session->link->is_open) {
    xrce_lose_session(session);
  } else {
    ask_for_life(session);
  }
}

static bool is_due(uint32_t now, uint32_t when) { return (int32_t)(now - when) >= 0; }

static void do_what_is_due(xrce_session* session) {
  const uint32_t now = now_of(session);
  if (!session->up) {
    if (is_due(now, session->due)) log_in(session);
    return;
  }
  watch_agent(session, now);
  if (session->strange >= XRCE_MOST_STRANGE) xrce_lose_session(session);
  if (session->up && session->creating != NULL && is_due(now, session->due)) {
    xrce_create_next(session);
  }
  if (xrce_ready(session)) {
    tell(session, true);
#if XRCE_RELIABLE
    xrce_send_history(session);
#endif
  }
}

/* How long there is nothing to do, up to `timeout`. */
static uint32_t idle_for(const xrce_session* session, uint32_t timeout) {
  const uint32_t now = now_of(session);
  uint32_t until = session->heard + XRCE_SILENCE_MS;
  if (!session->up || session->creating != NULL) {
    if (!session->up || is_due(until, session->due)) until = session->due;
  }
  uint32_t idle = is_due(now, until) ? 0 : until - now;
#if XRCE_RELIABLE
  if (session->up && session->history.count != 0 && idle > session->heartbeat_after) {
    idle = session->heartbeat_after;
  }
#endif
  return idle < timeout ? idle : timeout;
}

xrce_ret xrce_spin(xrce_session* session, uint32_t timeout_ms) {
  if (session->in_callback) return XRCE_IN_CALLBACK;
  const uint32_t begin = now_of(session);
  for (;;) {
    do_what_is_due(session);
    const uint32_t spent = now_of(session) - begin;
    const uint32_t left = spent < timeout_ms ? timeout_ms - spent : 0;
    const uint32_t idle = idle_for(session, left);
    xrce_transport* link = session->link;
    if (link->is_open) {
      const size_t size =
          link->receive(link, session->in, sizeof(session->in), (int)(idle & 0x7fffffffu));
      if (size != 0) {
        xrce_handle(session, session->in, size);
        do_what_is_due(session);
        return XRCE_OK;
      }
    } else if (idle != 0 && session->platform->sleep_ms != NULL) {
      session->platform->sleep_ms(idle);
    }
    if (now_of(session) - begin >= timeout_ms) return XRCE_TIMEOUT;
  }
}

static uint32_t left_of(const xrce_session* session, uint32_t begin, uint32_t timeout) {
  const uint32_t spent = now_of(session) - begin;
  return spent < timeout ? timeout - spent : 0;
}

xrce_ret xrce_wait_ready(xrce_session* session, uint32_t timeout_ms) {
  const uint32_t begin = now_of(session);
  while (!xrce_ready(session)) {
    const uint32_t left = left_of(session, begin, timeout_ms);
    const xrce_ret ret = xrce_spin(session, left);
    if (ret == XRCE_IN_CALLBACK) return ret;
    if (left == 0 && !xrce_ready(session)) return session->up ? XRCE_TIMEOUT : XRCE_NO_AGENT;
  }
  return XRCE_OK;
}

xrce_ret xrce_ping(xrce_session* session, uint32_t timeout_ms) {
  if (session->in_callback) return XRCE_IN_CALLBACK;
  xrce_transport* link = session->link;
  const uint32_t begin = now_of(session);
  if (!link->is_open) link->is_open = link->open(link);
  session->pong = false;
  ask_for_life(session);
  do {
    xrce_spin(session, left_of(session, begin, timeout_ms));
    if (session->pong) return XRCE_OK;
  } while (left_of(session, begin, timeout_ms) != 0);
  return XRCE_TIMEOUT;
}

void xrce_session_end(xrce_session* session) {
  xrce_message message;
  if (session->up) {
    xrce_start_out(session, &message, XRCE_NO_STREAM);
    if (xrce_delete(&message, XRCE_REQUEST_LOGOUT, XRCE_CLIENT_OBJECT)) {
      xrce_send_message(session, &message);
    }
  }
  xrce_lose_session(session);
  if (session->link->is_open) session->link->close(session->link);
  session->link->is_open = false;
}

/* The answer to GET_INFO. An agent that was restarted does not know the session. */
static void on_info(xrce_session* session, xrce_cdr* payload) {
  const uint16_t request = xrce_get_id(payload);
  xrce_get_id(payload); /* the object */
  xrce_get_u8(payload); /* the status */
  const uint8_t known = xrce_get_u8(payload);
  if (payload->failed || request != XRCE_REQUEST_PING) return;
  session->pong = true;
  if (session->up && !known) xrce_lose_session(session);
}

/* The agent asks whether this client is alive. */
static void on_get_info(xrce_session* session, xrce_cdr* payload) {
  const uint16_t request = xrce_get_id(payload);
  const uint16_t object = xrce_get_id(payload);
  xrce_message message;
  xrce_cdr cdr;
  xrce_start_out(session, &message, XRCE_NO_STREAM);
  xrce_start_submessage(&message, XRCE_INFO, 0, &cdr);
  xrce_put_id(&cdr, request);
  xrce_put_id(&cdr, object);
  xrce_put_u32(&cdr, 0); /* status ok; neither configuration nor activity */
  if (xrce_end_submessage(&message, &cdr)) xrce_send_message(session, &message);
}

/* Calls the entity that the sample is for. */
static bool take_data(xrce_session* session, xrce_cdr* payload) {
  const uint8_t* head = payload->at;
  xrce_get_id(payload); /* of the READ_DATA */
  const uint16_t object = xrce_get_id(payload);
  xrce_entity* entity = session->entities;
  while (entity != NULL && xrce_object_id(entity->number, entity->kind) != object) {
    entity = entity->next;
  }
  if (payload->failed || entity == NULL || entity->take == NULL) return true;
  head = payload->at;
  uint8_t skipped[XRCE_REQUEST_HEAD];
  size_t size = 0;
  if (entity->kind == XRCE_REPLIER) size = XRCE_REQUEST_HEAD;
  if (entity->kind == XRCE_REQUESTER) size = XRCE_REPLY_HEAD;
  xrce_get_bytes(payload, skipped, size);
  if (payload->failed) return true;
  xrce_cdr_origin(payload);
  session->in_callback = true;
  const bool taken = entity->take(entity, payload, size != 0 ? head : NULL);
  session->in_callback = false;
  return taken;
}

bool xrce_take_submessage(xrce_session* session, const xrce_submessage* submessage) {
  xrce_cdr payload;
  xrce_read_payload(submessage, &payload);
  switch (submessage->id) {
    case XRCE_STATUS_AGENT: on_login(session, &payload); break;
    case XRCE_STATUS: {
      const uint16_t request = xrce_get_id(&payload);
      const uint16_t object = xrce_get_id(&payload);
      const uint8_t status = xrce_get_u8(&payload);
      if (!payload.failed) xrce_on_status(session, request, object, status);
      break;
    }
    case XRCE_INFO: on_info(session, &payload); break;
    case XRCE_GET_INFO: on_get_info(session, &payload); break;
    case XRCE_DATA: return take_data(session, &payload);
    case XRCE_TIMESTAMP_REPLY:
      if (session->on_time != NULL) session->on_time(session, &payload);
      break;
#if XRCE_RELIABLE
    case XRCE_ACKNACK: xrce_on_acknack(session, &payload); break;
    case XRCE_HEARTBEAT: xrce_on_heartbeat(session, &payload); break;
    case XRCE_FRAGMENT: return xrce_take_fragment(session, submessage);
#endif
    default: break; /* of a later version, or for an agent */
  }
  return true;
}

void xrce_handle(xrce_session* session, const uint8_t* message, size_t size) {
  xrce_header header;
  size_t offset = xrce_read_header(&header, message, size);
  const uint8_t expected =
      header.session == XRCE_SESSION_WITHOUT_KEY ? header.session : XRCE_SESSION;
  if (offset == 0 || header.session != expected) return;
  session->heard = now_of(session);
  session->silences = 0;
  if (header.stream >= XRCE_RELIABLE_STREAM) {
#if XRCE_RELIABLE
    if (session->up && header.stream == XRCE_RELIABLE_STREAM) {
      xrce_take_reliable(session, &header, message, size, offset);
    }
#endif
    return;
  }
  if (header.stream != XRCE_NO_STREAM) {
    if (!session->up || !xrce_before(session->best_effort_in, header.sequence)) return;
    session->best_effort_in = header.sequence;
  }
  xrce_submessage submessage;
  while (xrce_next_submessage(message, size, &offset, &submessage)) {
    xrce_take_submessage(session, &submessage);
  }
}
