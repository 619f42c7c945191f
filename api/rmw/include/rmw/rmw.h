/* The middleware's face, as far as packages ask it. */
#ifndef RMW__RMW_H_
#define RMW__RMW_H_

#include "rmw/types.h"
#include "rosidl_runtime_c/message_type_support_struct.h"
#include "rosidl_runtime_c/service_type_support_struct.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What RMW_IMPLEMENTATION calls it. Contract: any thread, never null.
const char * rmw_get_implementation_identifier(void);
/// "cdr".
const char * rmw_get_serialization_format(void);

/* A handle that gives no codec (of introspection, for one), and a null argument, are
 * RMW_RET_ERROR, as is whatever fails otherwise; the error state says what it was.
 * Contract: any thread. */

/// Writes the message behind an encapsulation header. `serialized_message`, which has an
/// allocator, grows where its capacity is too small. RMW_RET_BAD_ALLOC, RMW_RET_ERROR (a
/// string beyond its bound); the bytes are as before then.
RMW_WARN_UNUSED rmw_ret_t rmw_serialize(
  const void * ros_message, const rosidl_message_type_support_t * type_support,
  rmw_serialized_message_t * serialized_message);
/// Reads such bytes, of either byte order. RMW_RET_BAD_ALLOC, RMW_RET_ERROR (they are not of
/// this type); the message is valid then, and its values are not specified.
RMW_WARN_UNUSED rmw_ret_t rmw_deserialize(
  const rmw_serialized_message_t * serialized_message,
  const rosidl_message_type_support_t * type_support, void * ros_message);

#ifdef __cplusplus
}
#endif
#endif /* RMW__RMW_H_ */
