#include "count_heap.h"

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <utility>

// glibc's own functions, under names that nobody interposes.
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}

namespace hot_path {
namespace {

thread_local bool counting = false;
thread_local std::size_t allocations = 0;

void note() noexcept {
  if (counting) ++allocations;
}

}  // namespace

void start_counting_heap() noexcept {
  allocations = 0;
  counting = true;
}

std::size_t stop_counting_heap() noexcept {
  counting = false;
  return allocations;
}

UsersOwn::UsersOwn() noexcept : was_counting_(std::exchange(counting, false)) {}
UsersOwn::~UsersOwn() { counting = was_counting_; }

}  // namespace hot_path

extern "C" {

void* malloc(std::size_t size) {
  hot_path::note();
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  hot_path::note();
  return __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) {
  hot_path::note();
  return __libc_realloc(old, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  hot_path::note();
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }
int posix_memalign(void** out, std::size_t alignment, std::size_t size) {
  *out = memalign(alignment, size);
  return *out ? 0 : ENOMEM;
}

}  // extern "C"
