// Builds the TypeInfo of a message at compile time, from its C++ type.
//
// Included by the sources of message packages alone, never by user code.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include "ranvier/codec/codec.h"
#include "ranvier/codec/type_info.h"

namespace ranvier::codec {

/// The TypeInfo of a message; each package specialises it for its own.
template <typename T>
const TypeInfo& type_info();

/// How a member type repeats, and access to its elements; for one that does not.
template <typename T>
struct Repetition {
  using Element = T;
  static constexpr Repeat repeat = Repeat::kNone;
  static constexpr std::uint32_t capacity = 0;
  static constexpr auto size = static_cast<std::size_t (*)(const void*)>(nullptr);
  static constexpr auto at = static_cast<const void* (*)(const void*, std::size_t)>(nullptr);
  static constexpr auto resize = static_cast<void (*)(void*, std::size_t)>(nullptr);
};

template <typename Array, typename T, Repeat R, std::size_t N>
struct Repeated {
  using Element = T;
  static constexpr Repeat repeat = R;
  static constexpr std::uint32_t capacity = N;

  static std::size_t size(const void* member) { return static_cast<const Array*>(member)->size(); }

  // vector<bool> has no element to point at.
  static constexpr bool has_elements = R == Repeat::kArray || !std::is_same_v<T, bool>;
  static const void* element(const void* member, std::size_t index) {
    if constexpr (has_elements) {
      return static_cast<const Array*>(member)->data() + index;
    } else {
      return (void)member, (void)index, nullptr;
    }
  }
  static constexpr auto at = has_elements ? &element : nullptr;

  static void resized(void* member, std::size_t size) {
    if constexpr (R == Repeat::kArray) {
      (void)member, (void)size;
    } else {
      static_cast<Array*>(member)->resize(size);
    }
  }
  static constexpr auto resize = R == Repeat::kArray ? nullptr : &resized;
};

template <typename T, std::size_t N>
struct Repetition<std::array<T, N>> : Repeated<std::array<T, N>, T, Repeat::kArray, N> {};

template <typename T>
struct Repetition<std::vector<T>> : Repeated<std::vector<T>, T, Repeat::kSequence, 0> {};

/// The entry of a member of C++ type `T`.
template <typename T>
constexpr Member member(const char* name, Scalar scalar, std::size_t offset,
                        std::uint32_t string_capacity = 0, std::string_view default_value = {}) {
  using Shape = Repetition<T>;
  const TypeInfo& (*nested)() = nullptr;
  if constexpr (std::is_class_v<typename Shape::Element> &&
                !std::is_same_v<typename Shape::Element, std::string> &&
                !std::is_same_v<typename Shape::Element, std::u16string>) {
    nested = &type_info<typename Shape::Element>;
  }
  return {name,
          scalar,
          Shape::repeat,
          Shape::capacity,
          string_capacity,
          nested,
          static_cast<std::uint32_t>(offset),
          Shape::size,
          Shape::at,
          Shape::resize,
          default_value};
}

/// The functions of TypeInfo for a message type `T`.
template <typename T>
struct Life {
  static void* create() { return new T(); }
  static void destroy(void* object) { delete static_cast<T*>(object); }
  static void* clone(const void* object) { return new T(*static_cast<const T*>(object)); }
  static void assign(void* to, const void* from) {
    *static_cast<T*>(to) = *static_cast<const T*>(from);
  }
  static std::size_t encoded_size(const void* object) {
    return Codec<T>::size(*static_cast<const T*>(object), 0);
  }
  static void encode(const void* object, Encoder& to) {
    Codec<T>::encode(*static_cast<const T*>(object), to);
  }
  static bool decode(void* object, Decoder& from) {
    return Codec<T>::decode(*static_cast<T*>(object), from);
  }
};

/// The TypeInfo of `T`, which its package gives these names, this hash and this table.
template <typename T, std::size_t N>
constexpr TypeInfo make_type_info(const char* name, const char* dds_name, const char* hash,
                                  bool has_fixed_size, const Member (&members)[N]) {
  // Of such a type the object itself may lie in shared memory.
  if (has_fixed_size && !std::is_trivially_copyable_v<T>) throw "not what the generator makes";
  return {name,
          dds_name,
          hash,
          sizeof(T),
          alignof(T),
          has_fixed_size,
          &Life<T>::create,
          &Life<T>::destroy,
          &Life<T>::clone,
          &Life<T>::assign,
          &Life<T>::encoded_size,
          &Life<T>::encode,
          &Life<T>::decode,
          members,
          N};
}

}  // namespace ranvier::codec
