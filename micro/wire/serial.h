/* Frames of a serial line: 7e, addresses, length, payload, CRC-16/ARC, with escapes. */
#ifndef RANVIER_MICRO_WIRE_SERIAL_H
#define RANVIER_MICRO_WIRE_SERIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { XRCE_FRAME_FLAG = 0x7e, XRCE_FRAME_ESCAPE = 0x7d, XRCE_AGENT_ADDRESS = 0x00 };
/* Bytes before the payload, but for the flag, and behind it. */
enum { XRCE_FRAME_HEADER = 4, XRCE_FRAME_CRC = 2 };

uint16_t xrce_crc16(uint16_t crc, uint8_t byte);

/* Takes frames out of a stream of bytes. */
typedef struct xrce_unframer {
  uint8_t* payload; /* the user's memory */
  uint16_t capacity;
  uint16_t size;  /* of the payload of this frame */
  uint16_t taken; /* bytes of this frame, after its flag */
  uint16_t crc;
  uint16_t got_crc;
  uint8_t source;
  uint8_t destination;
  bool escaped;
  bool inside;
} xrce_unframer;

void xrce_unframer_init(xrce_unframer* unframer, void* payload, size_t capacity);
/* Takes one byte. @return true when it ends a frame whose CRC is right: its payload is
 * `size` bytes at `payload` then, until the next byte. What is broken, or longer than
 * `capacity`, is dropped. */
bool xrce_unframe(xrce_unframer* unframer, uint8_t byte);

/* Writes a frame, piece by piece, through a small buffer. */
typedef struct xrce_framer {
  /* Sends bytes; false: it could not. */
  bool (*write)(void* to, const uint8_t* bytes, size_t size);
  void* to;
  uint8_t count;
  uint8_t buffer[30];
  bool failed;
} xrce_framer;

/* @return false if `write` failed. */
bool xrce_write_frame(xrce_framer* framer, uint8_t source, uint8_t destination,
                      const uint8_t* payload, size_t size);

#ifdef __cplusplus
}
#endif
#endif
