// The functions of the heap, for LD_PRELOAD: those of the C library, and each call is reported to
// whoever records (src/ranvier/trace/heap_watch.h). Until somebody does, they cost a load and a
// branch. operator new of every library comes here too, by malloc.
//
// Threads: all functions from any. What this library does by itself, or the recorder for it, is
// not reported.
#include <malloc.h>

#include <atomic>
#include <cerrno>

#include "places.h"
#include "ranvier/trace/heap_watch.h"
#include "stack.h"

// What glibc calls its own; no look-up, which would need memory.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* memory);
}

namespace {

using namespace ranvier::trace_heap;
using ranvier::trace::HeapCall;
using ranvier::trace::HeapSink;

constinit std::atomic<const HeapSink*> watcher{nullptr};
constinit thread_local bool is_inside = false;

// The memory's caller: the frame around the function of the heap.
struct Caller {
  const void* at;
  const void* cfa;
};
#define RANVIER_CALLER                                                                             \
  Caller { __builtin_return_address(0), __builtin_dwarf_cfa() }

[[gnu::noinline]] void tell(const HeapSink& sink, const void* memory, std::size_t size,
                            HeapCall kind, Caller caller) noexcept {
  if (memory == nullptr || is_inside) return;
  is_inside = true;
  const int error = errno;
  Stack stack;
  read_stack(caller.at, caller.cfa, stack);
  const std::uint64_t place = place_of(stack);
  tell_place(place, stack, sink);
  sink.took(memory, size, kind, place);
  errno = error;
  is_inside = false;
}

[[gnu::noinline]] void tell_free(const HeapSink& sink, const void* memory) noexcept {
  if (memory == nullptr || is_inside) return;
  is_inside = true;
  const int error = errno;
  sink.gave(memory);
  errno = error;
  is_inside = false;
}

// acquire: pairs with ranvier_watch_heap().
inline const HeapSink* watching() noexcept { return watcher.load(std::memory_order_acquire); }

inline void* told(void* memory, std::size_t size, HeapCall kind, Caller caller) noexcept {
  if (const HeapSink* sink = watching()) [[unlikely]]
    tell(*sink, memory, size, kind, caller);
  return memory;
}

bool is_power_of_two(std::size_t number) noexcept {
  return number != 0 && (number & (number - 1)) == 0;
}

}  // namespace

#define RANVIER_HEAP_FUNCTION extern "C" [[gnu::visibility("default")]]

RANVIER_HEAP_FUNCTION void ranvier_watch_heap(const HeapSink* sink) noexcept {
  if (sink != nullptr) forget_places();
  watcher.store(sink, std::memory_order_release);
}

RANVIER_HEAP_FUNCTION void* malloc(std::size_t size) noexcept {
  return told(__libc_malloc(size), size, HeapCall::kMalloc, RANVIER_CALLER);
}

RANVIER_HEAP_FUNCTION void* calloc(std::size_t count, std::size_t size) noexcept {
  return told(__libc_calloc(count, size), count * size, HeapCall::kCalloc, RANVIER_CALLER);
}

RANVIER_HEAP_FUNCTION void* realloc(void* old, std::size_t size) noexcept {
  void* const memory = __libc_realloc(old, size);
  const HeapSink* const sink = watching();
  if (sink == nullptr) [[likely]]
    return memory;
  if (memory != nullptr || size == 0) tell_free(*sink, old);
  tell(*sink, memory, size, HeapCall::kRealloc, RANVIER_CALLER);
  return memory;
}

RANVIER_HEAP_FUNCTION void* memalign(std::size_t alignment, std::size_t size) noexcept {
  return told(__libc_memalign(alignment, size), size, HeapCall::kAligned, RANVIER_CALLER);
}

RANVIER_HEAP_FUNCTION void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return told(__libc_memalign(alignment, size), size, HeapCall::kAligned, RANVIER_CALLER);
}

RANVIER_HEAP_FUNCTION int posix_memalign(void** result, std::size_t alignment,
                                         std::size_t size) noexcept {
  if (!is_power_of_two(alignment) || alignment % sizeof(void*) != 0) return EINVAL;
  const int error = errno;  // which this function leaves alone
  void* const memory = __libc_memalign(alignment, size);
  errno = error;
  if (memory == nullptr) return ENOMEM;
  *result = told(memory, size, HeapCall::kAligned, RANVIER_CALLER);
  return 0;
}

RANVIER_HEAP_FUNCTION void free(void* memory) noexcept {
  if (const HeapSink* sink = watching()) [[unlikely]]
    tell_free(*sink, memory);
  __libc_free(memory);
}
