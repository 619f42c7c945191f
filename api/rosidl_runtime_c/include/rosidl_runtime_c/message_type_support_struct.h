/* The handle under which generated code hands a message type to the runtime.
 *
 * `data` is a ranvier::codec::TypeInfo when typesupport_identifier
 * is "rosidl_typesupport_ranvier". */
#ifndef ROSIDL_RUNTIME_C__MESSAGE_TYPE_SUPPORT_STRUCT_H_
#define ROSIDL_RUNTIME_C__MESSAGE_TYPE_SUPPORT_STRUCT_H_

#include <stddef.h>
#include <stdint.h>

#define ROSIDL_TYPE_HASH_VERSION_UNSET 0
#define ROSIDL_TYPE_HASH_SIZE 32

#ifdef __cplusplus
extern "C" {
#endif

/** The hash by which peers compare the definitions of a type; see type_hash.h. */
typedef struct rosidl_type_hash_s {
  uint8_t version; /* 1 for RIHS01 */
  uint8_t value[ROSIDL_TYPE_HASH_SIZE];
} rosidl_type_hash_t;

typedef struct rosidl_message_type_support_t rosidl_message_type_support_t;
typedef struct rosidl_runtime_c__type_description__TypeDescription
  rosidl_runtime_c__type_description__TypeDescription;
typedef struct rosidl_runtime_c__type_description__TypeSource__Sequence
  rosidl_runtime_c__type_description__TypeSource__Sequence;

typedef const rosidl_message_type_support_t* (*rosidl_message_typesupport_handle_function)(
  const rosidl_message_type_support_t*, const char*);
typedef const rosidl_type_hash_t* (*rosidl_message_get_type_hash_function)(
  const rosidl_message_type_support_t*);
typedef const rosidl_runtime_c__type_description__TypeDescription* (
  *rosidl_message_get_type_description_function)(const rosidl_message_type_support_t*);
typedef const rosidl_runtime_c__type_description__TypeSource__Sequence* (
  *rosidl_message_get_type_description_sources_function)(const rosidl_message_type_support_t*);

struct rosidl_message_type_support_t {
  const char* typesupport_identifier;
  const void* data;
  rosidl_message_typesupport_handle_function func;
  rosidl_message_get_type_hash_function get_type_hash_func;
  /* Null in this runtime: TypeInfo describes the members. */
  rosidl_message_get_type_description_function get_type_description_func;
  rosidl_message_get_type_description_sources_function get_type_description_sources_func;
};

/* The handle of the same type under `identifier`, or null. Any thread. */
static inline const rosidl_message_type_support_t* get_message_typesupport_handle(
  const rosidl_message_type_support_t* handle, const char* identifier) {
  return handle->func(handle, identifier);
}

/* The name is spelled out, so that no further header is read for it. */
#define ROSIDL_GET_MSG_TYPE_SUPPORT(PkgName, MsgSubfolder, MsgName) \
  rosidl_typesupport_c__get_message_type_support_handle__##PkgName##__##MsgSubfolder##__##MsgName()

#ifdef __cplusplus
}
#endif

#endif  /* ROSIDL_RUNTIME_C__MESSAGE_TYPE_SUPPORT_STRUCT_H_ */
