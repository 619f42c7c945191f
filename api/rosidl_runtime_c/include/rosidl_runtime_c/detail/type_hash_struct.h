/* The hash itself, for headers that every message includes. */
#ifndef ROSIDL_RUNTIME_C__DETAIL__TYPE_HASH_STRUCT_H_
#define ROSIDL_RUNTIME_C__DETAIL__TYPE_HASH_STRUCT_H_

#include <stddef.h>
#include <stdint.h>

#define ROSIDL_TYPE_HASH_VERSION_UNSET 0
#define ROSIDL_TYPE_HASH_SIZE 32

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rosidl_type_hash_s {
  uint8_t version; /* 1 for RIHS01 */
  uint8_t value[ROSIDL_TYPE_HASH_SIZE];
} rosidl_type_hash_t;

#ifdef __cplusplus
}
#endif

#endif  /* ROSIDL_RUNTIME_C__DETAIL__TYPE_HASH_STRUCT_H_ */
