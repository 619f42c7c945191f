// How each C++ type of a message member looks in CDR.
//
// Codec<T> exists for numbers, bool, strings, arrays and vectors here, for bounded
// sequences in rosidl_typesupport_ranvier/describe.hpp, and for each message in the
// header that its package generates; that one only lists the members, and MessageCodec
// below does the rest. Included by the sources of message packages alone, never by
// user code.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "ranvier/codec/cdr.h"

namespace ranvier::codec {

[[noreturn, gnu::cold, gnu::noinline]] inline void throw_too_many(std::size_t count) {
  throw std::length_error("A message cannot be sent: one of its fields has " +
                          std::to_string(count) + " elements, and CDR holds at most " +
                          std::to_string(kMostElements));
}

/// Throws std::length_error for a count that would be sent as another.
inline void check_count(std::size_t count) {
  if (__builtin_expect(count > kMostElements, 0)) throw_too_many(count);
}

/// For every T:
///   min_size             the fewest bytes it takes, padding not counted
///   plain                its memory is its encoding, from a multiple of alignof(T)
///   size(value, at)      where the encoding ends that starts at `at`; throws
///                        std::length_error if CDR cannot hold a length
///   encode(value, to)
///   decode(value, from)  false if the input is short, or says what T cannot hold
template <typename T, typename = void>
struct Codec;

template <typename T>
struct Codec<T, std::enable_if_t<std::is_arithmetic_v<T> && !std::is_same_v<T, bool>>> {
  static_assert(alignof(T) == sizeof(T), "CDR aligns a number to its size");
  static constexpr std::size_t min_size = sizeof(T);
  static constexpr bool plain = true;

  static std::size_t size(T, std::size_t at) { return align_up(at, sizeof(T)) + sizeof(T); }
  static void encode(T value, Encoder& to) { to.put(value); }
  static bool decode(T& value, Decoder& from) { return from.get(value); }
};

template <>
struct Codec<bool> {
  static constexpr std::size_t min_size = 1;
  static constexpr bool plain = false;  // a foreign byte may be neither 0 nor 1

  static std::size_t size(bool, std::size_t at) { return at + 1; }
  static void encode(bool value, Encoder& to) { to.put(static_cast<std::uint8_t>(value)); }
  static bool decode(bool& value, Decoder& from) {
    std::uint8_t byte = 0;
    if (!from.get(byte)) return false;
    value = byte != 0;
    return true;
  }
};

template <>
struct Codec<std::string> {
  static constexpr std::size_t min_size = 4;
  static constexpr bool plain = false;

  static std::size_t size(const std::string& value, std::size_t at) {
    check_count(value.size() + 1);
    return align_up(at, 4) + 4 + value.size() + 1;
  }
  static void encode(const std::string& value, Encoder& to) {
    to.put(static_cast<std::uint32_t>(value.size() + 1));
    to.put_bytes(value.c_str(), value.size() + 1);
  }
  /// Takes a count of zero for an empty string, as some writers send it.
  static bool decode(std::string& value, Decoder& from) {
    std::size_t count = 0;
    if (!from.get_count(1, count)) return false;
    const unsigned char* at = from.take(count);
    if (count == 0) {
      value.clear();
      return true;
    }
    if (at[count - 1] != 0) return false;
    value.assign(reinterpret_cast<const char*>(at), count - 1);
    return true;
  }
};

/// Four bytes a character and no terminator: what ROS 2 on Cyclone DDS sends.
template <>
struct Codec<std::u16string> {
  static constexpr std::size_t min_size = 4;
  static constexpr bool plain = false;

  static std::size_t size(const std::u16string& value, std::size_t at) {
    check_count(value.size());
    return align_up(at, 4) + 4 + 4 * value.size();
  }
  static void encode(const std::u16string& value, Encoder& to) {
    to.put(static_cast<std::uint32_t>(value.size()));
    for (const char16_t character : value) to.put(static_cast<std::uint32_t>(character));
  }
  static bool decode(std::u16string& value, Decoder& from) {
    std::size_t count = 0;
    if (!from.get_count(4, count)) return false;
    value.resize(count);
    for (char16_t& character : value) {
      std::uint32_t wide = 0;
      if (!from.get(wide) || wide > 0xFFFF) return false;
      character = static_cast<char16_t>(wide);
    }
    return true;
  }
};

/// The elements of an array or sequence, without a count.
template <typename T>
struct ElementsCodec {
  template <typename Range>
  static std::size_t size(const Range& range, std::size_t at) {
    if constexpr (Codec<T>::plain) {
      return range.empty() ? at : align_up(at, alignof(T)) + range.size() * sizeof(T);
    } else {
      for (const auto& element : range) at = Codec<T>::size(element, at);
      return at;
    }
  }

  template <typename Range>
  static void encode(const Range& range, Encoder& to) {
    if constexpr (Codec<T>::plain) {
      if (range.empty()) return;
      to.align(alignof(T));
      to.put_bytes(range.data(), range.size() * sizeof(T));
    } else {
      for (const auto& element : range) Codec<T>::encode(element, to);
    }
  }

  /// Into a range that has its final size.
  template <typename Range>
  static bool decode(Range& range, Decoder& from) {
    if constexpr (Codec<T>::plain) {
      if (!from.swaps()) return copy(range, from);
    }
    return each(range, from);
  }

 private:
  template <typename Range>
  static bool copy(Range& range, Decoder& from) {
    if (range.empty()) return true;
    if (!from.align(alignof(T))) return false;
    const unsigned char* at = from.take(range.size() * sizeof(T));
    if (at == nullptr) return false;
    copy_bytes(range.data(), at, range.size() * sizeof(T));
    return true;
  }

