// Elements that lie somewhere in a row, and belong to somebody else.
//
// C++17 has no std::span; this is as much of it as views of messages need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace ranvier {

/// Refers to elements; valid as long as what holds them.
template <typename T>
class Span {
 public:
  using value_type = std::remove_cv_t<T>;

  constexpr Span() noexcept = default;
  constexpr Span(T* data, std::size_t size) noexcept : data_(data), size_(size) {}
  /// Of what may be written, as what may be read.
  template <typename U, typename = std::enable_if_t<std::is_same_v<T, const U>>>
  constexpr Span(Span<U> other) noexcept : data_(other.data()), size_(other.size()) {}

  constexpr T* data() const noexcept { return data_; }
  constexpr std::size_t size() const noexcept { return size_; }
  constexpr bool empty() const noexcept { return size_ == 0; }
  constexpr T* begin() const noexcept { return data_; }
  constexpr T* end() const noexcept { return data_ + size_; }
  constexpr T& operator[](std::size_t index) const noexcept { return data_[index]; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

/// A bool as it came: whatever byte is not zero is true.
struct Flag {
  std::uint8_t byte = 0;
  constexpr operator bool() const noexcept { return byte != 0; }
};

}  // namespace ranvier
