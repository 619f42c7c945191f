/* Creating what the program declared, object by object, until the agent has it all. */
#include <string.h>

#include "session.h"

static bool has_number(const xrce_session* session, uint16_t number) {
  const xrce_entity* entity = session->entities;
  while (entity != NULL && entity->number != number) entity = entity->next;
  return entity != NULL;
}

/* The next one that no entity has; 0: all are given. That of an entity which was removed comes
 * last: its deletion and samples that were written may still be on their way. */
static uint16_t new_number(xrce_session* session) {
  for (uint16_t tries = 0; tries < XRCE_MOST_ENTITIES; ++tries) {
    if (++session->last_number > XRCE_MOST_ENTITIES) session->last_number = 1;
    if (!has_number(session, session->last_number)) return session->last_number;
  }
  return 0;
}

xrce_ret xrce_add(xrce_session* session, xrce_entity* entity) {
  entity->state = XRCE_REFUSED;
  entity->status = XRCE_STATUS_RESOURCES;
  entity->step = 0;
  entity->pending = 0;
  entity->lost = 0;
  entity->number = new_number(session);
  if (entity->number == 0) return XRCE_TOO_MANY;
  xrce_entity** end = &session->entities;
  while (*end != NULL) end = &(*end)->next;
  *end = entity;
  entity->next = NULL;
  entity->state = XRCE_MISSING;
  if (session->creating == NULL) {
    session->creating = entity;
    session->due = session->platform->now_ms();
  }
  return XRCE_OK;
}

/* The objects of an entity, in the order of their creation; the last one is the entity. */
static const uint8_t* objects_of(const xrce_entity* entity, uint8_t* count) {
  static const uint8_t writer[] = {XRCE_TOPIC, XRCE_PUBLISHER, XRCE_DATA_WRITER};
  static const uint8_t reader[] = {XRCE_TOPIC, XRCE_SUBSCRIBER, XRCE_DATA_READER};
  *count = 3;
  if (entity->kind == XRCE_DATA_WRITER) return writer;
  if (entity->kind == XRCE_DATA_READER) return reader;
  *count = 1;
  return &entity->kind;
}

static bool is_reader(const xrce_entity* entity) {
  return entity->kind == XRCE_DATA_READER || entity->kind == XRCE_REQUESTER ||
         entity->kind == XRCE_REPLIER;
}

/* Requests and replies are reliable where there are reliable streams. */
static uint8_t stream_to(const xrce_entity* entity) {
#if XRCE_RELIABLE
  if (entity->kind != XRCE_DATA_READER || (entity->qos & XRCE_QOS_RELIABLE)) {
    return XRCE_RELIABLE_STREAM;
  }
#else
  (void)entity;
#endif
  return XRCE_BEST_EFFORT_STREAM;
}

static bool create_object(xrce_message* to, const xrce_entity* entity, uint16_t domain,
                          xrce_creation* what) {
  const uint8_t kind = xrce_kind_of(what->object);
  if (kind == XRCE_PARTICIPANT) {
    return xrce_create_participant(to, what, entity->type, entity->name, domain);
  }
  what->parent = xrce_object_id(entity->node->number, XRCE_PARTICIPANT);
  const uint16_t topic = xrce_object_id(entity->number, XRCE_TOPIC);
#if XRCE_GRAPH_BYTES /* the graph is a topic of DDS alone */
  const char* const name[] = {entity->name[0] == '/' ? "rt" : "", entity->name, NULL};
#else
  const char* const name[] = {"rt", entity->name, NULL};
#endif
  const xrce_endpoint_qos qos = {entity->qos, entity->depth};
  switch (kind) {
    case XRCE_TOPIC: return xrce_create_topic(to, what, name, entity->type);
    case XRCE_PUBLISHER:
    case XRCE_SUBSCRIBER: return xrce_create_group(to, what);
    case XRCE_DATA_WRITER:
      what->parent = xrce_object_id(entity->number, XRCE_PUBLISHER);
      return xrce_create_endpoint(to, what, topic, &qos);
    case XRCE_DATA_READER:
      what->parent = xrce_object_id(entity->number, XRCE_SUBSCRIBER);
      return xrce_create_endpoint(to, what, topic, &qos);
    default: return xrce_create_service_end(to, what, entity->name, entity->type);
  }
}

