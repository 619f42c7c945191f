/* CREATE and what it is about, and READ_DATA: the submessages that clients write. */
#ifndef RANVIER_MICRO_WIRE_CREATE_H
#define RANVIER_MICRO_WIRE_CREATE_H

#include "message.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a CREATE says of any object. */
typedef struct xrce_creation {
  uint16_t request;
  uint16_t object; /* with its kind */
  uint16_t parent; /* object id: the participant, publisher or subscriber */
  uint8_t flags;   /* XRCE_REUSE, XRCE_REPLACE */
} xrce_creation;

typedef struct xrce_endpoint_qos {
  uint8_t flags;  /* XRCE_QOS_... */
  uint16_t depth; /* 0: none is sent */
} xrce_endpoint_qos;

/* Each function adds one submessage to a message.
 * @return false, with the message as it was, if there is no room in it. */

/* An object that a text describes: XML (XRCE_AS_XML), or the name of a profile of the agent
 * (XRCE_BY_REFERENCE). A participant has a domain in place of its parent. */
bool xrce_create_by_text(xrce_message* to, const xrce_creation* what, uint8_t format,
                         const char* text);
/* A participant stands for a node; `space` is "" or "/a/b". */
bool xrce_create_participant(xrce_message* to, const xrce_creation* what, const char* space,
                             const char* name, uint16_t domain);
/* `name` is joined of parts, up to a null pointer. */
bool xrce_create_topic(xrce_message* to, const xrce_creation* what, const char* const* name,
                       const char* type);
/* A publisher or a subscriber. */
bool xrce_create_group(xrce_message* to, const xrce_creation* what);
/* A data writer or a data reader of the topic with that object id. */
bool xrce_create_endpoint(xrce_message* to, const xrce_creation* what, uint16_t topic,
                          const xrce_endpoint_qos* qos);
/* A requester or a replier. `service` is "/name", `type` is "pkg::srv::dds_::Name_". */
bool xrce_create_service_end(xrce_message* to, const xrce_creation* what, const char* service,
                             const char* type);

/* Asks for samples, of which 0xffff is any number, to be sent on `stream`. */
bool xrce_read_data(xrce_message* to, uint16_t request, uint16_t object, uint8_t stream,
                    uint16_t samples);
/* Deletes an object. */
bool xrce_delete(xrce_message* to, uint16_t request, uint16_t object);
/* Logs in: `key` and the largest message. `properties` are pairs of name and value, up to a
 * null pointer. */
bool xrce_create_client(xrce_message* to, const uint8_t* key, uint8_t session, uint16_t mtu,
                        const char* const* properties);
/* Asks about an object. */
bool xrce_get_info(xrce_message* to, uint16_t request, uint16_t object, uint32_t mask);
/* Tells of a reliable stream which messages are there, and which are missing: bit i of
 * `missing` is `first` + i. */
bool xrce_heartbeat(xrce_message* to, uint16_t first, uint16_t last, uint8_t stream);
bool xrce_acknack(xrce_message* to, uint16_t first, uint16_t missing, uint8_t stream);

/* The four bytes after the cookie: version 1.0, and eProsima's vendor id, by which peers in
 * the field know the dialect. */
extern const uint8_t xrce_cookie_and_version[8];

#ifdef __cplusplus
}
#endif
#endif
