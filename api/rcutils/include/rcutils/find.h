/* Where a character stands in a string. */
#ifndef RCUTILS__FIND_H_
#define RCUTILS__FIND_H_

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All return SIZE_MAX if it is not there, or the string is null or empty. */

size_t rcutils_find(const char * str, char delimiter);
/// Among the first `string_length` characters.
size_t rcutils_findn(const char * str, char delimiter, size_t string_length);
/// The last one.
size_t rcutils_find_last(const char * str, char delimiter);
size_t rcutils_find_lastn(const char * str, char delimiter, size_t string_length);

#ifdef __cplusplus
}
#endif
#endif /* RCUTILS__FIND_H_ */
