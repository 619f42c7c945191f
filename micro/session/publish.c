#include "publish.h"

#include <string.h>

/* Of one message: its header, and that of its submessage. */
#define BEFORE_DATA ((size_t)XRCE_HEADER_BYTES + XRCE_SUBMESSAGE_HEADER)

/* Bytes of a submessage: ids, the head of a reply, the sample. */
static size_t payload_of(size_t size, const uint8_t* head) {
  return 4u + (head != NULL ? (size_t)XRCE_REQUEST_HEAD : 0u) + size;
}

const char* xrce_ret_text(xrce_ret ret) {
  switch (ret) {
    case XRCE_OK: return "ok";
    case XRCE_TIMEOUT: return "the agent did not answer in time";
    case XRCE_NO_AGENT: return "there is no session with an agent now";
    case XRCE_NO_ROOM:
      return "too many messages wait for the agent: give more time, or raise XRCE_HISTORY and "
             "XRCE_HISTORY_BYTES";
    case XRCE_TOO_LONG:
      return "the sample never fits: raise XRCE_BEST_EFFORT_BYTES (best effort) or "
             "XRCE_HISTORY_BYTES (reliable, without time to wait)";
    case XRCE_NOT_CREATED: return "the agent does not have the entity; its status says why";
    case XRCE_IN_CALLBACK: return "a callback may not wait for the agent";
    case XRCE_BROKEN_SAMPLE: return "the sample was not of the size that it was started with";
    case XRCE_TOO_MANY: return "4095 entities are declared, the most of a session: remove one";
  }
  return "unknown";
}

/* Service ends write reliably where there are reliable streams. */
static bool is_reliable(const xrce_entity* entity) {
  return XRCE_RELIABLE &&
         (entity->kind != XRCE_DATA_WRITER || (entity->qos & XRCE_QOS_RELIABLE) != 0);
}

static void count_lost(xrce_entity* entity) {
  if (entity->lost != 0xffff) ++entity->lost;
}

/* Writes what precedes the data: ids, and the head of a request. */
static void put_ids(xrce_sample* sample, const uint8_t* head) {
  const xrce_entity* entity = sample->entity;
  xrce_put_id(&sample->cdr, xrce_new_request(sample->session));
  xrce_put_id(&sample->cdr, xrce_object_id(entity->number, entity->kind));
  if (head != NULL) xrce_put_bytes(&sample->cdr, head, XRCE_REQUEST_HEAD);
  xrce_cdr_origin(&sample->cdr);
}

static uint8_t flags_here(void) { return xrce_machine_is_little_endian() ? XRCE_LITTLE_ENDIAN : 0; }

#if XRCE_RELIABLE

/* Waits for room for a message, as long as the sample may. Between two parts of a sample
 * callbacks may run: what they write waits until its end (in_parts). */
static uint8_t* room(xrce_sample* sample, size_t size) {
  xrce_session* session = sample->session;
  for (;;) {
    uint8_t* at = xrce_history_room(&session->history, size);
    const uint32_t spent = session->platform->now_ms() - sample->begin;
    if (at != NULL || session->in_callback || spent >= sample->timeout_ms) return at;
    if (!session->up && !sample->entity->keeps) return NULL;
    xrce_spin(session, sample->timeout_ms - spent);
  }
}

static void start_part(xrce_sample* sample, uint8_t* at, size_t size) {
  const xrce_header header = {
      XRCE_SESSION, XRCE_RELIABLE_STREAM, xrce_history_next(&sample->session->history), false, {0}};
  sample->part = at;
  xrce_write_header(&header, at);
  sample->cdr.at = at + XRCE_HEADER_BYTES;
  sample->cdr.end = at + size;
}

static void add_part(xrce_sample* sample) {
  xrce_session* session = sample->session;
  xrce_history_add(&session->history, sample->part, (size_t)(sample->cdr.at - sample->part));
  if (xrce_ready(session)) xrce_send_history(session);
}

static bool is_same_session(const xrce_sample* sample) {
  return sample->session->up && sample->session->logins == sample->login;
}

