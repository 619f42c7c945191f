/* The handle under which generated code hands an action type to the runtime.
 *
 * The last two members are this runtime's own: an action has no identifier
 * elsewhere. `data` is a ranvier::codec::ActionTypeInfo. */
#ifndef ROSIDL_RUNTIME_C__ACTION_TYPE_SUPPORT_STRUCT_H_
#define ROSIDL_RUNTIME_C__ACTION_TYPE_SUPPORT_STRUCT_H_

#include "rosidl_runtime_c/message_type_support_struct.h"
#include "rosidl_runtime_c/service_type_support_struct.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rosidl_action_type_support_t rosidl_action_type_support_t;

typedef const rosidl_type_hash_t* (*rosidl_action_get_type_hash_function)(
  const rosidl_action_type_support_t*);
typedef const rosidl_runtime_c__type_description__TypeDescription* (
  *rosidl_action_get_type_description_function)(const rosidl_action_type_support_t*);
typedef const rosidl_runtime_c__type_description__TypeSource__Sequence* (
  *rosidl_action_get_type_description_sources_function)(const rosidl_action_type_support_t*);

struct rosidl_action_type_support_t {
  const rosidl_service_type_support_t* goal_service_type_support;
  const rosidl_service_type_support_t* result_service_type_support;
  const rosidl_service_type_support_t* cancel_service_type_support;
  const rosidl_message_type_support_t* feedback_message_type_support;
  const rosidl_message_type_support_t* status_message_type_support;
  rosidl_action_get_type_hash_function get_type_hash_func;
  rosidl_action_get_type_description_function get_type_description_func;
  rosidl_action_get_type_description_sources_function get_type_description_sources_func;
  const char* typesupport_identifier;
  const void* data;
};

#define ROSIDL_GET_ACTION_TYPE_SUPPORT(PkgName, Name) \
  rosidl_typesupport_c__get_action_type_support_handle__##PkgName##__action__##Name()

#ifdef __cplusplus
}
#endif

#endif  /* ROSIDL_RUNTIME_C__ACTION_TYPE_SUPPORT_STRUCT_H_ */
