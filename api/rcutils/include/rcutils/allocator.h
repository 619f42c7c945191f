// The allocator that C structures of the ROS 2 interfaces carry, and the array
// of bytes that uses it.
#ifndef RCUTILS__ALLOCATOR_H_
#define RCUTILS__ALLOCATOR_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Four functions with the meaning of malloc, free, realloc and calloc, and a
/// pointer that each of them is given.
typedef struct rcutils_allocator_s {
  void * (*allocate)(size_t size, void * state);
  void (*deallocate)(void * pointer, void * state);
  void * (*reallocate)(void * pointer, size_t size, void * state);
  void * (*zero_allocate)(size_t number_of_elements, size_t size_of_element, void * state);
  void * state;
} rcutils_allocator_t;

/// Every function null: an allocator that rcutils_allocator_is_valid() rejects.
rcutils_allocator_t rcutils_get_zero_initialized_allocator(void);
/// The C heap. Contract: any thread.
rcutils_allocator_t rcutils_get_default_allocator(void);
/// Whether all four functions are there.
bool rcutils_allocator_is_valid(const rcutils_allocator_t * allocator);

/// A growable array of bytes.
typedef struct rcutils_uint8_array_s {
  uint8_t * buffer;
  size_t buffer_length;    ///< bytes in use
  size_t buffer_capacity;  ///< bytes there are
  rcutils_allocator_t allocator;
} rcutils_uint8_array_t;

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