/* Starts the next fragment of a sample of which sample->left bytes follow. */
static bool start_fragment(xrce_sample* sample) {
  const size_t most = XRCE_MTU - BEFORE_DATA;
  const bool last = sample->left <= most;
  const size_t size = last ? sample->left : most;
  uint8_t* at = room(sample, size + BEFORE_DATA);
  if (at == NULL || !is_same_session(sample)) return false;
  start_part(sample, at, size + BEFORE_DATA);
  const uint8_t flags = (uint8_t)(flags_here() | (last ? XRCE_LAST_FRAGMENT : 0));
  xrce_write_submessage_header(sample->cdr.at, XRCE_FRAGMENT, flags, size);
  sample->cdr.at += XRCE_SUBMESSAGE_HEADER;
  sample->left -= (uint32_t)size;
  return true;
}

static bool next_fragment(xrce_cdr* cdr) {
  xrce_sample* sample = (xrce_sample*)cdr->of_more;
  if (sample->left == 0) return false; /* more than it was started with: its end is not sent */
  add_part(sample);
  sample->part = NULL;
  return start_fragment(sample);
}

/* A sample of several messages cannot be finished: it says to the agent that it ends here, which
 * finds it too short. Without room for that it says so before the next sample: else it would take
 * that for the rest of this one. */
static void cut_off(xrce_sample* sample) {
  sample->left = 0;
  sample->timeout_ms = 0;
  sample->session->cut = !start_fragment(sample);
  if (!sample->session->cut) add_part(sample);
}

/* @return false if there is no room for the end of the sample that was cut off. */
static bool finish_cut(xrce_sample* sample) {
  xrce_session* session = sample->session;
  if (!session->cut || !session->up) return true;
  if (!start_fragment(sample)) return false;
  session->cut = false;
  add_part(sample);
  sample->part = NULL;
  return true;
}

static xrce_ret start_reliable(xrce_sample* sample, size_t size, const uint8_t* head) {
  const size_t payload = payload_of(size, head);
  const bool in_parts = BEFORE_DATA + payload > XRCE_MTU;
  if (in_parts && (payload + 3 * BEFORE_DATA > XRCE_HISTORY_BYTES && sample->timeout_ms == 0)) {
    return XRCE_TOO_LONG;
  }
  if (sample->session->in_parts) return XRCE_NO_ROOM; /* in a callback, while one is written */
  if (in_parts && !sample->session->up) return XRCE_NO_AGENT;
  if (!finish_cut(sample)) return XRCE_NO_ROOM;
  sample->left = (uint32_t)payload + XRCE_SUBMESSAGE_HEADER;
  if (in_parts) {
    sample->cdr.more = next_fragment;
    sample->cdr.of_more = sample;
    if (!start_fragment(sample)) return XRCE_NO_ROOM;
    sample->session->in_parts = true;
    sample->session->parts_of = sample->entity;
  } else {
    uint8_t* at = room(sample, BEFORE_DATA + payload);
    if (at == NULL) return XRCE_NO_ROOM;
    start_part(sample, at, BEFORE_DATA + payload);
    sample->left = 0;
  }
  xrce_write_submessage_header(sample->cdr.at, XRCE_WRITE_DATA, flags_here(), payload);
  sample->cdr.at += XRCE_SUBMESSAGE_HEADER;
  put_ids(sample, head);
  return XRCE_OK;
}

static xrce_ret end_reliable(xrce_sample* sample) {
  if (sample->cdr.more != NULL) sample->session->in_parts = false;
  const bool whole = !sample->cdr.failed && sample->left == 0 && sample->part != NULL &&
                     sample->cdr.at == sample->cdr.end;
  if (whole) {
    add_part(sample);
    return XRCE_OK;
  }
  count_lost(sample->entity);
  if (sample->cdr.more == NULL) return XRCE_BROKEN_SAMPLE; /* nothing of it was sent */
  if (sample->part != NULL && sample->cdr.at != sample->cdr.end) {
    memset(sample->cdr.at, 0, xrce_cdr_left(&sample->cdr)); /* a part has its full length */
    sample->cdr.at = sample->cdr.end;
    add_part(sample);
  }
  cut_off(sample);
  return sample->part == NULL ? XRCE_NO_ROOM : XRCE_BROKEN_SAMPLE;
}

/* Of the samples that end in this message; null: none does. Of several messages the last one
 * stands for all; one that was cut off ends in an empty one, and was counted. */
