#include "rcutils/types/char_array.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "allocated.h"

namespace {

// A buffer of the caller's is left alone, and its content moves to one of our own.
rcutils_ret_t move_to_own(rcutils_char_array_t& array, size_t new_size) {
  auto* const buffer = rcutils::allocated<char>(array.allocator, new_size);
  if (buffer == nullptr) return RCUTILS_RET_BAD_ALLOC;
  buffer[0] = '\0';
  if (const size_t kept = std::min(new_size, array.buffer_capacity); kept > 0) {
    std::memcpy(buffer, array.buffer, kept);
    buffer[kept - 1] = '\0';
  }
  array.buffer = buffer;
  array.owns_buffer = true;
  return RCUTILS_RET_OK;
}

int print(const rcutils_char_array_t& array, const char* format, va_list args) {
  va_list again;
  va_copy(again, args);
  const int length = std::vsnprintf(array.buffer, array.buffer_capacity, format, again);
  va_end(again);
  return length;
}

}  // namespace

rcutils_char_array_t rcutils_get_zero_initialized_char_array() {
  return {nullptr, true, 0, 0, rcutils_get_zero_initialized_allocator()};
}

rcutils_ret_t rcutils_char_array_init(rcutils_char_array_t* char_array, size_t buffer_capacity,
                                      const rcutils_allocator_t* allocator) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(char_array, RCUTILS_RET_ERROR);
  if (!rcutils::is_usable(allocator)) return RCUTILS_RET_ERROR;
  *char_array = {nullptr, true, 0, 0, *allocator};
  if (buffer_capacity == 0) return RCUTILS_RET_OK;
  char_array->buffer = rcutils::allocated<char>(*allocator, buffer_capacity);
  if (char_array->buffer == nullptr) return RCUTILS_RET_BAD_ALLOC;
  char_array->buffer[0] = '\0';
  char_array->buffer_capacity = buffer_capacity;
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_char_array_fini(rcutils_char_array_t* char_array) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(char_array, RCUTILS_RET_ERROR);
  if (char_array->owns_buffer) {
    if (!rcutils::is_usable(&char_array->allocator)) return RCUTILS_RET_ERROR;
    rcutils::deallocate(char_array->allocator, char_array->buffer);
  }
  char_array->buffer = nullptr;
  char_array->buffer_length = 0;
  char_array->buffer_capacity = 0;
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_char_array_resize(rcutils_char_array_t* char_array, size_t new_size) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(char_array, RCUTILS_RET_ERROR);
  if (new_size == 0) {
    RCUTILS_SET_ERROR_MSG("an array of characters cannot be resized to 0: finalize it instead");
    return RCUTILS_RET_INVALID_ARGUMENT;
  }
  if (!rcutils::is_usable(&char_array->allocator)) return RCUTILS_RET_ERROR;
  if (new_size == char_array->buffer_capacity) return RCUTILS_RET_OK;
  if (char_array->owns_buffer) {
    auto* const buffer = rcutils::reallocated(char_array->allocator, char_array->buffer, new_size);
    if (buffer == nullptr) return RCUTILS_RET_BAD_ALLOC;
    char_array->buffer = buffer;
  } else if (const rcutils_ret_t moved = move_to_own(*char_array, new_size)) {
    return moved;
  }
  char_array->buffer_capacity = new_size;
  char_array->buffer_length = std::min(char_array->buffer_length, new_size);
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_char_array_expand_as_needed(rcutils_char_array_t* char_array,
                                                  size_t new_size) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(char_array, RCUTILS_RET_ERROR);
  const size_t capacity = char_array->buffer_capacity;
  if (new_size <= capacity) return RCUTILS_RET_OK;
  return rcutils_char_array_resize(char_array, std::max(new_size, capacity + capacity / 2));
}

rcutils_ret_t rcutils_char_array_vsprintf(rcutils_char_array_t* char_array, const char* format,
                                          va_list args) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(char_array, RCUTILS_RET_ERROR);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(format, RCUTILS_RET_ERROR);
  const int length = print(*char_array, format, args);
  if (length < 0) {
    RCUTILS_SET_ERROR_MSG("the format of an array of characters cannot be printed");
    return RCUTILS_RET_ERROR;
  }
  const size_t size = static_cast<size_t>(length) + 1;
  if (size > char_array->buffer_capacity) {
    const rcutils_ret_t grown = rcutils_char_array_expand_as_needed(char_array, size);
    if (grown != RCUTILS_RET_OK) return grown;
    (void)print(*char_array, format, args);
  }
  char_array->buffer_length = size;
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_char_array_memcpy(rcutils_char_array_t* char_array, const char* src,
                                        size_t n) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(src, RCUTILS_RET_ERROR);
  const rcutils_ret_t grown = rcutils_char_array_expand_as_needed(char_array, n);
  if (grown != RCUTILS_RET_OK) return grown;
  if (n > 0) std::memcpy(char_array->buffer, src, n);
  char_array->buffer_length = n;
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_char_array_strcpy(rcutils_char_array_t* char_array, const char* src) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(src, RCUTILS_RET_ERROR);
  return rcutils_char_array_memcpy(char_array, src, std::strlen(src) + 1);
}

rcutils_ret_t rcutils_char_array_strncat(rcutils_char_array_t* char_array, const char* src,
                                         size_t n) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(char_array, RCUTILS_RET_ERROR);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(src, RCUTILS_RET_ERROR);
  const size_t before = char_array->buffer_length == 0 ? 0 : char_array->buffer_length - 1;
  const size_t size = before + n + 1;
  const rcutils_ret_t grown = rcutils_char_array_expand_as_needed(char_array, size);
  if (grown != RCUTILS_RET_OK) return grown;
  std::memcpy(char_array->buffer + before, src, n);
  char_array->buffer[size - 1] = '\0';
  char_array->buffer_length = size;
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_char_array_strcat(rcutils_char_array_t* char_array, const char* src) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(src, RCUTILS_RET_ERROR);
  return rcutils_char_array_strncat(char_array, src, std::strlen(src));
}
