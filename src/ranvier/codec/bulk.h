// Copying numbers in and out of messages: images, point clouds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "ranvier/codec/vector_ends.h"

namespace ranvier::codec {

/// From so many bytes on, a copy or a pass of zeros that can be avoided is avoided.
constexpr std::size_t kBulk = 64 * 1024;

/// memcpy(), also of nothing from nowhere.
inline void copy_bytes(void* to, const void* from, std::size_t size) noexcept {
  if (size != 0) std::memcpy(to, from, size);
}

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
    sequence.assign(numbers, numbers + count);       // resize() would write zeros first
    return;
  }
  sequence.resize(count);
  copy_bytes(sequence.data(), from, size);
}

}  // namespace ranvier::codec
