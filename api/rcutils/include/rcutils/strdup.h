/* Copies of strings of C, freed with the allocator that made them. */
#ifndef RCUTILS__STRDUP_H_
#define RCUTILS__STRDUP_H_

#include <stddef.h>

#include "rcutils/allocator.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Null for a null string, or without memory.
char * rcutils_strdup(const char * str, rcutils_allocator_t allocator);
/// The first `string_length` characters at most.
char * rcutils_strndup(const char * str, size_t string_length, rcutils_allocator_t allocator);

#ifdef __cplusplus
}
#endif
#endif /* RCUTILS__STRDUP_H_ */
