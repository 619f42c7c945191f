#include "ranvier/trace/heap_watch.h"

#include <dlfcn.h>

#include "ranvier/trace/trace.h"

namespace ranvier::trace {
namespace {

void took(const void* address, std::size_t size, HeapCall kind, std::uint64_t place) noexcept {
  RANVIER_TRACE(ranvier_allocate, address, size, static_cast<std::int32_t>(kind), place);
}

void gave(const void* address) noexcept { RANVIER_TRACE(ranvier_free, address); }

void tell_line(std::uint64_t place, std::int32_t depth, const void* address,
               const char* symbol) noexcept {
  RANVIER_TRACE(ranvier_allocation_place, place, depth, address, symbol);
}

constexpr HeapSink kSink{took, gave, tell_line};

HeapWatch find_library() noexcept {
  return reinterpret_cast<HeapWatch>(::dlsym(RTLD_DEFAULT, kHeapWatchName));
}

}  // namespace

bool watch_heap() noexcept {
  const HeapWatch watch = find_library();
  if (watch != nullptr) watch(&kSink);
  return watch != nullptr;
}

void leave_heap() noexcept {
  if (const HeapWatch watch = find_library()) watch(nullptr);
}

}  // namespace ranvier::trace
