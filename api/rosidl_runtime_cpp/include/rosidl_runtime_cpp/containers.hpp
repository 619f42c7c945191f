// The containers of message members, spelled by the message's own allocator.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace rosidl_runtime_cpp {

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
