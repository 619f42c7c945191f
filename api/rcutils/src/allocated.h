// Memory of the allocators of C, with the error state set when there is none.
#pragma once

#include <cstdint>

#include "rcutils/allocator.h"
#include "rcutils/error_handling.h"

namespace rcutils {

/// `count` objects that are not initialized; null if there is no memory for them.
template <class T>
T* allocated(const rcutils_allocator_t& allocator, size_t count = 1) {
  void* const memory = count > SIZE_MAX / sizeof(T)
                           ? nullptr
                           : allocator.allocate(count * sizeof(T), allocator.state);
  if (memory == nullptr) RCUTILS_SET_ERROR_MSG("no memory of the allocator is left");
  return static_cast<T*>(memory);
}

/// Keeps the first of `count` objects; null, and `old` as it was, without memory.
template <class T>
T* reallocated(const rcutils_allocator_t& allocator, T* old, size_t count) {
  void* const memory = count > SIZE_MAX / sizeof(T)
                           ? nullptr
                           : allocator.reallocate(old, count * sizeof(T), allocator.state);
  if (memory == nullptr) RCUTILS_SET_ERROR_MSG("no memory of the allocator is left");
  return static_cast<T*>(memory);
}

inline void deallocate(const rcutils_allocator_t& allocator, void* memory) {
  allocator.deallocate(memory, allocator.state);
}

/// Whether it is one; sets the error state if not.
inline bool is_usable(const rcutils_allocator_t* allocator) {
  if (rcutils_allocator_is_valid(allocator)) return true;
  RCUTILS_SET_ERROR_MSG("the allocator is null or lacks a function");
  return false;
}

}  // namespace rcutils
