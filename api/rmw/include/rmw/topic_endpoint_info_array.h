/* What the graph tells of all publishers, or of all subscriptions, of a topic. */
#ifndef RMW__TOPIC_ENDPOINT_INFO_ARRAY_H_
#define RMW__TOPIC_ENDPOINT_INFO_ARRAY_H_

#include "rmw/topic_endpoint_info.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rmw_topic_endpoint_info_array_s {
  size_t size;
  rmw_topic_endpoint_info_t * info_array;
} rmw_topic_endpoint_info_array_t;

/* One thread for one array. RMW_RET_INVALID_ARGUMENT (null, no allocator), RMW_RET_BAD_ALLOC;
 * the error state is set. */

RMW_PUBLIC rmw_topic_endpoint_info_array_t rmw_get_zero_initialized_topic_endpoint_info_array(void);
/** RMW_RET_ERROR if it is not zero. */
RMW_PUBLIC rmw_ret_t rmw_topic_endpoint_info_array_check_zero(
  rmw_topic_endpoint_info_array_t * topic_endpoint_info_array);
/** `size` infos that are zero. */
RMW_PUBLIC rmw_ret_t rmw_topic_endpoint_info_array_init_with_size(
  rmw_topic_endpoint_info_array_t * topic_endpoint_info_array, size_t size,
  rcutils_allocator_t * allocator);
/** Frees the infos and their texts, and leaves zero. */
RMW_PUBLIC rmw_ret_t rmw_topic_endpoint_info_array_fini(
  rmw_topic_endpoint_info_array_t * topic_endpoint_info_array, rcutils_allocator_t * allocator);

#ifdef __cplusplus
}
#endif
#endif /* RMW__TOPIC_ENDPOINT_INFO_ARRAY_H_ */