/* A creation may be longer than a best-effort sample. */
static void start_creation(xrce_session* session, xrce_message* message) {
  const xrce_header header = {
      XRCE_SESSION, XRCE_BEST_EFFORT_STREAM, session->best_effort_out, false, {0}};
  xrce_start_long(session, message, &header);
}

/* Asks for as many of its objects as one message holds. Who reads asks for samples in the
 * message of the last one: its status says then that both arrived. */
static bool ask_for(xrce_session* session, xrce_entity* entity) {
  uint8_t count;
  const uint8_t* kinds = objects_of(entity, &count);
  const size_t read_bytes = is_reader(entity) ? 24 : 0;
  xrce_message message;
  start_creation(session, &message);
  message.capacity -= read_bytes;
  entity->request = xrce_new_request(session);
  entity->pending = 0;
  xrce_creation what = {entity->request, 0, 0, XRCE_REUSE | XRCE_REPLACE};
  uint8_t step = entity->step;
  for (; step < count; ++step) {
    what.object = xrce_object_id(entity->number, kinds[step]);
    if (!create_object(&message, entity, session->domain, &what)) break;
    entity->pending = (uint8_t)(entity->pending << 1 | 1);
    what.request = xrce_new_request(session);
  }
  message.capacity += read_bytes;
  if (step == count && read_bytes != 0) {
    xrce_read_data(&message, what.request, what.object, stream_to(entity), 0xffff);
  }
  if (entity->pending == 0) return false;
  xrce_send_message(session, &message);
  return true;
}

/* What comes next in the order of the declarations. */
static void go_on(xrce_session* session) {
  xrce_entity* entity = session->creating;
  while (entity != NULL && entity->state != XRCE_MISSING) entity = entity->next;
  session->creating = entity;
  session->due = session->platform->now_ms();
}

static void refuse(xrce_entity* entity, uint8_t status) {
  entity->status = status;
  entity->state = XRCE_REFUSED;
  entity->pending = 0;
}

void xrce_create_next(xrce_session* session) {
  go_on(session);
  xrce_entity* entity = session->creating;
  if (entity == NULL) return;
  session->due = session->platform->now_ms() + XRCE_CREATE_MS;
  if (entity->pending != 0) ++session->strange; /* it was asked, and there is no answer */
  if (!ask_for(session, entity)) {
    refuse(entity, XRCE_STATUS_RESOURCES);
    go_on(session);
  }
}

void xrce_on_status(xrce_session* session, uint16_t request, uint16_t object, uint8_t status) {
  xrce_entity* entity = session->creating;
  const unsigned index = entity == NULL ? 8u : (uint16_t)(request - entity->request);
  if (index >= 8 || !(entity->pending & 1u << index) || object >> 4 != entity->number) {
#if XRCE_GRAPH_BYTES
    if ((status & 0x80) && session->unread != NULL) session->unread(session, object, status);
#endif
    return;
  }
  if (status & 0x80) {
    refuse(entity, status);
    go_on(session);
    return;
  }
  entity->pending = (uint8_t)(entity->pending & ~(1u << index));
  session->strange = 0;
  ++entity->step;
  if (entity->pending != 0) return;
  uint8_t count;
  objects_of(entity, &count);
  if (entity->step == count) {
    entity->state = XRCE_CREATED;
    entity->status = status;
  }
  go_on(session);
}

void xrce_remove(xrce_session* session, xrce_entity* entity) {
  xrce_entity** place = &session->entities;
  while (*place != NULL && *place != entity) place = &(*place)->next;
  if (*place == NULL) return;
  *place = entity->next;
#if XRCE_RELIABLE
  if (session->parts_of == entity) session->parts_of = NULL;
#endif
  if (session->creating == entity) {
    session->creating = entity->next;
    go_on(session);
  }
  entity->state = XRCE_DELETED;
  if (!session->up) return;
  uint8_t count;
  const uint8_t* kinds = objects_of(entity, &count);
  xrce_message message;
  xrce_start_out(session, &message, XRCE_BEST_EFFORT_STREAM);
  while (count-- > 0) {
    xrce_delete(&message, xrce_new_request(session), xrce_object_id(entity->number, kinds[count]));
  }
  xrce_send_message(session, &message);
}
