#include "places.h"

#include <dlfcn.h>

#include <atomic>
#include <cstdio>

namespace ranvier::trace_heap {
namespace {

constexpr std::size_t kSlots = 1 << 13;
constexpr std::size_t kTries = 32;
constinit std::atomic<std::uint64_t> reported[kSlots] = {};

// Whether it was there; puts it there otherwise, where there is room.
bool note(std::uint64_t place) noexcept {
  std::size_t at = place % kSlots;
  for (std::size_t i = 0; i < kTries; ++i, at = (at + 1) % kSlots) {
    std::uint64_t known = reported[at].load(std::memory_order_relaxed);
    if (known == place) return true;
    if (known == 0 && reported[at].compare_exchange_strong(known, place, std::memory_order_relaxed))
      return false;
    if (known == place) return true;
  }
  return false;
}

// "name+0x1f (libfoo.so)", as the linker knows it; without a name the place in the file.
void describe(const void* address, char* text, std::size_t size) noexcept {
  // A return address may be that of the next function: the call is before it.
  const char* const call = static_cast<const char*>(address) - 1;
  Dl_info found{};
  if (::dladdr(call, &found) == 0 || found.dli_fname == nullptr) {
    std::snprintf(text, size, "%p", address);
  } else if (found.dli_sname != nullptr) {
    std::snprintf(text, size, "%s (%s)", found.dli_sname, found.dli_fname);
  } else {
    std::snprintf(text, size, "%s+0x%zx", found.dli_fname,
                  static_cast<std::size_t>(call - static_cast<const char*>(found.dli_fbase)));
  }
}

}  // namespace

std::uint64_t place_of(const Stack& stack) noexcept {
  std::uint64_t hash = 0x9e3779b97f4a7c15u;
  for (std::size_t i = 0; i < stack.count; ++i) {
    hash = (hash ^ reinterpret_cast<std::uintptr_t>(stack.frames[i])) * 0xd6e8feb86659fd93u;
    hash ^= hash >> 32;
  }
  return hash == 0 ? 1 : hash;
}

void tell_place(std::uint64_t place, const Stack& stack, const trace::HeapSink& sink) noexcept {
  if (note(place)) return;
  for (std::size_t i = 0; i < stack.count; ++i) {
    char text[900];  // names of templates are long; an event has room for 1,000
    describe(stack.frames[i], text, sizeof text);
    sink.line(place, static_cast<std::int32_t>(i), stack.frames[i], text);
  }
}

void forget_places() noexcept {
  for (auto& one : reported) one.store(0, std::memory_order_relaxed);
}

}  // namespace ranvier::trace_heap
