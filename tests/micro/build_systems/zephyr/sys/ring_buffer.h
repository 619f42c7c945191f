/* What the client takes of Zephyr's ring buffers. */
#pragma once

#include <stdint.h>

struct ring_buf {
  uint8_t* bytes;
  uint32_t size, begin, count;
};
#define RING_BUF_DECLARE(name, bytes_of_it)                                                        \
  static uint8_t name##_bytes[bytes_of_it];                                                        \
  struct ring_buf name = {name##_bytes, bytes_of_it, 0, 0}
static inline void ring_buf_reset(struct ring_buf* ring) { ring->begin = ring->count = 0; }
static inline uint32_t ring_buf_put(struct ring_buf* ring, const uint8_t* from, uint32_t size) {
  uint32_t put = 0;
  for (; put < size && ring->count < ring->size; ++put, ++ring->count) {
    ring->bytes[(ring->begin + ring->count) % ring->size] = from[put];
  }
  return put;
}
static inline uint32_t ring_buf_get(struct ring_buf* ring, uint8_t* to, uint32_t size) {
  uint32_t got = 0;
  for (; got < size && ring->count > 0; ++got, --ring->count) {
    to[got] = ring->bytes[ring->begin];
    ring->begin = (ring->begin + 1) % ring->size;
  }
  return got;
}
