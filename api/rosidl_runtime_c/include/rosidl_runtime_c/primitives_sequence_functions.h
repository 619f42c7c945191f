/* Functions of sequences of numbers. Their memory is the C heap's.
 *
 * Contract of all: any thread, one at a time for one sequence. False for a null argument
 * or without memory; what it was to change is then as it was. */
#ifndef ROSIDL_RUNTIME_C__PRIMITIVES_SEQUENCE_FUNCTIONS_H_
#define ROSIDL_RUNTIME_C__PRIMITIVES_SEQUENCE_FUNCTIONS_H_

#include <stdbool.h>
#include <stdlib.h>

#include "rosidl_runtime_c/primitives_sequence.h"

#ifdef __cplusplus
extern "C" {
#endif

/* init: `size` zeros; what the sequence held is not looked at. fini: gives the memory back;
 * nothing happens to an empty one. copy: `output` is initialized, and keeps its memory where
 * that is enough. */
#define ROSIDL_RUNTIME_C__DETAIL__PRIMITIVE_FUNCTIONS(NAME, TYPE) \
  static inline bool rosidl_runtime_c__##NAME##__Sequence__init( \
    rosidl_runtime_c__##NAME##__Sequence* sequence, size_t size) { \
    TYPE* data = NULL; \
    if (!sequence) return false; \
    if (size > 0) { \
      data = (TYPE*)calloc(size, sizeof(TYPE)); \
      if (!data) return false; \
    } \
    sequence->data = data; \
    sequence->size = sequence->capacity = size; \
    return true; \
  } \
  static inline void rosidl_runtime_c__##NAME##__Sequence__fini( \
    rosidl_runtime_c__##NAME##__Sequence* sequence) { \
    if (!sequence) return; \
    free(sequence->data); \
    sequence->data = NULL; \
    sequence->size = sequence->capacity = 0; \
  } \
  static inline bool rosidl_runtime_c__##NAME##__Sequence__are_equal( \
    const rosidl_runtime_c__##NAME##__Sequence* lhs, \
    const rosidl_runtime_c__##NAME##__Sequence* rhs) { \
    if (!lhs || !rhs || lhs->size != rhs->size) return false; \
    for (size_t i = 0; i < lhs->size; ++i) { \
      if (lhs->data[i] != rhs->data[i]) return false; \
    } \
    return true; \
  } \
  static inline bool rosidl_runtime_c__##NAME##__Sequence__copy( \
    const rosidl_runtime_c__##NAME##__Sequence* input, \
    rosidl_runtime_c__##NAME##__Sequence* output) { \
    if (!input || !output) return false; \
    if (output->capacity < input->size) { \
      TYPE* grown = NULL; \
      if (input->size <= (size_t)-1 / sizeof(TYPE)) { \
        grown = (TYPE*)realloc(output->data, input->size * sizeof(TYPE)); \
      } \
      if (!grown) return false; \
      output->data = grown; \
      output->capacity = input->size; \
    } \
    for (size_t i = 0; i < input->size; ++i) output->data[i] = input->data[i]; \
    output->size = input->size; \
    return true; \
  }

ROSIDL_RUNTIME_C__DETAIL__PRIMITIVE_FUNCTIONS(float, float)
ROSIDL_RUNTIME_C__DETAIL__PRIMITIVE_FUNCTIONS(double, double)
ROSIDL_RUNTIME_C__DETAIL__PRIMITIVE_FUNCTIONS(long_double, long double)
ROSIDL_RUNTIME_C__DETAIL__PRIMITIVE_FUNCTIONS(char, signed char)
ROSIDL_RUNTIME_C__DETAIL__PRIMITIVE_FUNCTIONS(wchar, uint16_t)
ROSIDL_RUNTIME_C__DETAIL__PRIMITIVE_FUNCTIONS(boolean, bool)
ROSIDL_RUNTIME_C__DETAIL__PRIMITIVE_FUNCTIONS(octet, uint8_t)
ROSIDL_RUNTIME_C__DETAIL__PRIMITIVE_FUNCTIONS(uint8, uint8_t)
ROSIDL_RUNTIME_C__DETAIL__PRIMITIVE_FUNCTIONS(int8, int8_t)
ROSIDL_RUNTIME_C__DETAIL__PRIMITIVE_FUNCTIONS(uint16, uint16_t)
ROSIDL_RUNTIME_C__DETAIL__PRIMITIVE_FUNCTIONS(int16, int16_t)
ROSIDL_RUNTIME_C__DETAIL__PRIMITIVE_FUNCTIONS(uint32, uint32_t)
ROSIDL_RUNTIME_C__DETAIL__PRIMITIVE_FUNCTIONS(int32, int32_t)
ROSIDL_RUNTIME_C__DETAIL__PRIMITIVE_FUNCTIONS(uint64, uint64_t)
ROSIDL_RUNTIME_C__DETAIL__PRIMITIVE_FUNCTIONS(int64, int64_t)

#undef ROSIDL_RUNTIME_C__DETAIL__PRIMITIVE_FUNCTIONS

#ifdef __cplusplus
}
#endif

#endif  /* ROSIDL_RUNTIME_C__PRIMITIVES_SEQUENCE_FUNCTIONS_H_ */
