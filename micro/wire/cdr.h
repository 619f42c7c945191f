/* CDR, version 1: reading and writing values at their alignment, in both byte orders. */
#ifndef RANVIER_MICRO_WIRE_CDR_H
#define RANVIER_MICRO_WIRE_CDR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A place in a buffer. The first value that does not fit sets `failed`; after that
 * nothing is written, and what is read is zero. */
typedef struct xrce_cdr {
  uint8_t* at;
  uint8_t* end;
  uint32_t position; /* of `at` from the origin of the alignment */
  bool swaps;        /* the values are in the byte order that is not this machine's */
  bool failed;
  /* Gives the next part of a buffer that is in parts: sets `at` and `end`, or returns
   * false. Null: there is one part. */
  bool (*more)(struct xrce_cdr* cdr);
  void* of_more; /* for `more` */
} xrce_cdr;

bool xrce_machine_is_little_endian(void);

/* Starts at `data`, where the alignment has its origin too. */
void xrce_cdr_init(xrce_cdr* cdr, const void* data, size_t size, bool little_endian);
/* From here on the alignment counts from this place. */
static inline void xrce_cdr_origin(xrce_cdr* cdr) { cdr->position = 0; }
/* Bytes of this part that are left. */
static inline size_t xrce_cdr_left(const xrce_cdr* cdr) { return (size_t)(cdr->end - cdr->at); }

/* Bytes as they are, without alignment. */
void xrce_put_bytes(xrce_cdr* cdr, const void* from, size_t size);
void xrce_get_bytes(xrce_cdr* cdr, void* to, size_t size);
/* Moves to a multiple of `width`, and writes zeros there, or skips. */
void xrce_put_align(xrce_cdr* cdr, size_t width);
void xrce_get_align(xrce_cdr* cdr, size_t width);

/* `count` values of `width` bytes (1, 2, 4 or 8). */
void xrce_put(xrce_cdr* cdr, const void* values, size_t width, size_t count);
void xrce_get(xrce_cdr* cdr, void* values, size_t width, size_t count);

void xrce_put_u8(xrce_cdr* cdr, uint8_t value);
void xrce_put_u16(xrce_cdr* cdr, uint16_t value);
void xrce_put_u32(xrce_cdr* cdr, uint32_t value);
uint8_t xrce_get_u8(xrce_cdr* cdr);
uint16_t xrce_get_u16(xrce_cdr* cdr);
uint32_t xrce_get_u32(xrce_cdr* cdr);

/* A number with its high byte first, whatever the byte order: ids of requests and objects. */
void xrce_put_id(xrce_cdr* cdr, uint16_t id);
uint16_t xrce_get_id(xrce_cdr* cdr);

/* A string: its length with the terminating zero, and its bytes. */
void xrce_put_string(xrce_cdr* cdr, const char* text);
/* The same of texts, one behind the other, up to a null pointer. */
void xrce_put_joined(xrce_cdr* cdr, const char* const* parts);

#ifdef __cplusplus
}
#endif
#endif
