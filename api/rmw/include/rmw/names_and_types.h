/* Names of the graph, each with the types that it has. */
#ifndef RMW__NAMES_AND_TYPES_H_
#define RMW__NAMES_AND_TYPES_H_

#include <stddef.h>

#include "rcutils/allocator.h"
#include "rcutils/types/string_array.h"
#include "rmw/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rmw_names_and_types_s {
  rcutils_string_array_t names;
  rcutils_string_array_t * types;  /* as many as there are names; null if there are none */
} rmw_names_and_types_t;

/* One thread for one structure. RMW_RET_INVALID_ARGUMENT (null, no allocator, or not zero
 * where zero is asked for), RMW_RET_BAD_ALLOC; the error state is set. */

RMW_PUBLIC rmw_names_and_types_t rmw_get_zero_initialized_names_and_types(void);
RMW_PUBLIC rmw_ret_t rmw_names_and_types_check_zero(rmw_names_and_types_t * names_and_types);
/** Room for `size` names, all null, and as many arrays of types that are empty. */
RMW_PUBLIC rmw_ret_t rmw_names_and_types_init(
  rmw_names_and_types_t * names_and_types, size_t size, rcutils_allocator_t * allocator);
/** Frees all strings, and leaves zero. Nothing happens to zero. */
RMW_PUBLIC rmw_ret_t rmw_names_and_types_fini(rmw_names_and_types_t * names_and_types);

#ifdef __cplusplus
}
#endif
#endif /* RMW__NAMES_AND_TYPES_H_ */
