/* An array of strings of C. */
#ifndef RCUTILS__TYPES__STRING_ARRAY_H_
#define RCUTILS__TYPES__STRING_ARRAY_H_

#include <stddef.h>

#include "rcutils/allocator.h"
#include "rcutils/error_handling.h"

typedef struct rcutils_string_array_s {
  size_t size;
  char ** data;
  rcutils_allocator_t allocator;
} rcutils_string_array_t;

#endif /* RCUTILS__TYPES__STRING_ARRAY_H_ */
