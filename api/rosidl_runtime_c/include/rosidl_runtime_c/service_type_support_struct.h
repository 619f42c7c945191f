/* The handle under which generated code hands a service type to the runtime.
 *
 * `data` is a ranvier::codec::ServiceTypeInfo when
 * typesupport_identifier is "rosidl_typesupport_ranvier". */
#ifndef ROSIDL_RUNTIME_C__SERVICE_TYPE_SUPPORT_STRUCT_H_
#define ROSIDL_RUNTIME_C__SERVICE_TYPE_SUPPORT_STRUCT_H_

#include <stdbool.h>
#include <stdint.h>

#include "rosidl_runtime_c/message_type_support_struct.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rcutils_allocator_s;
typedef struct rosidl_service_type_support_t rosidl_service_type_support_t;

typedef const rosidl_service_type_support_t* (*rosidl_service_typesupport_handle_function)(
  const rosidl_service_type_support_t*, const char*);

typedef struct rosidl_service_introspection_info_s {
  uint8_t event_type;
  int32_t stamp_sec;
  uint32_t stamp_nanosec;
  uint8_t client_gid[16];
  int64_t sequence_number;
} rosidl_service_introspection_info_t;

typedef void* (*rosidl_event_message_create_handle_function_function)(
  const rosidl_service_introspection_info_t* info, struct rcutils_allocator_s* allocator,
  const void* request_message, const void* response_message);
typedef bool (*rosidl_event_message_destroy_handle_function_function)(
  void* event_message, struct rcutils_allocator_s* allocator);
typedef const rosidl_type_hash_t* (*rosidl_service_get_type_hash_function)(
  const rosidl_service_type_support_t*);
typedef const rosidl_runtime_c__type_description__TypeDescription* (
  *rosidl_service_get_type_description_function)(const rosidl_service_type_support_t*);
typedef const rosidl_runtime_c__type_description__TypeSource__Sequence* (
  *rosidl_service_get_type_description_sources_function)(const rosidl_service_type_support_t*);

struct rosidl_service_type_support_t {
  const char* typesupport_identifier;
  const void* data;
  rosidl_service_typesupport_handle_function func;
  const rosidl_message_type_support_t* request_typesupport;
  const rosidl_message_type_support_t* response_typesupport;
  const rosidl_message_type_support_t* event_typesupport;
  /* Null in this runtime: an event is built through its TypeInfo. */
  rosidl_event_message_create_handle_function_function event_message_create_handle_function;
  rosidl_event_message_destroy_handle_function_function event_message_destroy_handle_function;
  rosidl_service_get_type_hash_function get_type_hash_func;
  rosidl_service_get_type_description_function get_type_description_func;
  rosidl_service_get_type_description_sources_function get_type_description_sources_func;
};

/* The handle of the same type under `identifier`, or null. Any thread. */
static inline const rosidl_service_type_support_t* get_service_typesupport_handle(
  const rosidl_service_type_support_t* handle, const char* identifier) {
  return handle->func(handle, identifier);
}

#define ROSIDL_GET_SRV_TYPE_SUPPORT(PkgName, SrvSubfolder, SrvName) \
  rosidl_typesupport_c__get_service_type_support_handle__##PkgName##__##SrvSubfolder##__##SrvName()

#ifdef __cplusplus
}
#endif

#endif  /* ROSIDL_RUNTIME_C__SERVICE_TYPE_SUPPORT_STRUCT_H_ */
