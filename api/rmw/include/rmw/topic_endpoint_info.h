/* What the graph tells of one publisher or subscription. */
#ifndef RMW__TOPIC_ENDPOINT_INFO_H_
#define RMW__TOPIC_ENDPOINT_INFO_H_

#include "rcutils/allocator.h"
#include "rmw/types.h"
#include "rosidl_runtime_c/type_hash.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Owns its texts. */
typedef struct rmw_topic_endpoint_info_s {
  const char * node_name;
  const char * node_namespace;
  const char * topic_type;              /* "std_msgs/msg/String" */
  rosidl_type_hash_t topic_type_hash;   /* version 0 for a peer that tells none */
  rmw_endpoint_type_t endpoint_type;
  uint8_t endpoint_gid[RMW_GID_STORAGE_SIZE];
  rmw_qos_profile_t qos_profile;
} rmw_topic_endpoint_info_t;

/* One thread for one structure. RMW_RET_INVALID_ARGUMENT (null, or no allocator),
 * RMW_RET_BAD_ALLOC; the error state is set. A text that is set is copied; the one that was
 * there before is not freed. */

RMW_PUBLIC rmw_topic_endpoint_info_t rmw_get_zero_initialized_topic_endpoint_info(void);
/** Frees the texts, and leaves zero. `allocator`: what they were made with. */
RMW_PUBLIC rmw_ret_t rmw_topic_endpoint_info_fini(
  rmw_topic_endpoint_info_t * topic_endpoint_info, rcutils_allocator_t * allocator);
RMW_PUBLIC rmw_ret_t rmw_topic_endpoint_info_set_node_name(
  rmw_topic_endpoint_info_t * topic_endpoint_info, const char * node_name,
  rcutils_allocator_t * allocator);
RMW_PUBLIC rmw_ret_t rmw_topic_endpoint_info_set_node_namespace(
  rmw_topic_endpoint_info_t * topic_endpoint_info, const char * node_namespace,
  rcutils_allocator_t * allocator);
RMW_PUBLIC rmw_ret_t rmw_topic_endpoint_info_set_topic_type(
  rmw_topic_endpoint_info_t * topic_endpoint_info, const char * topic_type,
  rcutils_allocator_t * allocator);
RMW_PUBLIC rmw_ret_t rmw_topic_endpoint_info_set_topic_type_hash(
  rmw_topic_endpoint_info_t * topic_endpoint_info, const rosidl_type_hash_t * type_hash);
RMW_PUBLIC rmw_ret_t rmw_topic_endpoint_info_set_endpoint_type(
  rmw_topic_endpoint_info_t * topic_endpoint_info, rmw_endpoint_type_t type);
/** `size`: bytes of `gid`, at most RMW_GID_STORAGE_SIZE; the rest becomes zero. */
RMW_PUBLIC rmw_ret_t rmw_topic_endpoint_info_set_gid(
  rmw_topic_endpoint_info_t * topic_endpoint_info, const uint8_t gid[], size_t size);
RMW_PUBLIC rmw_ret_t rmw_topic_endpoint_info_set_qos_profile(
  rmw_topic_endpoint_info_t * topic_endpoint_info, const rmw_qos_profile_t * qos_profile);

#ifdef __cplusplus
}
#endif
#endif /* RMW__TOPIC_ENDPOINT_INFO_H_ */
