// A heap for what every message touches.
//
// A message that comes after a pause pays for every page that it touches, more than for
// what it does there: the processor walks cold page tables, and after a switch between
// processes it does so for all of them. From the common heap, the objects of a message's
// way lie on as many pages as there are objects. From this one they lie side by side.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace ranvier {

/// Places for objects, one behind the other; what was given back is used again for
/// objects of the same size. It keeps its memory. Under a sanitizer all of it is the
/// common heap's, so that misuse is seen.
///
/// Threads:  all functions from any thread; they lock, so not on the way of a message.
/// Lifetime: for the whole process, before and after all static objects.
class NearHeap final {
 public:
  /// Aligned to 16, and to 64 if the size is a multiple of that. Throws std::bad_alloc.
  static void* take(std::size_t size);
  /// @param size  that it was taken with.
  static void give(void* place, std::size_t size) noexcept;
};

/// Base of classes whose objects are to lie there, if new makes them.
struct Near {
  static void* operator new(std::size_t size) { return NearHeap::take(size); }
  static void* operator new(std::size_t size, std::align_val_t) { return NearHeap::take(size); }
  static void operator delete(void* place, std::size_t size) noexcept {
    NearHeap::give(place, size);
  }
  static void operator delete(void* place, std::size_t size, std::align_val_t) noexcept {
    NearHeap::give(place, size);
  }
};

/// The same for what containers and shared pointers make. One that has grown beyond a few
/// lines takes the common heap: its sizes come once each, and a place waits for its size.
template <class T>
struct NearAllocator {
  static constexpr std::size_t kNear = 512;  // bytes
  static_assert(alignof(T) <= 16 || alignof(T) == 64);
  using value_type = T;
  NearAllocator() = default;
  template <class U>
  NearAllocator(const NearAllocator<U>&) noexcept {}  // NOLINT: rebinding
  T* allocate(std::size_t count) {
    const std::size_t size = count * sizeof(T);
    if (size <= kNear) return static_cast<T*>(NearHeap::take(size));
    return static_cast<T*>(::operator new(size, std::align_val_t{alignof(T)}));
  }
  void deallocate(T* place, std::size_t count) noexcept {
    const std::size_t size = count * sizeof(T);
    if (size <= kNear) return NearHeap::give(place, size);
    ::operator delete(place, std::align_val_t{alignof(T)});
  }
  template <class U>
  bool operator==(const NearAllocator<U>&) const noexcept {
    return true;
  }
};

template <class T>
using NearVector = std::vector<T, NearAllocator<T>>;

}  // namespace ranvier
