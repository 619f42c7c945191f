/* Strings compared without regard to case. */
#ifndef RCUTILS__STRCASECMP_H_
#define RCUTILS__STRCASECMP_H_

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Sets `value` below, at or above 0 as s1 is before, equal to or behind s2.
/// @return 0; -1 if an argument is null.
int rcutils_strcasecmp(const char * s1, const char * s2, int * value);
/// The first `n` characters at most.
int rcutils_strncasecmp(const char * s1, const char * s2, size_t n, int * value);

#ifdef __cplusplus
}
#endif
#endif /* RCUTILS__STRCASECMP_H_ */
