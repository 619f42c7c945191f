/* Functions of sequences of texts and messages, made of the functions of one of them. */
#ifndef ROSIDL_RUNTIME_C__DETAIL__SEQUENCE_FUNCTIONS_H_
#define ROSIDL_RUNTIME_C__DETAIL__SEQUENCE_FUNCTIONS_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Of T__Sequence, from T__init, T__fini, T__are_equal and T__copy. All `capacity` elements
 * are initialized. Contract as in primitives_sequence_functions.h, but for copy: after a
 * failure some elements of `output` may be new. */
#define ROSIDL_RUNTIME_C__DETAIL__SEQUENCE_FUNCTIONS(T) \
  static inline void T##__Sequence__fini(T##__Sequence* sequence) { \
    if (!sequence) return; \
    for (size_t i = 0; i < sequence->capacity; ++i) T##__fini(&sequence->data[i]); \
    free(sequence->data); \
    sequence->data = NULL; \
    sequence->size = sequence->capacity = 0; \
  } \
  /* Room for `size` elements, those from `capacity` on initialized. */ \
  static inline bool T##__Sequence__detail__grow(T##__Sequence* sequence, size_t size) { \
    T* grown = NULL; \
    if (size <= (size_t)-1 / sizeof(T)) { \
      grown = (T*)realloc(sequence->data, size * sizeof(T)); \
    } \
    if (!grown) return false; \
    sequence->data = grown; \
    for (; sequence->capacity < size; ++sequence->capacity) { \
      if (!T##__init(&grown[sequence->capacity])) return false; \
    } \
    return true; \
  } \
  static inline bool T##__Sequence__init(T##__Sequence* sequence, size_t size) { \
    if (!sequence) return false; \
    T##__Sequence made = {NULL, 0, 0}; \
    if (size > 0 && !T##__Sequence__detail__grow(&made, size)) { \
      T##__Sequence__fini(&made); \
      return false; \
    } \
    made.size = size; \
    *sequence = made; \
    return true; \
  } \
  static inline T##__Sequence* T##__Sequence__create(size_t size) { \
    T##__Sequence* made = (T##__Sequence*)malloc(sizeof(T##__Sequence)); \
    if (made && !T##__Sequence__init(made, size)) { \
      free(made); \
      made = NULL; \
    } \
    return made; \
  } \
  static inline void T##__Sequence__destroy(T##__Sequence* sequence) { \
    T##__Sequence__fini(sequence); \
    free(sequence); \
  } \
  static inline bool T##__Sequence__are_equal( \
    const T##__Sequence* lhs, const T##__Sequence* rhs) { \
    if (!lhs || !rhs || lhs->size != rhs->size) return false; \
    for (size_t i = 0; i < lhs->size; ++i) { \
      if (!T##__are_equal(&lhs->data[i], &rhs->data[i])) return false; \
    } \
    return true; \
  } \
  static inline bool T##__Sequence__copy(const T##__Sequence* input, T##__Sequence* output) { \
    if (!input || !output) return false; \
    if (output->capacity < input->size && \
      !T##__Sequence__detail__grow(output, input->size)) \
    { \
      return false; \
    } \
    for (size_t i = 0; i < input->size; ++i) { \
      if (!T##__copy(&input->data[i], &output->data[i])) return false; \
    } \
    output->size = input->size; \
    return true; \
  }

#endif  /* ROSIDL_RUNTIME_C__DETAIL__SEQUENCE_FUNCTIONS_H_ */
