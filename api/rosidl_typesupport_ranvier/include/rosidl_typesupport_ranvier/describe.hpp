// What a generated source adds to the codec: bounded sequences, hashes and the C handles.
//
// Included by the sources of message packages alone, never by user code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "ranvier/codec/codec.h"
#include "ranvier/codec/describe.h"
#include "ranvier/codec/type_info.h"
#include "rosidl_runtime_c/action_type_support_struct.h"
#include "rosidl_runtime_cpp/bounded_vector.hpp"
#include "rosidl_typesupport_ranvier/described.hpp"
#include "rosidl_typesupport_ranvier/introspected.hpp"

namespace ranvier::codec {

template <typename T, std::size_t N>
struct Codec<rosidl_runtime_cpp::BoundedVector<T, N>>
: SequenceCodec<rosidl_runtime_cpp::BoundedVector<T, N>, T> {};

template <typename T, std::size_t N>
struct Repetition<rosidl_runtime_cpp::BoundedVector<T, N>>
: Repeated<rosidl_runtime_cpp::BoundedVector<T, N>, T, Repeat::kBoundedSequence, N> {
  static_assert(sizeof(rosidl_runtime_cpp::BoundedVector<T, N>) == sizeof(std::vector<T>));
};

}  // namespace ranvier::codec

namespace rosidl_typesupport_ranvier {

using namespace ranvier::codec;

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

template <typename T>
void init(void* memory, rosidl_runtime_cpp::MessageInitialization how) {
  new (memory) T(how);
}

template <typename T>
void fini(void* memory) {
  static_cast<T*>(memory)->~T();
}

/// The access to the elements of a member of type `Array`, which holds messages.
template <typename Array>
struct Elements {
  using T = typename Array::value_type;
  static void* get(void* member, std::size_t index) {
    return static_cast<Array*>(member)->data() + index;
  }
  static void fetch(const void* member, std::size_t index, void* value) {
    *static_cast<T*>(value) = (*static_cast<const Array*>(member))[index];
  }
  static void assign(void* member, std::size_t index, const void* value) {
    (*static_cast<Array*>(member))[index] = *static_cast<const T*>(value);
  }
  static constexpr ElementAccess access{&get, &fetch, &assign};
};

/// @param elements  of each member, as DescribedMessage has them.
template <typename T, std::size_t N>
constexpr DescribedMessage describe(const char* name, const char* dds_name, const char* hash,
                                    bool has_fixed_size, const Member (&members)[N],
                                    const ElementAccess* const* elements = nullptr) {
  return {make_type_info<T>(name, dds_name, hash, has_fixed_size, members), binary_hash(hash),
          &init<T>, &fini<T>, elements};
}

/// The get_type_hash_func of a handle, for messages, services and actions alike.
template <typename Handle, typename Data>
const rosidl_type_hash_t* hash_of(const Handle* handle) {
  return &static_cast<const Data*>(handle->data)->hash;
}

constexpr rosidl_message_type_support_t message_handle(const DescribedMessage& type) {
  using Handle = rosidl_message_type_support_t;
  return {kIdentifier, &type, &message_handle_named, &hash_of<Handle, DescribedMessage>, nullptr,
          nullptr};
}

constexpr rosidl_service_type_support_t service_handle(
  const Described<ServiceTypeInfo>& type, const rosidl_message_type_support_t& request,
  const rosidl_message_type_support_t& response, const rosidl_message_type_support_t& event) {
  using Handle = rosidl_service_type_support_t;
  return {kIdentifier, &type, &service_handle_named, &request, &response, &event, nullptr,
          nullptr, &hash_of<Handle, Described<ServiceTypeInfo>>, nullptr, nullptr};
}

constexpr rosidl_action_type_support_t action_handle(
  const Described<ActionTypeInfo>& type, const rosidl_service_type_support_t& send_goal,
  const rosidl_service_type_support_t& get_result, const rosidl_service_type_support_t* cancel,
  const rosidl_message_type_support_t& feedback, const rosidl_message_type_support_t* status) {
  using Handle = rosidl_action_type_support_t;
  return {&send_goal, &get_result, cancel, &feedback, status,
          &hash_of<Handle, Described<ActionTypeInfo>>, nullptr, nullptr, kIdentifier, &type};
}

}  // namespace rosidl_typesupport_ranvier
