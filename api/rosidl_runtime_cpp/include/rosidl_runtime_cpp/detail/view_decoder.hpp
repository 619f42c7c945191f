// Reads CDR (XCDR1, as ROS 2 peers send it) without copying what is large.
//
// The bytes may lie in memory that another process changes meanwhile. So each
// number of them is read once, into memory of our own, before it is checked:
// what was checked is what is used.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "rosidl_runtime_cpp/span.hpp"

namespace ranvier {

/// The members of a message M, seen; made for each M that is not plain.
template <typename M>
struct Fields;

/// How M is seen; made for each M:
///   Type         Fields<M>, or M itself if it is plain
///   plain        M's memory is its encoding: numbers alone, without padding
///   min_size     the fewest bytes that its encoding takes, padding not counted
///   each_member(members, walk)
///                calls walk.numbers(), one(), array() or sequence() for the members
///                in order, with their bounds, until one returns false. Numbers and
///                plain messages come together where the place of the first tells
///                those of the others.
template <typename M>
struct Viewing;

namespace detail {

constexpr std::size_t kNoCount = SIZE_MAX;  ///< more than any bound
constexpr std::size_t kUnbounded = kNoCount - 1;

/// From here on the compiler does not know the value, and so does not read it again.
template <typename Integer>
Integer read_once(Integer value) noexcept {
  asm volatile("" : "+r"(value));
  return value;
}

/// Puts the bytes of each number of an object of ours into the opposite order.
struct SwapWalk {
  template <typename... T>
  bool numbers(T&... members) {
    return (number(members) && ...);
  }
  template <std::size_t N, typename T>
  bool array(std::array<T, N>& member) {
    for (T& element : member) number(element);
    return true;
  }

 private:
  template <typename T>
  bool number(T& member) {
    if constexpr (std::is_arithmetic_v<T>) {
      unsigned char bytes[sizeof(T)];
      std::memcpy(bytes, &member, sizeof(T));
      std::reverse(bytes, bytes + sizeof(T));
      std::memcpy(&member, bytes, sizeof(T));
      return true;
    } else {
      return Viewing<T>::each_member(member, *this);
    }
  }
};

/// What a view had to copy. Threads: written by one decoder, then read by any.
class ViewCopies final {
 public:
  /// Memory for `size` bytes, aligned for every number.
  unsigned char* add(std::size_t size) {
    bytes_ += size;
    blocks_.emplace_back(new unsigned char[size]);
    return blocks_.back().get();
  }
  std::size_t bytes() const noexcept { return bytes_; }

