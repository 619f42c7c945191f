/* Functions of the texts of C messages. Their memory is the C heap's.
 *
 * Contract of all: any thread, one at a time for one text. False for a null argument or
 * without memory; what it was to change is then as it was. */
#ifndef ROSIDL_RUNTIME_C__U16STRING_FUNCTIONS_H_
#define ROSIDL_RUNTIME_C__U16STRING_FUNCTIONS_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "rosidl_runtime_c/detail/sequence_functions.h"
#include "rosidl_runtime_c/u16string.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The empty text; what it held is not looked at. */
static inline bool rosidl_runtime_c__U16String__init(rosidl_runtime_c__U16String* str) {
  if (!str) return false;
  uint_least16_t* data = (uint_least16_t*)calloc(1, sizeof(uint_least16_t));
  if (!data) return false;
  str->data = data;
  str->size = 0;
  str->capacity = 1;
  return true;
}

/** Gives the memory back. Nothing happens to a text of zeros. */
static inline void rosidl_runtime_c__U16String__fini(rosidl_runtime_c__U16String* str) {
  if (!str) return;
  free(str->data);
  str->data = NULL;
  str->size = str->capacity = 0;
}

static inline bool rosidl_runtime_c__U16String__are_equal(
  const rosidl_runtime_c__U16String* lhs, const rosidl_runtime_c__U16String* rhs) {
  return lhs && rhs && lhs->size == rhs->size &&
         (lhs->size == 0 || memcmp(lhs->data, rhs->data, lhs->size * sizeof(uint_least16_t)) == 0);
}

/** The `n` units of `value`, which lie elsewhere. */
static inline bool rosidl_runtime_c__U16String__assignn(
  rosidl_runtime_c__U16String* str, const uint16_t* value, size_t n) {
  if (!str || !value || n >= (size_t)-1 / sizeof(uint_least16_t)) return false;
  uint_least16_t* data = (uint_least16_t*)realloc(str->data, (n + 1) * sizeof(uint_least16_t));
  if (!data) return false;
  memcpy(data, value, n * sizeof(uint_least16_t));
  data[n] = 0;
  str->data = data;
  str->size = n;
  str->capacity = n + 1;
  return true;
}

/** The units before the first zero; 0 for null. */
static inline size_t rosidl_runtime_c__U16String__len(const uint16_t* value) {
  size_t length = 0;
  if (!value) return 0;
  while (value[length] != 0) ++length;
  return length;
}

static inline bool rosidl_runtime_c__U16String__assign(
  rosidl_runtime_c__U16String* str, const uint16_t* value) {
  return value && rosidl_runtime_c__U16String__assignn(
    str, value, rosidl_runtime_c__U16String__len(value));
}

/** The units that lie in `n` bytes in this machine's order. False if `n` is odd, too. */
static inline bool rosidl_runtime_c__U16String__assignn_from_char(
  rosidl_runtime_c__U16String* str, const char* value, size_t n) {
  if (!str || !value || n % 2 != 0 || n > (size_t)-1 - sizeof(uint_least16_t)) return false;
  uint_least16_t* data = (uint_least16_t*)realloc(str->data, n + sizeof(uint_least16_t));
  if (!data) return false;
  memcpy(data, value, n);
  data[n / 2] = 0;
  str->data = data;
  str->size = n / 2;
  str->capacity = n / 2 + 1;
  return true;
}

/** Of `n` units, those that are new not set; the unit behind them is zero. */
static inline bool rosidl_runtime_c__U16String__resize(
  rosidl_runtime_c__U16String* str, size_t n) {
  if (!str || n >= (size_t)-1 / sizeof(uint_least16_t)) return false;
  uint_least16_t* data =
    (uint_least16_t*)realloc(str->data, (n + 1) * sizeof(uint_least16_t));
  if (!data) return false;
  data[n] = 0;
  str->data = data;
  str->size = n;
  str->capacity = n + 1;
  return true;
}

static inline bool rosidl_runtime_c__U16String__copy(
  const rosidl_runtime_c__U16String* input, rosidl_runtime_c__U16String* output) {
  return input && (input == output ||
                   rosidl_runtime_c__U16String__assignn(output, input->data, input->size));
}

ROSIDL_RUNTIME_C__DETAIL__SEQUENCE_FUNCTIONS(rosidl_runtime_c__U16String)

#ifdef __cplusplus
}
#endif

#endif  /* ROSIDL_RUNTIME_C__U16STRING_FUNCTIONS_H_ */
