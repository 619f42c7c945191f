#include "rcutils/types/uint8_array.h"

#include <algorithm>

#include "allocated.h"

rcutils_uint8_array_t rcutils_get_zero_initialized_uint8_array() { return {}; }

rcutils_ret_t rcutils_uint8_array_init(rcutils_uint8_array_t* uint8_array, size_t buffer_capacity,
                                       const rcutils_allocator_t* allocator) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(uint8_array, RCUTILS_RET_INVALID_ARGUMENT);
  if (!rcutils::is_usable(allocator)) return RCUTILS_RET_INVALID_ARGUMENT;
  *uint8_array = {nullptr, 0, 0, *allocator};
  if (buffer_capacity == 0) return RCUTILS_RET_OK;
  uint8_array->buffer = rcutils::allocated<uint8_t>(*allocator, buffer_capacity);
  if (uint8_array->buffer == nullptr) return RCUTILS_RET_BAD_ALLOC;
  uint8_array->buffer_capacity = buffer_capacity;
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_uint8_array_fini(rcutils_uint8_array_t* uint8_array) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(uint8_array, RCUTILS_RET_INVALID_ARGUMENT);
  if (!rcutils::is_usable(&uint8_array->allocator)) return RCUTILS_RET_INVALID_ARGUMENT;
  rcutils::deallocate(uint8_array->allocator, uint8_array->buffer);
  *uint8_array = {nullptr, 0, 0, uint8_array->allocator};
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_uint8_array_resize(rcutils_uint8_array_t* uint8_array, size_t new_size) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(uint8_array, RCUTILS_RET_INVALID_ARGUMENT);
  if (new_size == 0) {
    RCUTILS_SET_ERROR_MSG("an array of bytes cannot be resized to 0: finalize it instead");
    return RCUTILS_RET_INVALID_ARGUMENT;
  }
  if (!rcutils::is_usable(&uint8_array->allocator)) return RCUTILS_RET_INVALID_ARGUMENT;
  if (new_size == uint8_array->buffer_capacity) return RCUTILS_RET_OK;
  auto* const buffer = static_cast<uint8_t*>(
      rcutils_reallocf(uint8_array->buffer, new_size, &uint8_array->allocator));
  if (buffer == nullptr) {
    *uint8_array = {nullptr, 0, 0, uint8_array->allocator};
    RCUTILS_SET_ERROR_MSG("no memory of the allocator is left for the array of bytes");
    return RCUTILS_RET_BAD_ALLOC;
  }
  uint8_array->buffer = buffer;
  uint8_array->buffer_capacity = new_size;
  uint8_array->buffer_length = std::min(uint8_array->buffer_length, new_size);
  return RCUTILS_RET_OK;
}