  template <typename Range>
  static bool each(Range& range, Decoder& from) {
    if constexpr (std::is_same_v<T, bool>) {
      for (auto&& element : range) {  // a proxy in vector<bool>
        bool value = false;
        if (!Codec<bool>::decode(value, from)) return false;
        element = value;
      }
    } else {
      for (T& element : range) {
        if (!Codec<T>::decode(element, from)) return false;
      }
    }
    return true;
  }
};

template <typename T, std::size_t N>
struct Codec<std::array<T, N>> {
  static constexpr std::size_t min_size = N * Codec<T>::min_size;
  static constexpr bool plain = Codec<T>::plain;
  using Array = std::array<T, N>;

  static std::size_t size(const Array& value, std::size_t at) {
    return ElementsCodec<T>::size(value, at);
  }
  static void encode(const Array& value, Encoder& to) { ElementsCodec<T>::encode(value, to); }
  static bool decode(Array& value, Decoder& from) { return ElementsCodec<T>::decode(value, from); }
};

/// std::vector, and whatever else has its calls.
template <typename Sequence, typename T>
struct SequenceCodec {
  static constexpr std::size_t min_size = 4;
  static constexpr bool plain = false;

  static std::size_t size(const Sequence& value, std::size_t at) {
    check_count(value.size());
    return ElementsCodec<T>::size(value, align_up(at, 4) + 4);
  }
  static void encode(const Sequence& value, Encoder& to) {
    to.put(static_cast<std::uint32_t>(value.size()));
    ElementsCodec<T>::encode(value, to);
  }
  static bool decode(Sequence& value, Decoder& from) {
    std::size_t count = 0;
    if (!from.get_count(Codec<T>::min_size, count) || count > value.max_size()) return false;
    if constexpr (Codec<T>::plain && std::is_arithmetic_v<T>) {
      if (!from.swaps()) return assign(value, count, from);
    }
    value.resize(count);
    return ElementsCodec<T>::decode(value, from);
  }

 private:
  static bool assign(Sequence& value, std::size_t count, Decoder& from) {
    if (count != 0 && !from.align(sizeof(T))) return false;
    const unsigned char* at = from.take(count * sizeof(T));
    if (at == nullptr) return false;
    if (!from.lends(value, at, count)) assign_numbers(value, at, count);
    return true;
  }
};

template <typename T>
struct Codec<std::vector<T>> : SequenceCodec<std::vector<T>, T> {};

template <typename Character>
bool is_within(const std::basic_string<Character>& value, std::size_t bound) {
  return value.size() <= bound;
}

template <typename Strings>
bool is_within(const Strings& values, std::size_t bound) {
  for (const auto& value : values) {
    if (!is_within(value, bound)) return false;
  }
  return true;
}

/// The three walks over a message's members. A second argument is the bound of
/// a bounded string, or of each string in an array or sequence of them.
struct SizeWalk {
  std::size_t at;

  template <typename T>
  bool operator()(const T& member) {
    at = Codec<T>::size(member, at);
    return true;
  }
  /// Throws std::length_error: what goes out must keep its own type's promise.
  template <typename T>
  bool operator()(const T& member, std::size_t bound) {
    if (!is_within(member, bound)) {
      throw std::length_error("A message cannot be sent: one of its strings is longer than the " +
                              std::to_string(bound) + " characters that its type allows");
    }
    return (*this)(member);
  }
};

struct EncodeWalk {
  Encoder& to;

  template <typename T>
  bool operator()(const T& member, std::size_t = 0) {
    Codec<T>::encode(member, to);
    return true;
  }
};

struct DecodeWalk {
  Decoder& from;

  template <typename T>
  bool operator()(T& member) {
    return Codec<T>::decode(member, from);
  }
  template <typename T>
  bool operator()(T& member, std::size_t bound) {
    return (*this)(member) && is_within(member, bound);
  }
};

/// The codec of a message, from the list of its members that `Codec<T>` gives:
/// template <M, Walk> static bool each_member(M& message, Walk& walk).
template <typename T, std::size_t MinSize, bool Plain>
struct MessageCodec {
  static constexpr std::size_t min_size = MinSize;
  static constexpr bool plain = Plain;

  static std::size_t size(const T& message, std::size_t at) {
    if constexpr (Plain) {
      check_layout();
      return align_up(at, alignof(T)) + sizeof(T);
    } else {
      SizeWalk walk{at};
      Codec<T>::each_member(message, walk);
      return walk.at;
    }
  }

  static void encode(const T& message, Encoder& to) {
    if constexpr (Plain) {
      to.align(alignof(T));
      to.put_bytes(&message, sizeof(T));
    } else {
      EncodeWalk walk{to};
      Codec<T>::each_member(message, walk);
    }
  }

  static bool decode(T& message, Decoder& from) {
    if constexpr (Plain) {
      if (!from.swaps()) return copy(message, from);
    }
    DecodeWalk walk{from};
    return Codec<T>::each_member(message, walk);
  }

 private:
  static bool copy(T& message, Decoder& from) {
    if (!from.align(alignof(T))) return false;
    const unsigned char* at = from.take(sizeof(T));
    if (at == nullptr) return false;
    copy_bytes(&message, at, sizeof(T));
    return true;
  }

  // No padding (the members fill the object), so declaration order fixes every
  // offset, and the generator has seen to it that CDR puts them there too.
  static constexpr void check_layout() {
    static_assert(sizeof(T) == MinSize, "a plain message has no padding");
    static_assert(std::is_trivially_copyable_v<T> && std::is_standard_layout_v<T>);
  }
};

}  // namespace ranvier::codec
