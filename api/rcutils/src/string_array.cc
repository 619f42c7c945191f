#include "rcutils/types/string_array.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "allocated.h"

rcutils_ret_t rcutils_qsort(void* ptr, size_t count, size_t size,
                            int (*comp)(const void*, const void*)) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(comp, RCUTILS_RET_INVALID_ARGUMENT);
  if (count <= 1) return RCUTILS_RET_OK;
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(ptr, RCUTILS_RET_INVALID_ARGUMENT);
  std::qsort(ptr, count, size, comp);
  return RCUTILS_RET_OK;
}

rcutils_string_array_t rcutils_get_zero_initialized_string_array() { return {}; }

rcutils_ret_t rcutils_string_array_init(rcutils_string_array_t* string_array, size_t size,
                                        const rcutils_allocator_t* allocator) {
  if (!rcutils::is_usable(allocator)) return RCUTILS_RET_INVALID_ARGUMENT;
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(string_array, RCUTILS_RET_INVALID_ARGUMENT);
  *string_array = {0, nullptr, *allocator};
  if (size == 0) return RCUTILS_RET_OK;
  auto* const data =
      static_cast<char**>(allocator->zero_allocate(size, sizeof(char*), allocator->state));
  RCUTILS_CHECK_FOR_NULL_WITH_MSG(data, "no memory of the allocator is left for the strings",
                                  return RCUTILS_RET_BAD_ALLOC);
  string_array->size = size;
  string_array->data = data;
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_string_array_fini(rcutils_string_array_t* string_array) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(string_array, RCUTILS_RET_INVALID_ARGUMENT);
  if (string_array->data == nullptr) return RCUTILS_RET_OK;
  const rcutils_allocator_t allocator = string_array->allocator;
  if (!rcutils::is_usable(&allocator)) return RCUTILS_RET_INVALID_ARGUMENT;
  for (size_t i = 0; i < string_array->size; ++i) {
    rcutils::deallocate(allocator, string_array->data[i]);
  }
  rcutils::deallocate(allocator, string_array->data);
  string_array->data = nullptr;
  string_array->size = 0;
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_string_array_cmp(const rcutils_string_array_t* lhs,
                                       const rcutils_string_array_t* rhs, int* res) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(lhs, RCUTILS_RET_INVALID_ARGUMENT);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(rhs, RCUTILS_RET_INVALID_ARGUMENT);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(res, RCUTILS_RET_INVALID_ARGUMENT);
  const size_t both = std::min(lhs->size, rhs->size);
  if (both > 0) {
    RCUTILS_CHECK_ARGUMENT_FOR_NULL(lhs->data, RCUTILS_RET_INVALID_ARGUMENT);
    RCUTILS_CHECK_ARGUMENT_FOR_NULL(rhs->data, RCUTILS_RET_INVALID_ARGUMENT);
  }
  for (size_t i = 0; i < both; ++i) {
    RCUTILS_CHECK_ARGUMENT_FOR_NULL(lhs->data[i], RCUTILS_RET_ERROR);
    RCUTILS_CHECK_ARGUMENT_FOR_NULL(rhs->data[i], RCUTILS_RET_ERROR);
    *res = std::strcmp(lhs->data[i], rhs->data[i]);
    if (*res != 0) return RCUTILS_RET_OK;
  }
  *res = lhs->size < rhs->size ? -1 : lhs->size > rhs->size ? 1 : 0;
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_string_array_resize(rcutils_string_array_t* string_array, size_t new_size) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(string_array, RCUTILS_RET_INVALID_ARGUMENT);
  const size_t size = string_array->size;
  if (size == new_size) return RCUTILS_RET_OK;
  const rcutils_allocator_t& allocator = string_array->allocator;
  if (!rcutils::is_usable(&allocator)) return RCUTILS_RET_INVALID_ARGUMENT;
  if (new_size == 0) return rcutils_string_array_fini(string_array);
  if (new_size > size) {
    auto* const data = rcutils::reallocated(allocator, string_array->data, new_size);
    if (data == nullptr) return RCUTILS_RET_BAD_ALLOC;
    std::fill(data + size, data + new_size, nullptr);
    string_array->data = data;
    string_array->size = new_size;
    return RCUTILS_RET_OK;
  }
  for (size_t i = new_size; i < size; ++i) rcutils::deallocate(allocator, string_array->data[i]);
  string_array->size = new_size;
  void* const data = allocator.reallocate(string_array->data, new_size * sizeof(char*),
                                          allocator.state);
  if (data != nullptr) string_array->data = static_cast<char**>(data);  // else: as it was
  return RCUTILS_RET_OK;
}

int rcutils_string_array_sort_compare(const void* lhs, const void* rhs) {
  const char* const left = *static_cast<const char* const*>(lhs);
  const char* const right = *static_cast<const char* const*>(rhs);
  if (left == nullptr || right == nullptr) return (left == nullptr) - (right == nullptr);
  return std::strcmp(left, right);
}

rcutils_ret_t rcutils_string_array_sort(rcutils_string_array_t* string_array) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(string_array, RCUTILS_RET_INVALID_ARGUMENT);
  return rcutils_qsort(string_array->data, string_array->size, sizeof(char*),
                       rcutils_string_array_sort_compare);
}
