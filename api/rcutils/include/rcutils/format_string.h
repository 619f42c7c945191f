/* printf into a string of its own. */
#ifndef RCUTILS__FORMAT_STRING_H_
#define RCUTILS__FORMAT_STRING_H_

#include <stddef.h>

#include "rcutils/allocator.h"
#include "rcutils/macros.h"

/// At most 2048 characters; see rcutils_format_string_limit().
#define rcutils_format_string(allocator, format_string, ...) \
  rcutils_format_string_limit(allocator, 2048, format_string, __VA_ARGS__)

#ifdef __cplusplus
extern "C" {
#endif

/// Freed with the allocator. What is longer than `limit`, its end included, is
/// cut. Null for a null format or a bad allocator.
char * rcutils_format_string_limit(
  rcutils_allocator_t allocator, size_t limit, const char * format_string, ...)
RCUTILS_ATTRIBUTE_PRINTF_FORMAT(3, 4);

#ifdef __cplusplus
}
#endif
#endif /* RCUTILS__FORMAT_STRING_H_ */
