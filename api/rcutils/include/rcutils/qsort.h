/* qsort(3) that says what is wrong. */
#ifndef RCUTILS__QSORT_H_
#define RCUTILS__QSORT_H_

#include <stddef.h>

#include "rcutils/types/rcutils_ret.h"

#ifdef __cplusplus
extern "C" {
#endif

/// RCUTILS_RET_INVALID_ARGUMENT, with the error state set, for a null comparison, or for a
/// null array of more than one element.
rcutils_ret_t rcutils_qsort(
  void * ptr, size_t count, size_t size, int (* comp)(const void *, const void *));

#ifdef __cplusplus
}
#endif
#endif /* RCUTILS__QSORT_H_ */
