/* Writing values into a message by hand, as the callbacks of continuous serialization do. Each
 * function returns whether everything fitted so far. */
#ifndef RANVIER_MICRO_UCDR_MICROCDR_H
#define RANVIER_MICRO_UCDR_MICROCDR_H

#include <string.h>

#include "ranvier_micro/wire/cdr.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct xrce_cdr ucdrBuffer;

/* Bytes from this length of a message to the next multiple of `size`, a power of two. */
static inline size_t ucdr_alignment(size_t length, size_t size) {
  return (size_t)(0u - length) & (size - 1u);
}
static inline bool ucdr_buffer_has_error(const ucdrBuffer* to) { return to->failed; }

#define RANVIER_MICRO_UCDR(name, type)                                                             \
  static inline bool ucdr_serialize_array_##name(ucdrBuffer* to, const type* values,               \
                                                 size_t count) {                                   \
    xrce_put(to, values, sizeof(type), count);                                                     \
    return !to->failed;                                                                            \
  }                                                                                                \
  static inline bool ucdr_serialize_##name(ucdrBuffer* to, const type value) {                     \
    return ucdr_serialize_array_##name(to, &value, 1);                                             \
  }                                                                                                \
  static inline bool ucdr_serialize_sequence_##name(ucdrBuffer* to, const type* values,            \
                                                    uint32_t count) {                              \
    xrce_put_u32(to, count);                                                                       \
    return ucdr_serialize_array_##name(to, values, count);                                         \
  }
RANVIER_MICRO_UCDR(char, char)
RANVIER_MICRO_UCDR(bool, bool)
RANVIER_MICRO_UCDR(uint8_t, uint8_t)
RANVIER_MICRO_UCDR(uint16_t, uint16_t)
RANVIER_MICRO_UCDR(uint32_t, uint32_t)
RANVIER_MICRO_UCDR(uint64_t, uint64_t)
RANVIER_MICRO_UCDR(int8_t, int8_t)
RANVIER_MICRO_UCDR(int16_t, int16_t)
RANVIER_MICRO_UCDR(int32_t, int32_t)
RANVIER_MICRO_UCDR(int64_t, int64_t)
RANVIER_MICRO_UCDR(float, float)
RANVIER_MICRO_UCDR(double, double)
#undef RANVIER_MICRO_UCDR

static inline bool ucdr_serialize_string(ucdrBuffer* to, const char* text) {
  xrce_put_string(to, text);
  return !to->failed;
}

#ifdef __cplusplus
}
#endif
#endif
