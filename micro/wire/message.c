#include "message.h"

#include <string.h>

static size_t aligned(size_t size) { return (size + 3u) & ~(size_t)3u; }

size_t xrce_read_header(xrce_header* header, const uint8_t* message, size_t size) {
  memset(header, 0, sizeof(*header));
  if (size < XRCE_HEADER_BYTES) return 0;
  header->session = message[0];
  header->stream = message[1];
  header->sequence = (uint16_t)(message[2] | (unsigned)message[3] << 8);
  header->has_key = message[0] < XRCE_SESSION_WITHOUT_KEY;
  if (!header->has_key) return XRCE_HEADER_BYTES;
  if (size < XRCE_LONGEST_HEADER) return 0;
  memcpy(header->key, message + XRCE_HEADER_BYTES, sizeof(header->key));
  return XRCE_LONGEST_HEADER;
}

size_t xrce_write_header(const xrce_header* header, uint8_t* to) {
  to[0] = header->session;
  to[1] = header->stream;
  xrce_write_sequence(to, header->sequence);
  if (header->session >= XRCE_SESSION_WITHOUT_KEY) return XRCE_HEADER_BYTES;
  memcpy(to + XRCE_HEADER_BYTES, header->key, sizeof(header->key));
  return XRCE_LONGEST_HEADER;
}

void xrce_write_sequence(uint8_t* message, uint16_t sequence) {
  message[2] = (uint8_t)sequence;
  message[3] = (uint8_t)(sequence >> 8);
}

bool xrce_next_submessage(const uint8_t* message, size_t size, size_t* offset,
                          xrce_submessage* submessage) {
  const size_t at = aligned(*offset);
  if (size < XRCE_SUBMESSAGE_HEADER || at > size - XRCE_SUBMESSAGE_HEADER) return false;
  const uint8_t* header = message + at;
  submessage->id = header[0];
  submessage->flags = header[1];
  submessage->size = (size_t)(header[2] | (unsigned)header[3] << 8);
  submessage->payload = header + XRCE_SUBMESSAGE_HEADER;
  const size_t left = size - at - XRCE_SUBMESSAGE_HEADER;
  if (submessage->size > left) return false;
  *offset = at + XRCE_SUBMESSAGE_HEADER + submessage->size;
  return true;
}

void xrce_read_payload(const xrce_submessage* submessage, xrce_cdr* cdr) {
  xrce_cdr_init(cdr, submessage->payload, submessage->size,
                (submessage->flags & XRCE_LITTLE_ENDIAN) != 0);
}

void xrce_start_message(xrce_message* message, void* memory, size_t capacity,
                        const xrce_header* header) {
  message->data = (uint8_t*)memory;
  message->capacity = capacity;
  message->size = xrce_write_header(header, message->data);
}

void xrce_write_submessage_header(uint8_t* to, uint8_t id, uint8_t flags, size_t size) {
  to[0] = id;
  to[1] = flags;
  to[2] = (uint8_t)size;
  to[3] = (uint8_t)(size >> 8);
}

void xrce_start_submessage(const xrce_message* message, uint8_t id, uint8_t flags, xrce_cdr* cdr) {
  const size_t at = aligned(message->size);
  const bool little = xrce_machine_is_little_endian();
  if (at + XRCE_SUBMESSAGE_HEADER > message->capacity) {
    xrce_cdr_init(cdr, message->data, 0, little);
    cdr->failed = true;
    return;
  }
  memset(message->data + message->size, 0, at - message->size);
  if (little) flags |= XRCE_LITTLE_ENDIAN;
  xrce_write_submessage_header(message->data + at, id, flags, 0);
  xrce_cdr_init(cdr, message->data + at + XRCE_SUBMESSAGE_HEADER,
                message->capacity - at - XRCE_SUBMESSAGE_HEADER, little);
}

bool xrce_end_submessage(xrce_message* message, const xrce_cdr* cdr) {
  if (cdr->failed) return false;
  uint8_t* header = message->data + aligned(message->size);
  const size_t size = (size_t)(cdr->at - header) - XRCE_SUBMESSAGE_HEADER;
  if (size > 0xffff) return false;
  header[2] = (uint8_t)size;
  header[3] = (uint8_t)(size >> 8);
  message->size = (size_t)(cdr->at - message->data);
  return true;
}
