// What the data of a generated handle is: a description of the type, its hash, and for a
// message what code needs that walks members without knowing the type.
#pragma once

#include <cstddef>
#include <type_traits>

#include "ranvier/codec/type_info.h"
#include "rosidl_runtime_c/message_type_support_struct.h"
#include "rosidl_runtime_cpp/message_initialization.hpp"

namespace rosidl_typesupport_ranvier {

/// The data of a service's or action's handle. A TypeInfo, ServiceTypeInfo or ActionTypeInfo
/// is its first member, so that the data is one too.
template <typename Info>
struct Described {
  Info info;
  rosidl_type_hash_t hash;
};

/// Access to the elements of an array or sequence of messages.
/// Contract: `member` is object + offset, `index` lies within.
struct ElementAccess {
  void* (*get)(void* member, std::size_t index);
  void (*fetch)(const void* member, std::size_t index, void* value);
  void (*assign)(void* member, std::size_t index, const void* value);
};

/// The data of a message's handle.
struct DescribedMessage {
  ranvier::codec::TypeInfo info;
  rosidl_type_hash_t hash;
  void (*init)(void* memory, rosidl_runtime_cpp::MessageInitialization how);
  void (*fini)(void* memory);
  /// One for each member, null where it is no repeated message; null if none is one.
  const ElementAccess* const* elements;
};
static_assert(std::is_standard_layout_v<DescribedMessage>);

/// Of a TypeInfo that type_info<T>() gave.
inline const DescribedMessage& described(const ranvier::codec::TypeInfo& info) {
  return *reinterpret_cast<const DescribedMessage*>(&info);
}

}  // namespace rosidl_typesupport_ranvier