 private:
  std::vector<std::unique_ptr<unsigned char[]>> blocks_;
  std::size_t bytes_ = 0;
};

/// Fills Fields from a payload that it does not own and never reads past; accepts
/// exactly what the codec of the message accepts.
///
/// What is long and every message's code would repeat is a function here, and called: after
/// a pause it is the code that costs, not the calls.
///
/// Threads: one at a time. Every call that returns false leaves the position
/// where it was or behind what was read; what it filled is then worthless.
class ViewDecoder final {
 public:
  /// False if the bytes do not begin with the header of plain CDR version 1.
  /// `copies` is made when something has to be copied.
  bool open(const void* bytes, std::size_t size, std::shared_ptr<ViewCopies>& copies) noexcept {
    constexpr std::size_t kHeader = 4;  // representation and options
    const auto* header = static_cast<const unsigned char*>(bytes);
    if (size < kHeader || header[0] != 0) return false;
    const unsigned order = read_once<unsigned>(header[1]);
    if (order > 1) return false;
    swap_ = (order == 1) != (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
    bytes_ = header + kHeader;
    size_ = size - kHeader;
    copies_ = &copies;
    return true;
  }

  /// What was read stays as it was read.
  void close() const noexcept { asm volatile("" ::: "memory"); }
  /// What the elements of vectors take that were made or found.
  std::size_t elements() const noexcept { return elements_; }

  /// Numbers, bools and plain messages that lie one behind the other: the first at its
  /// alignment, and so the others at theirs, if they need no more.
  template <typename First, typename... Others>
  bool numbers(First& first, Others&... rest) {
    static_assert(((alignof(Others) <= alignof(First)) && ...));
    const unsigned char* at;
    if (!part(size_of_row<First, Others...>(), alignof(First), at)) return false;
    std::size_t end = 0;
    copy(first, at, end);
    (copy(rest, at, end), ...);
    if (__builtin_expect(swap_, false)) swap(first, rest...);
    return true;
  }
  template <typename T>
  bool one(T& plain) {
    return numbers(plain);
  }
  template <typename M>
  bool one(Fields<M>& member) {
    return Viewing<M>::each_member(member, *this);
  }
  [[gnu::noinline]] bool one(std::string_view& member, std::size_t bound = kUnbounded) {
    const std::size_t count = get_count(1);
    if (count == kNoCount) return false;
    if (count == 0) {  // as some writers send an empty one
      member = {};
      return true;
    }
    const unsigned char* const at = bytes_ + std::exchange(position_, position_ + count);
    member = {reinterpret_cast<const char*>(at), count - 1};
    return at[count - 1] == 0 && member.size() <= bound;
  }
  bool one(std::u16string& member, std::size_t bound = kUnbounded) {
    const std::size_t count = get_count(4);
    if (count > bound) return false;
    member.resize(count);
    for (char16_t& character : member) {
      std::uint32_t wide = 0;
      if (!numbers(wide)) return false;
      wide = read_once(wide);
      if (wide > 0xFFFF) return false;
      character = static_cast<char16_t>(wide);
    }
    return true;
  }

  template <std::size_t N, typename T>
  bool array(Span<const T>& member) {
    return seen(member, N);
  }
  template <std::size_t N, typename T, typename... Bound>
  bool array(std::array<T, N>& member, Bound... string_bound) {
    return each(member, string_bound...);
  }

  template <typename T>
  bool sequence(Span<const T>& member, std::size_t bound) {
    const std::size_t count = get_count(sizeof(T));
    return count <= bound && seen(member, count);
  }
  template <typename T, typename... Bound>
  bool sequence(std::vector<T>& member, std::size_t bound, Bound... string_bound) {
    const std::size_t count = get_count(min_size(static_cast<T*>(nullptr)));
    if (count > bound) return false;
    if (member.size() != count) resize(member, count);
    elements_ += count * sizeof(T);
    return each(member, string_bound...);
  }

 private:
  template <typename M>
  static constexpr std::size_t min_size(const Fields<M>*) {
    return Viewing<M>::min_size;
  }
  static constexpr std::size_t min_size(const void*) { return 4; }  // the count of a string

  // The next `size` bytes behind the padding are at `at`; false if there are not so many.
  // Contract: `size` is no more than an object can have.
  [[gnu::always_inline]] bool part(std::size_t size, std::size_t alignment,
                                   const unsigned char*& at) noexcept {
    const std::size_t begin = (position_ + alignment - 1) & ~(alignment - 1);
    if (begin + size > size_) return false;
    position_ = begin + size;
    at = bytes_ + begin;
    return true;
  }

  // Where an object of that type lies, if the one before it ends there.
  template <typename T>
  static constexpr std::size_t aligned(std::size_t end) {
    return (end + alignof(T) - 1) & ~(alignof(T) - 1);
  }

  template <typename... T>
  static constexpr std::size_t size_of_row() {
    std::size_t end = 0;
    ((end = aligned<T>(end) + sizeof(T)), ...);
    return end;
  }

  // From behind what lies up to `end`, to which it is added.
  template <typename T>
  [[gnu::always_inline]] static void copy(T& member, const unsigned char* at, std::size_t& end) {
    static_assert(!std::is_arithmetic_v<T> || sizeof(T) == alignof(T));
    at += aligned<T>(end);
    end = aligned<T>(end) + sizeof(T);
    if constexpr (std::is_same_v<T, bool>) {
      member = *at != 0;
    } else {
      std::memcpy(static_cast<void*>(&member), at, sizeof(T));
    }
  }

  // A count of elements of at least that size; kNoCount if the rest of the input cannot
  // hold so many: this bounds the memory that a hostile length can ask for.
  [[gnu::always_inline]] std::size_t get_count(std::size_t element_size) noexcept {
    const unsigned char* at;
    std::uint32_t read;
    if (!part(sizeof read, alignof(std::uint32_t), at)) return kNoCount;
    std::memcpy(&read, at, sizeof read);
    const std::size_t count = read_once(swap_ ? __builtin_bswap32(read) : read);
    return std::uint64_t{element_size} * count <= size_ - position_ ? count : kNoCount;
  }

  template <typename T>
  [[gnu::cold, gnu::noinline]] static void resize(std::vector<T>& member, std::size_t count) {
    member.resize(count);
  }

  template <typename Elements, typename... Bound>
  bool each(Elements& elements, Bound... string_bound) {
    for (auto& element : elements) {
      if (!one(element, string_bound...)) return false;
    }
    return true;
  }

  // Numbers, flags or plain messages: where they lie, if they can be used there.
  template <typename T>
  bool seen(Span<const T>& member, std::size_t count) {
    member = {};
    if (count == 0) return true;  // not even padded
    const unsigned char* at;
    if (!part(count * sizeof(T), alignof(T), at)) return false;
    const bool swaps = swap_ && alignof(T) > 1;
    if (swaps || reinterpret_cast<std::uintptr_t>(at) % alignof(T) != 0) {
      at = copied<T>(at, count, swaps);
    }
    member = {reinterpret_cast<const T*>(at), count};  // of bytes, in which any may live
    return true;
  }

  template <typename T>
  [[gnu::cold, gnu::noinline]] const unsigned char* copied(const unsigned char* at,
                                                           std::size_t count, bool swaps) {
    if (!*copies_) *copies_ = std::make_shared<ViewCopies>();
    unsigned char* const copy = (*copies_)->add(count * sizeof(T));
    std::memcpy(copy, at, count * sizeof(T));
    if constexpr (alignof(T) > 1) {
      if (swaps) {
        for (std::size_t i = 0; i < count; ++i) swap(reinterpret_cast<T*>(copy)[i]);
      }
    }
    return copy;
  }

  template <typename... T>
  [[gnu::cold, gnu::noinline]] static void swap(T&... members) {
    SwapWalk().numbers(members...);
  }

  const unsigned char* bytes_ = nullptr;
  std::size_t size_ = 0;
  std::size_t position_ = 0;
  std::size_t elements_ = 0;
  bool swap_ = false;
  std::shared_ptr<ViewCopies>* copies_ = nullptr;
};

}  // namespace detail
}  // namespace ranvier
