// What a C library is given to call.
//
// C code has no way to let an exception through: it would leave with locks held and
// counts wrong, or end the process.
#pragma once

namespace ranvier {
namespace detail {

template <class R, class... A>
using CFunction = R(A...);

/// Becomes the pointer that the library takes: a function that calls `Body`.
template <class Body>
struct ForC {
  template <class R, class... A>
  constexpr operator CFunction<R, A...>*() const noexcept {  // NOLINT: conversion is the point
    return [](A... arguments) noexcept -> R {
      try {
        return Body{}(arguments...);
      } catch (...) {
        return R();
      }
    };
  }
};

template <auto function>
struct Calls {
  template <class... A>
  decltype(auto) operator()(A... arguments) const {
    return function(arguments...);
  }
};

}  // namespace detail

/// A function, or a lambda that captures nothing, as a C library takes it. What it throws
/// ends there, and the library gets zero, null or false.
template <auto function>
constexpr detail::ForC<detail::Calls<function>> for_c() noexcept {
  return {};
}
template <class Lambda>
constexpr detail::ForC<Lambda> for_c(Lambda) noexcept {
  return {};
}

}  // namespace ranvier
