/* The middleware's face, as far as packages ask it. */
#ifndef RMW__RMW_H_
#define RMW__RMW_H_

#include "rmw/macros.h"
#include "rmw/qos_profiles.h"
#include "rmw/ret_types.h"
#include "rmw/serialized_message.h"
#include "rmw/types.h"
#include "rmw/visibility_control.h"
#include "rosidl_runtime_c/message_type_support_struct.h"
#include "rosidl_runtime_c/service_type_support_struct.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What RMW_IMPLEMENTATION calls it. Contract: any thread, never null.
const char * rmw_get_implementation_identifier(void);
/// "cdr".
const char * rmw_get_serialization_format(void);

#ifdef __cplusplus
}
#endif
#endif /* RMW__RMW_H_ */
