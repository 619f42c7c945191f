// Arrays of messages in a message under construction.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

#include "rosidl_runtime_cpp/containers.hpp"

namespace rosidl_runtime_cpp {

/// Makes the elements, which have their defaults, again as `init` says. None of them
/// is ever on the stack: it may be too large for that.
/// Contract: no allocation for elements that need none themselves.
template <typename T, std::size_t N>
void fill_array(std::array<T, N>& elements, MessageInitialization init) {
  if (init == MessageInitialization::ALL) return;
  if constexpr (std::is_trivially_destructible_v<T>) {
    for (T& element : elements) new (&element) T(init);
  } else {
    const auto one = std::make_unique<T>(init);
    elements.fill(*one);
  }
}

}  // namespace rosidl_runtime_cpp
