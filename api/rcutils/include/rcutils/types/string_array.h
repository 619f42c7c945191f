/* An array of strings of C. */
#ifndef RCUTILS__TYPES__STRING_ARRAY_H_
#define RCUTILS__TYPES__STRING_ARRAY_H_

#include <stddef.h>

#include "rcutils/allocator.h"
#include "rcutils/error_handling.h"
#include "rcutils/qsort.h"
#include "rcutils/types/rcutils_ret.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Owns its strings, some of which may be null.
typedef struct rcutils_string_array_s {
  size_t size;
  char ** data;
  rcutils_allocator_t allocator;
} rcutils_string_array_t;

/* All return RCUTILS_RET_INVALID_ARGUMENT for a null argument or a bad allocator, and
 * RCUTILS_RET_BAD_ALLOC without memory; the error state is set. */

rcutils_string_array_t rcutils_get_zero_initialized_string_array(void);
/// `size` strings that are null.
rcutils_ret_t rcutils_string_array_init(
  rcutils_string_array_t * string_array, size_t size, const rcutils_allocator_t * allocator);
/// Frees the strings as well.
rcutils_ret_t rcutils_string_array_fini(rcutils_string_array_t * string_array);
/// Sets `res` below, at or above 0: the first strings that differ decide, then the sizes.
/// RCUTILS_RET_ERROR if a string is null.
rcutils_ret_t rcutils_string_array_cmp(
  const rcutils_string_array_t * lhs, const rcutils_string_array_t * rhs, int * res);
/// New strings are null; those that go are freed.
rcutils_ret_t rcutils_string_array_resize(rcutils_string_array_t * string_array, size_t new_size);
/// As strcmp() on two elements; null is behind all.
int rcutils_string_array_sort_compare(const void * lhs, const void * rhs);
/// Null strings last.
rcutils_ret_t rcutils_string_array_sort(rcutils_string_array_t * string_array);

#ifdef __cplusplus
}
#endif
#endif /* RCUTILS__TYPES__STRING_ARRAY_H_ */
