/* Messages: a header, then submessages that each start at a multiple of four. */
#ifndef RANVIER_MICRO_WIRE_MESSAGE_H
#define RANVIER_MICRO_WIRE_MESSAGE_H

#include "cdr.h"
#include "ids.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { XRCE_HEADER_BYTES = 4, XRCE_LONGEST_HEADER = 8, XRCE_SUBMESSAGE_HEADER = 4 };

typedef struct xrce_header {
  uint8_t session;
  uint8_t stream;
  uint16_t sequence;
  bool has_key; /* sessions below XRCE_SESSION_WITHOUT_KEY */
  uint8_t key[4];
} xrce_header;

/* One submessage of a message that was received. */
typedef struct xrce_submessage {
  uint8_t id;
  uint8_t flags;
  const uint8_t* payload;
  size_t size;
} xrce_submessage;

/* A message that is being put together. */
typedef struct xrce_message {
  uint8_t* data;
  size_t size; /* so far */
  size_t capacity;
} xrce_message;

/* Reads a header; @return its size, 0 if the message is too short for one. */
size_t xrce_read_header(xrce_header* header, const uint8_t* message, size_t size);
/* Writes a header of XRCE_HEADER_BYTES, or XRCE_LONGEST_HEADER with a key; @return which. */
size_t xrce_write_header(const xrce_header* header, uint8_t* to);
/* Writes the sequence number into the header of a message. */
void xrce_write_sequence(uint8_t* message, uint16_t sequence);

/* Reads the submessage at *offset or behind it, and moves *offset past it.
 * @return false at the end, and for a submessage that is longer than the message. */
bool xrce_next_submessage(const uint8_t* message, size_t size, size_t* offset,
                          xrce_submessage* submessage);
/* A reader of its payload. */
void xrce_read_payload(const xrce_submessage* submessage, xrce_cdr* cdr);

/* Starts a message with its header. Contract: `capacity` is at least XRCE_LONGEST_HEADER. */
void xrce_start_message(xrce_message* message, void* memory, size_t capacity,
                        const xrce_header* header);
/* Starts a submessage; `cdr` writes its payload, in this machine's byte order. The
 * submessage counts from xrce_end_submessage() on, if all of it fits. */
void xrce_start_submessage(const xrce_message* message, uint8_t id, uint8_t flags, xrce_cdr* cdr);
/* @return false, with the message as it was, if it did not fit. */
bool xrce_end_submessage(xrce_message* message, const xrce_cdr* cdr);
/* Writes the header of a submessage, whose length is capped at 65535. */
void xrce_write_submessage_header(uint8_t* to, uint8_t id, uint8_t flags, size_t size);

#ifdef __cplusplus
}
#endif
#endif
