// Builds the TypeInfo of a message at compile time, from its C++ type.
//
// Included by the sources of message packages alone, never by user code.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <vector>

#include "rosidl_runtime_c/action_type_support_struct.h"
#include "rosidl_runtime_cpp/bounded_vector.hpp"
#include "rosidl_typesupport_ranvier/codec.hpp"
#include "rosidl_typesupport_ranvier/type_info.hpp"

namespace rosidl_typesupport_ranvier {

constexpr const char* kIdentifier = "rosidl_typesupport_ranvier";

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

  static std::size_t size(const void* member) {
    return static_cast<const Array*>(member)->size();
  }

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

template <typename T, std::size_t N>
struct Repetition<rosidl_runtime_cpp::BoundedVector<T, N>>
: Repeated<rosidl_runtime_cpp::BoundedVector<T, N>, T, Repeat::kBoundedSequence, N> {
  static_assert(sizeof(rosidl_runtime_cpp::BoundedVector<T, N>) == sizeof(std::vector<T>));
};

/// The entry of a member of C++ type `T`.
template <typename T>
constexpr Member member(const char* name, Scalar scalar, std::size_t offset,
                        std::uint32_t string_capacity = 0,
                        std::string_view default_value = {}) {
  using Shape = Repetition<T>;
  const TypeInfo& (*nested)() = nullptr;
  if constexpr (std::is_class_v<typename Shape::Element> &&
                !std::is_same_v<typename Shape::Element, std::string> &&
                !std::is_same_v<typename Shape::Element, std::u16string>) {
    nested = &type_info<typename Shape::Element>;
  }
  return {name, scalar, Shape::repeat, Shape::capacity, string_capacity, nested,
          static_cast<std::uint32_t>(offset), Shape::size, Shape::at, Shape::resize,
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

/// An info and the binary form of its hash; a handle's data points to both.
template <typename Info>
struct Described {
  Info info;
  rosidl_type_hash_t hash;
};

constexpr std::uint8_t hex_digit(char digit) {
  return static_cast<std::uint8_t>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
}

/// "RIHS01_<64 hex>" as bytes.
constexpr rosidl_type_hash_t binary_hash(const char* text) {
  rosidl_type_hash_t hash{1, {}};
  for (int i = 0; i < ROSIDL_TYPE_HASH_SIZE; ++i) {
    const char* at = text + sizeof("RIHS01_") - 1 + 2 * i;
    hash.value[i] = static_cast<std::uint8_t>(hex_digit(at[0]) * 16 + hex_digit(at[1]));
  }
  return hash;
}

template <typename T, std::size_t N>
constexpr Described<TypeInfo> describe(const char* name, const char* dds_name, const char* hash,
                                       bool has_fixed_size, const Member (&members)[N]) {
  // Of such a type the object itself may lie in shared memory.
  if (has_fixed_size && !std::is_trivially_copyable_v<T>) throw "not what the generator makes";
  return {{name, dds_name, hash, sizeof(T), alignof(T), has_fixed_size, &Life<T>::create,
           &Life<T>::destroy, &Life<T>::clone, &Life<T>::assign, &Life<T>::encoded_size,
           &Life<T>::encode, &Life<T>::decode, members, N},
          binary_hash(hash)};
}

/// The functions of a handle, for messages, services and actions alike.
template <typename Handle, typename Info>
const rosidl_type_hash_t* hash_of(const Handle* handle) {
  return &static_cast<const Described<Info>*>(handle->data)->hash;
}

template <typename Handle>
const Handle* handle_if_named(const Handle* handle, const char* identifier) {
  return std::strcmp(handle->typesupport_identifier, identifier) == 0 ? handle : nullptr;
}

constexpr rosidl_message_type_support_t message_handle(const Described<TypeInfo>& type) {
  using Handle = rosidl_message_type_support_t;
  return {kIdentifier, &type, &handle_if_named<Handle>, &hash_of<Handle, TypeInfo>, nullptr,
          nullptr};
}

constexpr rosidl_service_type_support_t service_handle(
  const Described<ServiceTypeInfo>& type, const rosidl_message_type_support_t& request,
  const rosidl_message_type_support_t& response, const rosidl_message_type_support_t& event) {
  using Handle = rosidl_service_type_support_t;
  return {kIdentifier, &type, &handle_if_named<Handle>, &request, &response, &event, nullptr,
          nullptr, &hash_of<Handle, ServiceTypeInfo>, nullptr, nullptr};
}

constexpr rosidl_action_type_support_t action_handle(
  const Described<ActionTypeInfo>& type, const rosidl_service_type_support_t& send_goal,
  const rosidl_service_type_support_t& get_result, const rosidl_service_type_support_t* cancel,
  const rosidl_message_type_support_t& feedback, const rosidl_message_type_support_t* status) {
  using Handle = rosidl_action_type_support_t;
  return {&send_goal, &get_result, cancel, &feedback, status, &hash_of<Handle, ActionTypeInfo>,
          nullptr, nullptr, kIdentifier, &type};
}

}  // namespace rosidl_typesupport_ranvier
