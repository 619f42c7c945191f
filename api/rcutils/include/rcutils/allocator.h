// The allocator that C structures of the ROS 2 interfaces carry, and the array
// of bytes that uses it; what C functions return, and the words of their error.
#ifndef RCUTILS__ALLOCATOR_H_
#define RCUTILS__ALLOCATOR_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "rcutils/macros.h"

/* What functions of rcutils return. */
typedef int rcutils_ret_t;  ///< One of RCUTILS_RET_…

#define RCUTILS_RET_OK 0  ///< done
#define RCUTILS_RET_WARN 1  ///< done, but
#define RCUTILS_RET_ERROR 2  ///< failed
#define RCUTILS_RET_BAD_ALLOC 10  ///< no memory
#define RCUTILS_RET_INVALID_ARGUMENT 11  ///< null, or no such value
#define RCUTILS_RET_NOT_ENOUGH_SPACE 12  ///< the buffer is too small
#define RCUTILS_RET_NOT_INITIALIZED 13  ///< used too early
#define RCUTILS_RET_NOT_FOUND 14  ///< there is none
#define RCUTILS_RET_STRING_MAP_ALREADY_INIT 30  ///< twice
#define RCUTILS_RET_STRING_MAP_INVALID 31  ///< used too early
#define RCUTILS_RET_STRING_KEY_NOT_FOUND 32  ///< there is none
#define RCUTILS_RET_LOGGING_SEVERITY_MAP_INVALID 40  ///< of logging
#define RCUTILS_RET_LOGGING_SEVERITY_STRING_INVALID 41  ///< not a level
#define RCUTILS_RET_HASH_MAP_NO_MORE_ENTRIES 50  ///< the end

#ifdef __cplusplus
extern "C" {
#endif

/// Four functions with the meaning of malloc, free, realloc and calloc, and a
/// pointer that each of them is given.
typedef struct rcutils_allocator_s {
  void * (*allocate)(size_t size, void * state);  ///< null: no memory
  void (*deallocate)(void * pointer, void * state);  ///< null is allowed
  /// null: no memory; the old one stays
  void * (*reallocate)(void * pointer, size_t size, void * state);
  /// filled with zeros
  void * (*zero_allocate)(size_t number_of_elements, size_t size_of_element, void * state);
  void * state;  ///< given to each function
} rcutils_allocator_t;

/// Every function null: an allocator that rcutils_allocator_is_valid() rejects.
rcutils_allocator_t rcutils_get_zero_initialized_allocator(void);
/// The C heap. Contract: any thread.
rcutils_allocator_t rcutils_get_default_allocator(void);
/// Whether all four functions are there.
bool rcutils_allocator_is_valid(const rcutils_allocator_t * allocator);
/// Reallocates; without memory it frees `pointer` and returns null. Null, and nothing is
/// freed, for an allocator that is not valid.
void * rcutils_reallocf(void * pointer, size_t size, rcutils_allocator_t * allocator);

/// A growable array of bytes.
typedef struct rcutils_uint8_array_s {
  uint8_t * buffer;  ///< its memory
  size_t buffer_length;    ///< bytes in use
  size_t buffer_capacity;  ///< bytes there are
  rcutils_allocator_t allocator;  ///< who frees it
} rcutils_uint8_array_t;

/* All return RCUTILS_RET_INVALID_ARGUMENT for a null array or a bad allocator, and
 * RCUTILS_RET_BAD_ALLOC, with the error state set, without memory. */

/// No bytes, and no allocator yet.
rcutils_uint8_array_t rcutils_get_zero_initialized_uint8_array(void);
/// No bytes, and room for `buffer_capacity`.
rcutils_ret_t rcutils_uint8_array_init(
  rcutils_uint8_array_t * uint8_array, size_t buffer_capacity,
  const rcutils_allocator_t * allocator);
rcutils_ret_t rcutils_uint8_array_fini(rcutils_uint8_array_t * uint8_array);
/// Room for `new_size` bytes, which must not be 0; keeps what fits. Without memory the
/// array is empty afterwards.
rcutils_ret_t rcutils_uint8_array_resize(rcutils_uint8_array_t * uint8_array, size_t new_size);

#define RCUTILS_ERROR_MESSAGE_MAX_LENGTH 1024

typedef struct rcutils_error_string_s {
  char str[RCUTILS_ERROR_MESSAGE_MAX_LENGTH];
} rcutils_error_string_t;

/// The error that the last failed call of this thread left behind:
/// "<message>, at <file>:<line>", or "error not set". The rest is in error_handling.h.
rcutils_error_string_t rcutils_get_error_string(void);
void rcutils_reset_error(void);  ///< Of the calling thread.

#define RCUTILS_CHECK_ALLOCATOR(allocator, fail_statement) \
  do { if (!rcutils_allocator_is_valid(allocator)) { fail_statement; } } while (0)

#define RCUTILS_CHECK_ALLOCATOR_WITH_MSG(allocator, msg, fail_statement) \
  do { \
    if (!rcutils_allocator_is_valid(allocator)) { \
      RCUTILS_SET_ERROR_MSG(msg); \
      fail_statement; \
    } \
  } while (0)

#ifdef __cplusplus
}
#endif
#endif  // RCUTILS__ALLOCATOR_H_
