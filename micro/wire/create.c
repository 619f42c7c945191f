#include "create.h"

#include <string.h>

const uint8_t xrce_cookie_and_version[8] = {'X', 'R', 'C', 'E', 1, 0, 1, 0x0f};

static void put_ids(xrce_cdr* cdr, uint16_t request, uint16_t object) {
  xrce_put_id(cdr, request);
  xrce_put_id(cdr, object);
}

static void start_create(const xrce_message* to, xrce_cdr* cdr, const xrce_creation* what,
                         uint8_t format) {
  xrce_start_submessage(to, XRCE_CREATE, what->flags, cdr);
  put_ids(cdr, what->request, what->object);
  xrce_put_u8(cdr, xrce_kind_of(what->object));
  xrce_put_u8(cdr, format);
}

/* A CREATE in binary form: a length, and a blob whose alignment starts again. */
static void start_blob(const xrce_message* to, xrce_cdr* cdr, const xrce_creation* what) {
  start_create(to, cdr, what, XRCE_AS_BINARY);
  xrce_put_u32(cdr, 0);
  xrce_cdr_origin(cdr);
}

static bool end_blob(xrce_message* to, xrce_cdr* cdr, const xrce_creation* what, uint16_t domain) {
  const uint32_t size = cdr->position;
  if (!cdr->failed) memcpy(cdr->at - size - 4, &size, 4);
  if (xrce_kind_of(what->object) == XRCE_PARTICIPANT) {
    xrce_put_u16(cdr, domain); /* the blob starts at a multiple of four */
  } else {
    xrce_put_id(cdr, what->parent);
  }
  return xrce_end_submessage(to, cdr);
}

bool xrce_create_by_text(xrce_message* to, const xrce_creation* what, uint8_t format,
                         const char* text) {
  xrce_cdr cdr;
  start_create(to, &cdr, what, format);
  xrce_put_string(&cdr, text);
  if (xrce_kind_of(what->object) == XRCE_PARTICIPANT) {
    xrce_put_u16(&cdr, what->parent);
  } else {
    xrce_put_id(&cdr, what->parent);
  }
  return xrce_end_submessage(to, &cdr);
}

bool xrce_create_participant(xrce_message* to, const xrce_creation* what, const char* space,
                             const char* name, uint16_t domain) {
  const char* const parts[] = {space, *space ? "/" : "", name, NULL};
  xrce_cdr cdr;
  start_blob(to, &cdr, what);
  xrce_put_u8(&cdr, 0); /* no reference to a domain */
  xrce_put_u8(&cdr, 1);
  xrce_put_joined(&cdr, parts);
  return end_blob(to, &cdr, what, domain);
}

bool xrce_create_topic(xrce_message* to, const xrce_creation* what, const char* const* name,
                       const char* type) {
  xrce_cdr cdr;
  start_blob(to, &cdr, what);
  xrce_put_joined(&cdr, name);
  xrce_put_u8(&cdr, 0); /* no reference to a type */
  xrce_put_u8(&cdr, 1);
  xrce_put_string(&cdr, type);
  return end_blob(to, &cdr, what, 0);
}

static const uint8_t kNone[5] = {0};

bool xrce_create_group(xrce_message* to, const xrce_creation* what) {
  xrce_cdr cdr;
  start_blob(to, &cdr, what);
  xrce_put_bytes(&cdr, kNone, 2); /* no name, no QoS */
  return end_blob(to, &cdr, what, 0);
}

bool xrce_create_endpoint(xrce_message* to, const xrce_creation* what, uint16_t topic,
                          const xrce_endpoint_qos* qos) {
  xrce_cdr cdr;
  start_blob(to, &cdr, what);
  xrce_put_id(&cdr, topic);
  xrce_put_u8(&cdr, 1);
  xrce_put_u16(&cdr, qos->flags);
  xrce_put_u8(&cdr, qos->depth != 0);
  if (qos->depth != 0) xrce_put_u16(&cdr, qos->depth);
  /* No deadline, lifespan, user data; then no ownership strength, or no filters. */
  xrce_put_bytes(&cdr, kNone, xrce_kind_of(what->object) == XRCE_DATA_READER ? 5 : 4);
  return end_blob(to, &cdr, what, 0);
}

