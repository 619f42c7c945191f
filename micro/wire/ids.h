/* Numbers of DDS-XRCE 1.0 as eProsima's peers use them. */
#ifndef RANVIER_MICRO_WIRE_IDS_H
#define RANVIER_MICRO_WIRE_IDS_H

#include <stdint.h>

/* Sessions. From XRCE_SESSION_WITHOUT_KEY on, the header has no client key. */
enum {
  XRCE_NO_SESSION_WITH_KEY = 0x00,
  XRCE_SESSION_WITHOUT_KEY = 0x80, /* login without a key in the header */
  XRCE_SESSION = 0x81              /* what clients use */
};

/* Streams. */
enum { XRCE_NO_STREAM = 0x00, XRCE_BEST_EFFORT_STREAM = 0x01, XRCE_RELIABLE_STREAM = 0x80 };

/* Submessages. */
enum {
  XRCE_CREATE_CLIENT = 0,
  XRCE_CREATE = 1,
  XRCE_GET_INFO = 2,
  XRCE_DELETE = 3,
  XRCE_STATUS_AGENT = 4,
  XRCE_STATUS = 5,
  XRCE_INFO = 6,
  XRCE_WRITE_DATA = 7,
  XRCE_READ_DATA = 8,
  XRCE_DATA = 9,
  XRCE_ACKNACK = 10,
  XRCE_HEARTBEAT = 11,
  XRCE_RESET = 12,
  XRCE_FRAGMENT = 13,
  XRCE_TIMESTAMP = 14,
  XRCE_TIMESTAMP_REPLY = 15
};

/* Flags of submessages. */
enum {
  XRCE_LITTLE_ENDIAN = 0x01,
  XRCE_LAST_FRAGMENT = 0x02,
  XRCE_REUSE = 0x02,
  XRCE_REPLACE = 0x04,
  XRCE_DATA_FORMATS = 0x0e /* 0: one sample without a header, the only one in use */
};

/* Kinds of objects: the low four bits of an object's id. */
enum {
  XRCE_PARTICIPANT = 1,
  XRCE_TOPIC = 2,
  XRCE_PUBLISHER = 3,
  XRCE_SUBSCRIBER = 4,
  XRCE_DATA_WRITER = 5,
  XRCE_DATA_READER = 6,
  XRCE_REQUESTER = 7,
  XRCE_REPLIER = 8
};

/* Ids of objects that are always there, and of requests about them. */
enum { XRCE_AGENT_OBJECT = 0xfffd, XRCE_CLIENT_OBJECT = 0xfffe };
enum {
  XRCE_REQUEST_LOGIN = 1,
  XRCE_REQUEST_LOGOUT = 2,
  XRCE_REQUEST_DISCOVERY = 9,
  XRCE_REQUEST_PING = 10,
  XRCE_FIRST_REQUEST = 11 /* those below have a meaning; counting wraps to here */
};

/* Formats of representations. */
enum { XRCE_BY_REFERENCE = 1, XRCE_AS_XML = 2, XRCE_AS_BINARY = 3 };

/* Status of an operation. */
enum {
  XRCE_STATUS_OK = 0x00,
  XRCE_STATUS_OK_MATCHED = 0x01,
  XRCE_STATUS_DDS_ERROR = 0x80,
  XRCE_STATUS_MISMATCH = 0x81,
  XRCE_STATUS_ALREADY_EXISTS = 0x82,
  XRCE_STATUS_DENIED = 0x83,
  XRCE_STATUS_UNKNOWN_REFERENCE = 0x84,
  XRCE_STATUS_INVALID_DATA = 0x85,
  XRCE_STATUS_INCOMPATIBLE = 0x86,
  XRCE_STATUS_RESOURCES = 0x87
};

/* What GET_INFO asks for. */
enum { XRCE_INFO_CONFIGURATION = 1, XRCE_INFO_ACTIVITY = 2 };

/* Flags of the QoS of an endpoint in binary form. */
enum {
  XRCE_QOS_RELIABLE = 0x01,
  XRCE_QOS_KEEP_LAST = 0x02,
  XRCE_QOS_EXCLUSIVE = 0x04,
  XRCE_QOS_TRANSIENT_LOCAL = 0x08,
  XRCE_QOS_TRANSIENT = 0x10,
  XRCE_QOS_PERSISTENT = 0x20
};

/* Numbers from 1 on that an id has room for. */
enum { XRCE_MOST_ENTITIES = 0xfff };
/* An object's id: twelve bits of number, four of kind, high byte first on the wire. */
static inline uint16_t xrce_object_id(uint16_t number, uint8_t kind) {
  return (uint16_t)((unsigned)number << 4 | kind);
}
static inline uint8_t xrce_kind_of(uint16_t object) { return (uint8_t)(object & 0x0f); }

/* Whether sequence number `a` is before `b`, of 16 bits that wrap. */
static inline int xrce_before(uint16_t a, uint16_t b) { return (uint16_t)(b - a) - 1u < 0x7fffu; }

#endif
