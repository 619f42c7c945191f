#include "serial.h"

#include <string.h>

enum { ESCAPED_BY = 0x20 };

/* CRC-16/ARC (0x8005, reflected), half a byte at a time. */
uint16_t xrce_crc16(uint16_t crc, uint8_t byte) {
  static const uint16_t table[16] = {0x0000, 0xcc01, 0xd801, 0x1400, 0xf001, 0x3c00,
                                     0x2800, 0xe401, 0xa001, 0x6c00, 0x7800, 0xb401,
                                     0x5000, 0x9c01, 0x8801, 0x4400};
  crc = (uint16_t)((crc >> 4) ^ table[(crc ^ byte) & 0x0f]);
  return (uint16_t)((crc >> 4) ^ table[(crc ^ (byte >> 4)) & 0x0f]);
}

void xrce_unframer_init(xrce_unframer* unframer, void* payload, size_t capacity) {
  memset(unframer, 0, sizeof(*unframer));
  unframer->payload = (uint8_t*)payload;
  unframer->capacity = capacity > 0xffff ? 0xffff : (uint16_t)capacity;
}

static void start_frame(xrce_unframer* unframer) {
  unframer->inside = true;
  unframer->escaped = false;
  unframer->taken = 0;
  unframer->crc = 0;
}

/* The byte at `place` of the frame, flag and escapes apart. */
static bool take_byte(xrce_unframer* unframer, size_t place, uint8_t byte) {
  if (place >= XRCE_FRAME_HEADER) {
    place -= XRCE_FRAME_HEADER;
    if (place < unframer->size) {
      unframer->payload[place] = byte;
      unframer->crc = xrce_crc16(unframer->crc, byte);
      return false;
    }
    if (place == unframer->size) {
      unframer->got_crc = byte;
      return false;
    }
    unframer->inside = false;
    return (unframer->got_crc | (unsigned)byte << 8) == unframer->crc;
  }
  if (place == 0) unframer->source = byte;
  if (place == 1) unframer->destination = byte;
  if (place == 2) unframer->size = byte;
  if (place == 3) {
    unframer->size = (uint16_t)(unframer->size | (unsigned)byte << 8);
    if (unframer->size > unframer->capacity) unframer->inside = false;
  }
  return false;
}

bool xrce_unframe(xrce_unframer* unframer, uint8_t byte) {
  if (byte == XRCE_FRAME_FLAG) {
    start_frame(unframer);
    return false;
  }
  if (!unframer->inside) return false;
  if (byte == XRCE_FRAME_ESCAPE) {
    unframer->escaped = true;
    return false;
  }
  if (unframer->escaped) byte ^= ESCAPED_BY;
  unframer->escaped = false;
  if (unframer->taken == 0xffff) { /* a frame of the largest size, with its header, is longer */
    unframer->inside = false;
    return false;
  }
  return take_byte(unframer, unframer->taken++, byte);
}

static void flush(xrce_framer* framer) {
  if (framer->count != 0 && !framer->write(framer->to, framer->buffer, framer->count)) {
    framer->failed = true;
  }
  framer->count = 0;
}

static void put_raw(xrce_framer* framer, uint8_t byte) {
  if (framer->count == sizeof(framer->buffer)) flush(framer);
  framer->buffer[framer->count++] = byte;
}

static void put_escaped(xrce_framer* framer, uint8_t byte) {
  if (byte == XRCE_FRAME_FLAG || byte == XRCE_FRAME_ESCAPE) {
    put_raw(framer, XRCE_FRAME_ESCAPE);
    byte ^= ESCAPED_BY;
  }
  put_raw(framer, byte);
}

static void put_low_high(xrce_framer* framer, size_t value) {
  put_escaped(framer, (uint8_t)value);
  put_escaped(framer, (uint8_t)(value >> 8));
}

bool xrce_write_frame(xrce_framer* framer, uint8_t source, uint8_t destination,
                      const uint8_t* payload, size_t size) {
  uint16_t crc = 0;
  framer->count = 0;
  framer->failed = false;
  put_raw(framer, XRCE_FRAME_FLAG);
  put_escaped(framer, source);
  put_escaped(framer, destination);
  put_low_high(framer, size);
  for (size_t i = 0; i < size; ++i) {
    crc = xrce_crc16(crc, payload[i]);
    put_escaped(framer, payload[i]);
  }
  put_low_high(framer, crc);
  flush(framer);
  return !framer->failed;
}
