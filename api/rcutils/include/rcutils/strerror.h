/* What errno says. */
#ifndef RCUTILS__STRERROR_H_
#define RCUTILS__STRERROR_H_

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Writes the words for errno, cut to the buffer. Contract: any thread.
void rcutils_strerror(char * buffer, size_t buffer_length);

#ifdef __cplusplus
}
#endif
#endif /* RCUTILS__STRERROR_H_ */