bool xrce_create_service_end(xrce_message* to, const xrce_creation* what, const char* service,
                             const char* type) {
  const char* const parts[4][4] = {{type, "Request_", NULL, NULL},
                                   {type, "Response_", NULL, NULL},
                                   {"rq", service, "Request", NULL},
                                   {"rr", service, "Reply", NULL}};
  xrce_cdr cdr;
  start_blob(to, &cdr, what);
  xrce_put_string(&cdr, service);
  for (int i = 0; i < 4; ++i) {
    if (i >= 2) xrce_put_u8(&cdr, 1); /* there is a topic */
    xrce_put_joined(&cdr, parts[i]);
  }
  return end_blob(to, &cdr, what, 0);
}

bool xrce_read_data(xrce_message* to, uint16_t request, uint16_t object, uint8_t stream,
                    uint16_t samples) {
  const uint16_t control[4] = {samples, 0, 0, 0}; /* any time, any rate */
  xrce_cdr cdr;
  xrce_start_submessage(to, XRCE_READ_DATA, 0, &cdr);
  put_ids(&cdr, request, object);
  xrce_put_u8(&cdr, stream);
  xrce_put_bytes(&cdr, kNone, 2); /* the plain format; no filter */
  xrce_put_u8(&cdr, 1);
  xrce_put(&cdr, control, 2, 4);
  return xrce_end_submessage(to, &cdr);
}

bool xrce_delete(xrce_message* to, uint16_t request, uint16_t object) {
  xrce_cdr cdr;
  xrce_start_submessage(to, XRCE_DELETE, 0, &cdr);
  put_ids(&cdr, request, object);
  return xrce_end_submessage(to, &cdr);
}

bool xrce_create_client(xrce_message* to, const uint8_t* key, uint8_t session, uint16_t mtu,
                        const char* const* properties) {
  xrce_cdr cdr;
  uint32_t pairs = 0;
  while (properties != NULL && properties[2 * pairs] != NULL) ++pairs;
  xrce_start_submessage(to, XRCE_CREATE_CLIENT, 0, &cdr);
  xrce_put_bytes(&cdr, xrce_cookie_and_version, sizeof(xrce_cookie_and_version));
  xrce_put_bytes(&cdr, key, 4);
  xrce_put_u8(&cdr, session);
  xrce_put_u8(&cdr, pairs != 0);
  if (pairs != 0) xrce_put_u32(&cdr, pairs);
  for (uint32_t i = 0; i < 2 * pairs; ++i) xrce_put_string(&cdr, properties[i]);
  xrce_put_u16(&cdr, mtu);
  return xrce_end_submessage(to, &cdr);
}

bool xrce_get_info(xrce_message* to, uint16_t request, uint16_t object, uint32_t mask) {
  xrce_cdr cdr;
  xrce_start_submessage(to, XRCE_GET_INFO, 0, &cdr);
  put_ids(&cdr, request, object);
  xrce_put_u32(&cdr, mask);
  return xrce_end_submessage(to, &cdr);
}

bool xrce_heartbeat(xrce_message* to, uint16_t first, uint16_t last, uint8_t stream) {
  xrce_cdr cdr;
  xrce_start_submessage(to, XRCE_HEARTBEAT, 0, &cdr);
  xrce_put_u16(&cdr, first);
  xrce_put_u16(&cdr, last);
  xrce_put_u8(&cdr, stream);
  return xrce_end_submessage(to, &cdr);
}

bool xrce_acknack(xrce_message* to, uint16_t first, uint16_t missing, uint8_t stream) {
  xrce_cdr cdr;
  xrce_start_submessage(to, XRCE_ACKNACK, 0, &cdr);
  xrce_put_u16(&cdr, first);
  xrce_put_id(&cdr, missing); /* its high byte first */
  xrce_put_u8(&cdr, stream);
  return xrce_end_submessage(to, &cdr);
}
