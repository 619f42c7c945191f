// How the library that is loaded before (apps/trace_heap) and a recording find each other.
//
// Neither links the other. The library exports kHeapWatchName; the recorder looks for it
// when a recording begins and gives it functions that record. Decision 0090 says why.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ranvier::trace {

/// What ranvier_allocate tells in `kind`.
enum class HeapCall : std::int32_t { kMalloc, kCalloc, kRealloc, kAligned };

/// What the library calls.
///
/// Threads: all from any thread, also several at once; the library calls none of them while the
/// same thread is in one.
struct HeapSink {
  void (*took)(const void* address, std::size_t size, HeapCall kind, std::uint64_t place) noexcept;
  void (*gave)(const void* address) noexcept;
  /// A line of the call stack of a place, all of them before its first took().
  /// @param symbol  NUL-terminated, valid during the call.
  void (*line)(std::uint64_t place, std::int32_t depth, const void* address,
               const char* symbol) noexcept;
};

/// The function that the library exports: from now on it calls `sink`, and reports every place again;
/// null ends that. A sink must live for ever: calls may be under way.
using HeapWatch = void (*)(const HeapSink* sink);
inline constexpr const char* kHeapWatchName = "ranvier_watch_heap";

/// Has the library record, if it was loaded. @return whether it was.
/// Contract: under the recorder's lock.
bool watch_heap() noexcept;
/// Ends that. Contract: under the recorder's lock.
void leave_heap() noexcept;

}  // namespace ranvier::trace
