// The containers of message members, spelled by the message's own allocator, and how a
// constructor fills them.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace rosidl_runtime_cpp {

/// The values up to 3 are those of rosidl_runtime_c/message_initialization.h.
enum class MessageInitialization {
  ALL = 0,           ///< defaults where given, zero elsewhere
  SKIP = 1,          ///< nothing: numbers stay indeterminate
  ZERO = 2,          ///< zero everywhere, defaults ignored
  DEFAULTS_ONLY = 3, ///< only given defaults
  ALL_BUT_BULK = 4   ///< of Ranvier: as ALL, but arrays of numbers of 4096 bytes and more,
                     ///< without a default, stay indeterminate: of loaned messages
};

template <typename T, typename Allocator>
using Rebound = typename std::allocator_traits<Allocator>::template rebind_alloc<T>;

template <typename Allocator>
using String = std::basic_string<char, std::char_traits<char>, Rebound<char, Allocator>>;

template <typename Allocator>
using U16String =
  std::basic_string<char16_t, std::char_traits<char16_t>, Rebound<char16_t, Allocator>>;

template <typename T, typename Allocator>
using Vector = std::vector<T, Rebound<T, Allocator>>;

}  // namespace rosidl_runtime_cpp
