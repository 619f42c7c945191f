// What a generated source adds to the codec: bounded sequences, hashes and the C handles.
//
// Included by the sources of message packages alone, never by user code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "ranvier/codec/codec.h"
#include "ranvier/codec/describe.h"
#include "ranvier/codec/type_info.h"
#include "rosidl_runtime_c/action_type_support_struct.h"
#include "rosidl_runtime_cpp/bounded_vector.hpp"

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

constexpr const char* kIdentifier = "rosidl_typesupport_ranvier";

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
  return {make_type_info<T>(name, dds_name, hash, has_fixed_size, members),
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
