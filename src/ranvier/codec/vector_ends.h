// The inside of libstdc++'s vector, which this file alone knows.
//
// The standard has no way to make a vector longer without writing its elements, and none to
// make it refer to elements that lie elsewhere (docs/decisions/0037, 0047).
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#ifdef __GLIBCXX__
namespace ranvier::codec {

/// Reaches the three pointers of a vector of numbers.
template <typename T>
class VectorEnds final : std::vector<T> {
  static_assert(std::is_trivially_copyable_v<T> && !std::is_same_v<T, bool>);
  static_assert(sizeof(std::vector<T>) == 3 * sizeof(T*),
                "libstdc++'s vector has changed: no three pointers");

 public:
  /// Makes `vector` hold `count` elements of any value, which the caller writes at once.
  /// resize() would write zeros first, which takes as long as the copy that follows.
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

}  // namespace ranvier::codec
#endif
