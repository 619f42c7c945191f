/* A growable array of bytes: what serialized messages are in. */
#ifndef RCUTILS__TYPES__UINT8_ARRAY_H_
#define RCUTILS__TYPES__UINT8_ARRAY_H_

#include <stddef.h>

#include "rcutils/allocator.h"
#include "rcutils/types/rcutils_ret.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All return RCUTILS_RET_INVALID_ARGUMENT for a null array or a bad allocator, and
 * RCUTILS_RET_BAD_ALLOC, with the error state set, without memory. */

/// No bytes, and no allocator yet.
rcutils_uint8_array_t rcutils_get_zero_initialized_uint8_array(void);
/// No bytes, and room for `buffer_capacity`.
rcutils_ret_t rcutils_uint8_array_init(
  rcutils_uint8_array_t * uint8_array, size_t buffer_capacity,
  const rcutils_allocator_t * allocator);
rcutils_ret_t rcutils_uint8_array_fini(rcutils_uint8_array_t * uint8_array);
/// Room for `new_size` bytes, which must not be 0; keeps what fits. Without memory the
/// array is empty afterwards.
rcutils_ret_t rcutils_uint8_array_resize(rcutils_uint8_array_t * uint8_array, size_t new_size);

#ifdef __cplusplus
}
#endif
#endif /* RCUTILS__TYPES__UINT8_ARRAY_H_ */
