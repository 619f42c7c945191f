/* Functions of the texts of C messages. Their memory is the C heap's.
 *
 * Contract of all: any thread, one at a time for one text. False for a null argument or
 * without memory; what it was to change is then as it was. */
#ifndef ROSIDL_RUNTIME_C__STRING_FUNCTIONS_H_
#define ROSIDL_RUNTIME_C__STRING_FUNCTIONS_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "rosidl_runtime_c/detail/sequence_functions.h"
#include "rosidl_runtime_c/string.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The empty text; what it held is not looked at. */
static inline bool rosidl_runtime_c__String__init(rosidl_runtime_c__String* str) {
  if (!str) return false;
  char* data = (char*)calloc(1, sizeof(char));
  if (!data) return false;
  str->data = data;
  str->size = 0;
  str->capacity = 1;
  return true;
}

/** Gives the memory back. Nothing happens to a text of zeros. */
static inline void rosidl_runtime_c__String__fini(rosidl_runtime_c__String* str) {
  if (!str) return;
  free(str->data);
  str->data = NULL;
  str->size = str->capacity = 0;
}

static inline bool rosidl_runtime_c__String__are_equal(
  const rosidl_runtime_c__String* lhs, const rosidl_runtime_c__String* rhs) {
  return lhs && rhs && lhs->size == rhs->size &&
         (lhs->size == 0 || memcmp(lhs->data, rhs->data, lhs->size * sizeof(char)) == 0);
}

/** The `n` units of `value`, which lie elsewhere. */
static inline bool rosidl_runtime_c__String__assignn(
  rosidl_runtime_c__String* str, const char* value, size_t n) {
  if (!str || !value || n >= (size_t)-1 / sizeof(char)) return false;
  char* data = (char*)realloc(str->data, (n + 1) * sizeof(char));
  if (!data) return false;
  memcpy(data, value, n * sizeof(char));
  data[n] = 0;
  str->data = data;
  str->size = n;
  str->capacity = n + 1;
  return true;
}

static inline bool rosidl_runtime_c__String__assign(
  rosidl_runtime_c__String* str, const char* value) {
  return value && rosidl_runtime_c__String__assignn(str, value, strlen(value));
}

static inline bool rosidl_runtime_c__String__copy(
  const rosidl_runtime_c__String* input, rosidl_runtime_c__String* output) {
  return input && (input == output ||
                   rosidl_runtime_c__String__assignn(output, input->data, input->size));
}

ROSIDL_RUNTIME_C__DETAIL__SEQUENCE_FUNCTIONS(rosidl_runtime_c__String)

#ifdef __cplusplus
}
#endif

#endif  /* ROSIDL_RUNTIME_C__STRING_FUNCTIONS_H_ */
