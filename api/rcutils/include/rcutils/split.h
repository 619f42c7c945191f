/* Strings cut at a character. */
#ifndef RCUTILS__SPLIT_H_
#define RCUTILS__SPLIT_H_

#include "rcutils/allocator.h"
#include "rcutils/types/rcutils_ret.h"
#include "rcutils/types/string_array.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Both write an array that rcutils_string_array_fini() frees; for a null or empty string a
 * zero-initialized one. */

/// The parts between delimiters, without those that are empty.
rcutils_ret_t rcutils_split(
  const char * str, char delimiter, rcutils_allocator_t allocator,
  rcutils_string_array_t * string_array);
/// What is before and what is behind the last delimiter; one part without one. A delimiter
/// at either end of the string is not looked at, nor one directly before the last.
rcutils_ret_t rcutils_split_last(
  const char * str, char delimiter, rcutils_allocator_t allocator,
  rcutils_string_array_t * string_array);

#ifdef __cplusplus
}
#endif
#endif /* RCUTILS__SPLIT_H_ */
