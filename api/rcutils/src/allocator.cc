#include "rcutils/allocator.h"

#include <cstdlib>

namespace {

void* allocate(size_t size, void*) { return std::malloc(size); }
void deallocate(void* pointer, void*) { std::free(pointer); }
void* reallocate(void* pointer, size_t size, void*) { return std::realloc(pointer, size); }
void* zero_allocate(size_t count, size_t size, void*) { return std::calloc(count, size); }

}  // namespace

rcutils_allocator_t rcutils_get_zero_initialized_allocator() { return {}; }

rcutils_allocator_t rcutils_get_default_allocator() {
  return {allocate, deallocate, reallocate, zero_allocate, nullptr};
}

bool rcutils_allocator_is_valid(const rcutils_allocator_t* allocator) {
  return allocator && allocator->allocate && allocator->deallocate && allocator->reallocate &&
         allocator->zero_allocate;
}

void* rcutils_reallocf(void* pointer, size_t size, rcutils_allocator_t* allocator) {
  if (!rcutils_allocator_is_valid(allocator)) return nullptr;
  void* const grown = allocator->reallocate(pointer, size, allocator->state);
  if (grown == nullptr) allocator->deallocate(pointer, allocator->state);
  return grown;
}