static xrce_entity* writer_of(xrce_session* session, const uint8_t* message, size_t size) {
  const bool whole = message[XRCE_HEADER_BYTES] == XRCE_WRITE_DATA;
  const bool last = (message[XRCE_HEADER_BYTES + 1] & XRCE_LAST_FRAGMENT) != 0;
  if (!whole) return last && size > BEFORE_DATA ? session->parts_of : NULL;
  const uint8_t* ids = message + BEFORE_DATA;
  const uint16_t object = (uint16_t)((unsigned)ids[2] << 8 | ids[3]);
  for (xrce_entity* e = session->entities; e != NULL; e = e->next) {
    if (xrce_object_id(e->number, e->kind) == object) return e;
  }
  return NULL;
}

void xrce_forget_unkept(xrce_session* session, bool goes_on) {
  xrce_history* history = &session->history;
  for (uint8_t i = 0; i < history->count;) {
    size_t size;
    const uint8_t* message = xrce_history_at(history, i, &size);
    xrce_entity* writer = writer_of(session, message, size);
    const bool whole = message[XRCE_HEADER_BYTES] == XRCE_WRITE_DATA;
    if (writer != NULL && whole && (goes_on || writer->keeps)) {
      ++i;
      continue;
    }
    if (writer != NULL) count_lost(writer);
    xrce_history_remove(history, i);
  }
}
#endif

static xrce_ret start_best_effort(xrce_sample* sample, size_t size, const uint8_t* head) {
  xrce_session* session = sample->session;
  const size_t payload = payload_of(size, head);
  if (BEFORE_DATA + payload > sizeof(session->best_effort)) return XRCE_TOO_LONG;
  xrce_message message;
  xrce_start_out(session, &message, XRCE_BEST_EFFORT_STREAM);
  xrce_start_submessage(&message, XRCE_WRITE_DATA, 0, &sample->cdr);
  xrce_write_submessage_header(session->best_effort + XRCE_HEADER_BYTES, XRCE_WRITE_DATA,
                               flags_here(), payload);
  sample->cdr.end = sample->cdr.at + payload;
  put_ids(sample, head);
  return XRCE_OK;
}

xrce_ret xrce_start_sample(xrce_session* session, xrce_entity* entity, size_t size,
                           const uint8_t* head, uint32_t timeout_ms, xrce_sample* sample) {
  const bool reliable = is_reliable(entity);
  sample->session = session;
  sample->entity = entity;
  sample->begin = session->platform->now_ms();
  sample->timeout_ms = timeout_ms;
  sample->left = 0;
  sample->part = NULL;
  sample->login = session->logins;
  xrce_cdr_init(&sample->cdr, NULL, 0, xrce_machine_is_little_endian());
  if (entity->state == XRCE_REFUSED || entity->state == XRCE_DELETED) return XRCE_NOT_CREATED;
  if (entity->state != XRCE_CREATED && !(reliable && entity->keeps)) {
    return session->up ? XRCE_NOT_CREATED : XRCE_NO_AGENT;
  }
#if XRCE_RELIABLE
  if (reliable) return start_reliable(sample, size, head);
#endif
  return start_best_effort(sample, size, head);
}

xrce_ret xrce_end_sample(xrce_sample* sample) {
#if XRCE_RELIABLE
  if (is_reliable(sample->entity)) return end_reliable(sample);
#endif
  xrce_session* session = sample->session;
  if (sample->cdr.failed || sample->cdr.at != sample->cdr.end) {
    count_lost(sample->entity);
    return XRCE_BROKEN_SAMPLE;
  }
  ++session->best_effort_out;
  return xrce_send(session, session->best_effort, (size_t)(sample->cdr.at - session->best_effort))
             ? XRCE_OK
             : XRCE_NO_AGENT;
}

xrce_ret xrce_write(xrce_session* session, xrce_entity* entity, const void* data, size_t size,
                    uint32_t timeout_ms) {
  xrce_sample sample;
  const xrce_ret ret = xrce_start_sample(session, entity, size, NULL, timeout_ms, &sample);
  if (ret != XRCE_OK) return ret;
  xrce_put_bytes(&sample.cdr, data, size);
  return xrce_end_sample(&sample);
}
