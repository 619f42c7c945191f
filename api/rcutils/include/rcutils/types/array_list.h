/* A growable array of elements of one size. */
#ifndef RCUTILS__TYPES__ARRAY_LIST_H_
#define RCUTILS__TYPES__ARRAY_LIST_H_

#include <stddef.h>

#include "rcutils/allocator.h"
#include "rcutils/error_handling.h"
#include "rcutils/types/rcutils_ret.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rcutils_array_list_impl_s;

typedef struct rcutils_array_list_s
{
  struct rcutils_array_list_impl_s * impl;
} rcutils_array_list_t;

/// Returns from the function that has it if the list is null or not initialized.
#define ARRAY_LIST_VALIDATE_ARRAY_LIST(array_list) \
  do { \
    RCUTILS_CHECK_ARGUMENT_FOR_NULL(array_list, RCUTILS_RET_INVALID_ARGUMENT); \
    RCUTILS_CHECK_FOR_NULL_WITH_MSG( \
      (array_list)->impl, "array_list is not initialized", return RCUTILS_RET_NOT_INITIALIZED); \
  } while (0)

/* All return RCUTILS_RET_INVALID_ARGUMENT for a null argument or an index behind the end,
 * RCUTILS_RET_NOT_INITIALIZED, and RCUTILS_RET_BAD_ALLOC; the error state is set. */

rcutils_array_list_t rcutils_get_zero_initialized_array_list(void);
/// Neither the capacity nor the size of an element may be 0.
rcutils_ret_t rcutils_array_list_init(
  rcutils_array_list_t * array_list, size_t initial_capacity, size_t data_size,
  const rcutils_allocator_t * allocator);
rcutils_ret_t rcutils_array_list_fini(rcutils_array_list_t * array_list);
/// Copies an element behind the last.
rcutils_ret_t rcutils_array_list_add(rcutils_array_list_t * array_list, const void * data);
rcutils_ret_t rcutils_array_list_set(
  rcutils_array_list_t * array_list, size_t index, const void * data);
rcutils_ret_t rcutils_array_list_remove(rcutils_array_list_t * array_list, size_t index);
/// Copies an element to `data`.
rcutils_ret_t rcutils_array_list_get(
  const rcutils_array_list_t * array_list, size_t index, void * data);
rcutils_ret_t rcutils_array_list_get_size(const rcutils_array_list_t * array_list, size_t * size);

#ifdef __cplusplus
}
#endif
#endif /* RCUTILS__TYPES__ARRAY_LIST_H_ */
