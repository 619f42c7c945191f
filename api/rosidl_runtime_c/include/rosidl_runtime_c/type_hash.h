/* The hash by which peers compare the definitions of a type (RIHS), and its text,
 * "RIHS01_" and 64 hexadecimal digits.
 *
 * Contract of the functions: any thread. What fails sets the error state of rcutils. */
#ifndef ROSIDL_RUNTIME_C__TYPE_HASH_H_
#define ROSIDL_RUNTIME_C__TYPE_HASH_H_

#include <string.h>
#include <stddef.h>
#include <stdint.h>

#include "rcutils/allocator.h"
#include "rcutils/error_handling.h"
#include "rosidl_runtime_c/message_type_support_struct.h"
#include "rosidl_runtime_c/visibility_control.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A hash of no version and of zeros. */
static inline rosidl_type_hash_t rosidl_get_zero_initialized_type_hash(void) {
  rosidl_type_hash_t hash;
  memset(&hash, 0, sizeof(hash));
  return hash;
}

/** `*output_string` is the text, from `allocator`; the caller gives it back.
 * RCUTILS_RET_INVALID_ARGUMENT (null, or an allocator that lacks a function),
 * RCUTILS_RET_BAD_ALLOC (`*output_string` is null then). */
static inline rcutils_ret_t rosidl_stringify_type_hash(
  const rosidl_type_hash_t* type_hash, rcutils_allocator_t allocator, char** output_string) {
  static const char digits[] = "0123456789abcdef";
  static const char front[] = "RIHS01_";
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(type_hash, RCUTILS_RET_INVALID_ARGUMENT);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(output_string, RCUTILS_RET_INVALID_ARGUMENT);
  RCUTILS_CHECK_ALLOCATOR_WITH_MSG(
    &allocator, "the allocator lacks a function", return RCUTILS_RET_INVALID_ARGUMENT);
  const size_t size = sizeof(front) + 2 * ROSIDL_TYPE_HASH_SIZE;
  char* text = (char*)allocator.allocate(size, allocator.state);
  *output_string = text;
  if (text == NULL) {
    RCUTILS_SET_ERROR_MSG("the allocator has no memory for the text of a type hash");
    return RCUTILS_RET_BAD_ALLOC;
  }
  memcpy(text, front, sizeof(front));
  text += sizeof(front) - 1;
  for (int i = 0; i < ROSIDL_TYPE_HASH_SIZE; ++i) {
    *text++ = digits[type_hash->value[i] / 16];
    *text++ = digits[type_hash->value[i] % 16];
  }
  *text = '\0';
  return RCUTILS_RET_OK;
}

/* The number that two digits of either case are, or -1. */
static inline int rosidl_runtime_c__detail__byte_of_digits(const char* two) {
  int value = 0;
  for (int i = 0; i < 2; ++i) {
    const char digit = two[i];
    if (digit >= '0' && digit <= '9') {
      value = 16 * value + (digit - '0');
    } else if (digit >= 'a' && digit <= 'f') {
      value = 16 * value + (digit - 'a' + 10);
    } else if (digit >= 'A' && digit <= 'F') {
      value = 16 * value + (digit - 'A' + 10);
    } else {
      return -1;
    }
  }
  return value;
}

/** Reads such a text. RCUTILS_RET_INVALID_ARGUMENT for null, for a text that is none, and
 * for a version that is not 1; `hash_out->version` is then the one that the text tells, 0
 * if it tells none. */
static inline rcutils_ret_t rosidl_parse_type_hash_string(
  const char* type_hash_string, rosidl_type_hash_t* hash_out) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(type_hash_string, RCUTILS_RET_INVALID_ARGUMENT);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(hash_out, RCUTILS_RET_INVALID_ARGUMENT);
  const size_t front = sizeof("RIHS01_") - 1;
  const size_t size = strlen(type_hash_string);
  hash_out->version = ROSIDL_TYPE_HASH_VERSION_UNSET;
  const int version = size >= front && strncmp(type_hash_string, "RIHS", 4) == 0
    ? rosidl_runtime_c__detail__byte_of_digits(type_hash_string + 4) : -1;
  if (version < 0) {
    RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING(
      "'%s' is no type hash: it has to begin with RIHS and two hexadecimal digits",
      type_hash_string);
    return RCUTILS_RET_INVALID_ARGUMENT;
  }
  hash_out->version = (uint8_t)version;
  if (version != 1 || size != front + 2 * ROSIDL_TYPE_HASH_SIZE ||
    type_hash_string[front - 1] != '_')
  {
    RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING(
      "'%s' is no type hash of version 1: that is RIHS01_ and 64 hexadecimal digits",
      type_hash_string);
    return RCUTILS_RET_INVALID_ARGUMENT;
  }
  for (size_t i = 0; i < ROSIDL_TYPE_HASH_SIZE; ++i) {
    const int byte = rosidl_runtime_c__detail__byte_of_digits(type_hash_string + front + 2 * i);
    if (byte < 0) {
      RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING(
        "'%s' is no type hash: byte %zu of it is not hexadecimal", type_hash_string, i);
      return RCUTILS_RET_INVALID_ARGUMENT;
    }
    hash_out->value[i] = (uint8_t)byte;
  }
  return RCUTILS_RET_OK;
}

#ifdef __cplusplus
}
#endif

#endif  /* ROSIDL_RUNTIME_C__TYPE_HASH_H_ */
