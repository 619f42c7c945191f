/* A growable string. */
#ifndef RCUTILS__TYPES__CHAR_ARRAY_H_
#define RCUTILS__TYPES__CHAR_ARRAY_H_

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "rcutils/allocator.h"
#include "rcutils/types/rcutils_ret.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rcutils_char_array_s
{
  char * buffer;
  bool owns_buffer;        ///< false: the buffer is the caller's, and is left when it is too small
  size_t buffer_length;    ///< with the end of the string
  size_t buffer_capacity;
  rcutils_allocator_t allocator;
} rcutils_char_array_t;

/* All return RCUTILS_RET_ERROR for a null array or, where they need one, a bad allocator, and
 * RCUTILS_RET_BAD_ALLOC without memory. The error state is set. */

rcutils_char_array_t rcutils_get_zero_initialized_char_array(void);
rcutils_ret_t rcutils_char_array_init(
  rcutils_char_array_t * char_array, size_t buffer_capacity,
  const rcutils_allocator_t * allocator);
rcutils_ret_t rcutils_char_array_fini(rcutils_char_array_t * char_array);
/// RCUTILS_RET_INVALID_ARGUMENT for size 0. Keeps what fits.
rcutils_ret_t rcutils_char_array_resize(rcutils_char_array_t * char_array, size_t new_size);
/// Room for `new_size` at least; what it grows by is at least half of what it has.
rcutils_ret_t rcutils_char_array_expand_as_needed(
  rcutils_char_array_t * char_array, size_t new_size);
/// Replaces the string by a formatted one.
rcutils_ret_t rcutils_char_array_vsprintf(
  rcutils_char_array_t * char_array, const char * format, va_list args)
__attribute__((format(printf, 2, 0)));
/// Appends `n` characters, and ends the string.
rcutils_ret_t rcutils_char_array_strncat(
  rcutils_char_array_t * char_array, const char * src, size_t n);
rcutils_ret_t rcutils_char_array_strcat(rcutils_char_array_t * char_array, const char * src);
/// Replaces the content by `n` characters as they are.
rcutils_ret_t rcutils_char_array_memcpy(
  rcutils_char_array_t * char_array, const char * src, size_t n);
rcutils_ret_t rcutils_char_array_strcpy(rcutils_char_array_t * char_array, const char * src);

#ifdef __cplusplus
}
#endif
#endif /* RCUTILS__TYPES__CHAR_ARRAY_H_ */
