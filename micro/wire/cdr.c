#include "cdr.h"

#include <string.h>

bool xrce_machine_is_little_endian(void) {
  const uint16_t one = 1;
  uint8_t first;
  memcpy(&first, &one, 1);
  return first == 1;
}

void xrce_cdr_init(xrce_cdr* cdr, const void* data, size_t size, bool little_endian) {
  memset(cdr, 0, sizeof(*cdr));
  cdr->at = (uint8_t*)(uintptr_t)data; /* readers write nothing there */
  cdr->end = cdr->at + size;
  cdr->swaps = little_endian != xrce_machine_is_little_endian();
}

/* Moves over `size` bytes, part by part, and copies them: out of `from`, or into `to`, or
 * neither. */
static void move_over(xrce_cdr* cdr, const uint8_t* from, uint8_t* to, size_t size) {
  while (size != 0) {
    size_t part = xrce_cdr_left(cdr);
    if (part == 0 && !cdr->failed && cdr->more != NULL && cdr->more(cdr)) {
      part = xrce_cdr_left(cdr);
    }
    if (cdr->failed || part == 0 || (cdr->more == NULL && part < size)) {
      cdr->failed = true;
      return;
    }
    if (part > size) part = size;
    if (from != NULL) {
      memcpy(cdr->at, from, part);
      from += part;
    }
    if (to != NULL) {
      memcpy(to, cdr->at, part);
      to += part;
    }
    cdr->at += part;
    cdr->position += (uint32_t)part;
    size -= part;
  }
}

void xrce_put_bytes(xrce_cdr* cdr, const void* from, size_t size) {
  move_over(cdr, (const uint8_t*)from, NULL, size);
}

void xrce_get_bytes(xrce_cdr* cdr, void* to, size_t size) {
  memset(to, 0, size);
  move_over(cdr, NULL, (uint8_t*)to, size);
}

static size_t padding(const xrce_cdr* cdr, size_t width) {
  return (size_t)(0u - cdr->position) & (width - 1u);
}

void xrce_put_align(xrce_cdr* cdr, size_t width) {
  static const uint8_t zeros[8] = {0};
  xrce_put_bytes(cdr, zeros, padding(cdr, width));
}

void xrce_get_align(xrce_cdr* cdr, size_t width) {
  move_over(cdr, NULL, NULL, padding(cdr, width));
}

static void reverse(uint8_t* value, const uint8_t* from, size_t width) {
  for (size_t i = 0; i < width; ++i) value[i] = from[width - 1 - i];
}

void xrce_put(xrce_cdr* cdr, const void* values, size_t width, size_t count) {
  if (count == 0) return;
  xrce_put_align(cdr, width);
  if (!cdr->swaps || width == 1) {
    xrce_put_bytes(cdr, values, width * count);
    return;
  }
  const uint8_t* from = (const uint8_t*)values;
  for (size_t i = 0; i < count && !cdr->failed; ++i, from += width) {
    uint8_t value[8];
    reverse(value, from, width);
    xrce_put_bytes(cdr, value, width);
  }
}

void xrce_get(xrce_cdr* cdr, void* values, size_t width, size_t count) {
  if (count == 0) return;
  xrce_get_align(cdr, width);
  xrce_get_bytes(cdr, values, width * count);
  if (!cdr->swaps || width == 1) return;
  uint8_t* to = (uint8_t*)values;
  for (size_t i = 0; i < count; ++i, to += width) {
    uint8_t value[8];
    memcpy(value, to, width);
    reverse(to, value, width);
  }
}

void xrce_put_u8(xrce_cdr* cdr, uint8_t value) { xrce_put_bytes(cdr, &value, 1); }
void xrce_put_u16(xrce_cdr* cdr, uint16_t value) { xrce_put(cdr, &value, 2, 1); }
void xrce_put_u32(xrce_cdr* cdr, uint32_t value) { xrce_put(cdr, &value, 4, 1); }

uint8_t xrce_get_u8(xrce_cdr* cdr) {
  uint8_t value;
  xrce_get_bytes(cdr, &value, 1);
  return value;
}

uint16_t xrce_get_u16(xrce_cdr* cdr) {
  uint16_t value;
  xrce_get(cdr, &value, 2, 1);
  return value;
}

uint32_t xrce_get_u32(xrce_cdr* cdr) {
  uint32_t value;
  xrce_get(cdr, &value, 4, 1);
  return value;
}

void xrce_put_id(xrce_cdr* cdr, uint16_t id) {
  xrce_put_u8(cdr, (uint8_t)(id >> 8));
  xrce_put_u8(cdr, (uint8_t)id);
}

uint16_t xrce_get_id(xrce_cdr* cdr) {
  const uint8_t high = xrce_get_u8(cdr);
  return (uint16_t)((unsigned)high << 8 | xrce_get_u8(cdr));
}

void xrce_put_joined(xrce_cdr* cdr, const char* const* parts) {
  size_t size = 1;
  for (const char* const* part = parts; *part != NULL; ++part) size += strlen(*part);
  xrce_put_u32(cdr, (uint32_t)size);
  for (; *parts != NULL; ++parts) xrce_put_bytes(cdr, *parts, strlen(*parts));
  xrce_put_u8(cdr, 0);
}

void xrce_put_string(xrce_cdr* cdr, const char* text) {
  const char* const parts[] = {text, NULL};
  xrce_put_joined(cdr, parts);
}
