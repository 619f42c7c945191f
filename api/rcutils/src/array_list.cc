#include "rcutils/types/array_list.h"

#include <cstring>

#include "allocated.h"

struct rcutils_array_list_impl_s {
  size_t size;
  size_t capacity;
  size_t data_size;
  unsigned char* elements;
  rcutils_allocator_t allocator;

  unsigned char* at(size_t index) const { return elements + index * data_size; }
};

namespace {

rcutils_ret_t check_index(const rcutils_array_list_t& list, size_t index) {
  if (index < list.impl->size) return RCUTILS_RET_OK;
  RCUTILS_SET_ERROR_MSG("index is out of bounds of the list");
  return RCUTILS_RET_INVALID_ARGUMENT;
}

unsigned char* room_for(const rcutils_allocator_t& allocator, unsigned char* old, size_t count,
                        size_t size) {
  const size_t bytes = count > SIZE_MAX / size ? SIZE_MAX : count * size;
  return rcutils::reallocated(allocator, old, bytes);
}

}  // namespace

rcutils_array_list_t rcutils_get_zero_initialized_array_list() { return {nullptr}; }

rcutils_ret_t rcutils_array_list_init(rcutils_array_list_t* array_list, size_t initial_capacity,
                                      size_t data_size, const rcutils_allocator_t* allocator) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(array_list, RCUTILS_RET_INVALID_ARGUMENT);
  if (!rcutils::is_usable(allocator)) return RCUTILS_RET_INVALID_ARGUMENT;
  const char* const wrong = array_list->impl != nullptr ? "array_list is already initialized"
                            : initial_capacity == 0     ? "initial_capacity is 0: give 1 at least"
                            : data_size == 0            ? "data_size is 0: give 1 at least"
                                                        : nullptr;
  if (wrong != nullptr) {
    RCUTILS_SET_ERROR_MSG(wrong);
    return RCUTILS_RET_INVALID_ARGUMENT;
  }
  auto* const impl = rcutils::allocated<rcutils_array_list_impl_s>(*allocator);
  if (impl == nullptr) return RCUTILS_RET_BAD_ALLOC;
  auto* const elements = room_for(*allocator, nullptr, initial_capacity, data_size);
  if (elements == nullptr) {
    rcutils::deallocate(*allocator, impl);
    return RCUTILS_RET_BAD_ALLOC;
  }
  *impl = {0, initial_capacity, data_size, elements, *allocator};
  array_list->impl = impl;
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_array_list_fini(rcutils_array_list_t* array_list) {
  ARRAY_LIST_VALIDATE_ARRAY_LIST(array_list);
  const rcutils_allocator_t allocator = array_list->impl->allocator;
  rcutils::deallocate(allocator, array_list->impl->elements);
  rcutils::deallocate(allocator, array_list->impl);
  array_list->impl = nullptr;
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_array_list_add(rcutils_array_list_t* array_list, const void* data) {
  ARRAY_LIST_VALIDATE_ARRAY_LIST(array_list);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(data, RCUTILS_RET_INVALID_ARGUMENT);
  auto& list = *array_list->impl;
  if (list.size == list.capacity) {
    auto* const grown = room_for(list.allocator, list.elements, 2 * list.capacity, list.data_size);
    if (grown == nullptr) return RCUTILS_RET_BAD_ALLOC;
    list.elements = grown;
    list.capacity *= 2;
  }
  std::memcpy(list.at(list.size++), data, list.data_size);
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_array_list_set(rcutils_array_list_t* array_list, size_t index,
                                     const void* data) {
  ARRAY_LIST_VALIDATE_ARRAY_LIST(array_list);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(data, RCUTILS_RET_INVALID_ARGUMENT);
  if (const rcutils_ret_t wrong = check_index(*array_list, index)) return wrong;
  std::memcpy(array_list->impl->at(index), data, array_list->impl->data_size);
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_array_list_remove(rcutils_array_list_t* array_list, size_t index) {
  ARRAY_LIST_VALIDATE_ARRAY_LIST(array_list);
  if (const rcutils_ret_t wrong = check_index(*array_list, index)) return wrong;
  auto& list = *array_list->impl;
  std::memmove(list.at(index), list.at(index + 1), (list.size - index - 1) * list.data_size);
  --list.size;
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_array_list_get(const rcutils_array_list_t* array_list, size_t index,
                                     void* data) {
  ARRAY_LIST_VALIDATE_ARRAY_LIST(array_list);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(data, RCUTILS_RET_INVALID_ARGUMENT);
  if (const rcutils_ret_t wrong = check_index(*array_list, index)) return wrong;
  std::memcpy(data, array_list->impl->at(index), array_list->impl->data_size);
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_array_list_get_size(const rcutils_array_list_t* array_list, size_t* size) {
  ARRAY_LIST_VALIDATE_ARRAY_LIST(array_list);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(size, RCUTILS_RET_INVALID_ARGUMENT);
  *size = array_list->impl->size;
  return RCUTILS_RET_OK;
}
