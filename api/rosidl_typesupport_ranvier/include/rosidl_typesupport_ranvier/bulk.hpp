// Copying much memory at once: images, point clouds.
//
// glibc copies what is larger than a page or two by one instruction (rep movsb). On AMD's
// processors that takes longer where the two places lie differently within a line of 64
// bytes, and what lies in the heap and in a stream does; a plain loop does not care. On
// Intel's the instruction is the faster one (docs/decisions/0047).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace rosidl_typesupport_ranvier {

/// From so many bytes on copy_bytes() goes by copy_bulk().
constexpr std::size_t kBulk = 64 * 1024;

/// Counts what copy_by_loop() copied in this process, in all its libraries: a test holds
/// the promise of few copies.
[[gnu::visibility("default")]] inline std::atomic<std::size_t> bulk_copies{0};

#ifdef __SSE2__
/// memcpy(), by moves of 16 bytes. Contract: any thread; the two do not overlap.
inline void copy_by_loop(void* to, const void* from, std::size_t size) noexcept {
  bulk_copies.fetch_add(1, std::memory_order_relaxed);
  constexpr std::size_t kLine = 64;
  auto* target = static_cast<unsigned char*>(to);
  auto* source = static_cast<const unsigned char*>(from);
  const std::size_t head = (0 - reinterpret_cast<std::uintptr_t>(to)) % kLine;
  if (head < size) {
    std::memcpy(target, source, head);
    target += head;
    source += head;
    size -= head;
  }
  for (; size >= kLine; size -= kLine, target += kLine, source += kLine) {
    const auto* in = reinterpret_cast<const __m128i*>(source);
    auto* out = reinterpret_cast<__m128i*>(target);
    const __m128i a = _mm_loadu_si128(in), b = _mm_loadu_si128(in + 1);
    const __m128i c = _mm_loadu_si128(in + 2), d = _mm_loadu_si128(in + 3);
    _mm_store_si128(out, a);
    _mm_store_si128(out + 1, b);
    _mm_store_si128(out + 2, c);
    _mm_store_si128(out + 3, d);
  }
  std::memcpy(target, source, size);
}
#endif

/// memcpy(), for much memory, in the way that suits the processor. Contract: any thread;
/// the two do not overlap.
[[gnu::noinline]] inline void copy_bulk(void* to, const void* from, std::size_t size) noexcept {
#ifdef __SSE2__
  static const bool by_loop = __builtin_cpu_is("amd");
  if (by_loop) return copy_by_loop(to, from, size);
#endif
  std::memcpy(to, from, size);
}

/// memcpy(), also of nothing from nowhere.
inline void copy_bytes(void* to, const void* from, std::size_t size) noexcept {
  if (size >= kBulk) return copy_bulk(to, from, size);
  if (size != 0) std::memcpy(to, from, size);
}

#ifdef __GLIBCXX__
/// Reaches the three pointers that libstdc++'s vector is, for what the standard has no
/// way to say.
template <typename T>
class VectorEnds final : std::vector<T> {
  static_assert(std::is_trivially_copyable_v<T> && !std::is_same_v<T, bool>);

 public:
  /// Makes `vector` hold `count` elements of any value: what it then holds is copied there
  /// at once, and to write zeros before that takes as long as the copy.
  /// Contract: throws as reserve() does.
  static void lengthen(std::vector<T>& vector, std::size_t count) {
    vector.clear();
    vector.reserve(count);
    auto& ends = ends_of(vector);
    ends._M_finish = ends._M_start + count;
  }

  /// Makes `vector` refer to elements that are not its own, and may not be written.
  /// Contract: until forget() it is only read; not resized, assigned to or destroyed.
  static void refer(std::vector<T>& vector, const T* elements, std::size_t count) noexcept {
    std::vector<T>().swap(vector);
    auto& ends = ends_of(vector);
    ends._M_start = const_cast<T*>(elements);
    ends._M_end_of_storage = ends._M_finish = ends._M_start + count;
  }

  /// Makes `vector`, which refers to what is not its own, an empty one.
  static void forget(std::vector<T>& vector) noexcept {
    auto& ends = ends_of(vector);
    ends._M_end_of_storage = ends._M_finish = ends._M_start = nullptr;
  }

 private:
  static auto& ends_of(std::vector<T>& vector) noexcept {
    return static_cast<std::_Vector_base<T, std::allocator<T>>&>(vector)._M_impl;
  }
};
#endif

/// Makes `sequence` hold `count` numbers, and `from` is where they lie, aligned or not.
template <typename Sequence>
void assign_numbers(Sequence& sequence, const void* from, std::size_t count) {
  using T = typename Sequence::value_type;
  const std::size_t size = count * sizeof(T);
#ifdef __GLIBCXX__
  if constexpr (std::is_same_v<Sequence, std::vector<T>>) {
    if (size >= kBulk && count > sequence.size()) VectorEnds<T>::lengthen(sequence, count);
  }
#endif
  if (count > sequence.size() && reinterpret_cast<std::uintptr_t>(from) % alignof(T) == 0) {
    const T* numbers = static_cast<const T*>(from);  // of bytes, in which any may live
    sequence.assign(numbers, numbers + count);  // resize() would write zeros first
    return;
  }
  sequence.resize(count);
  copy_bytes(sequence.data(), from, size);
}

}  // namespace rosidl_typesupport_ranvier
