// What a C library is given to call.
//
// C code has no way to let an exception through: it would leave with locks held and
// counts wrong, or end the process.
//
// What was done when a function was given comes before its calls, and one call before the
// next that comes from another thread: the library sees to that, with atomics that the race
// checker of a user's program does not see (base/race_checker.h).
#pragma once

#include "ranvier/base/race_checker.h"

namespace ranvier {
namespace detail {

inline constexpr char kAtC = 0;  // stands for what the libraries order

/// A call out of C, for a scope.
struct CalledByC {
  CalledByC() noexcept { race_checker::acquired(&kAtC); }
  ~CalledByC() { race_checker::released(&kAtC); }
  CalledByC(const CalledByC&) = delete;
};

template <class R, class... A>
using CFunction = R(A...);

/// Becomes the pointer that the library takes: a function that calls `Body`.
template <class Body>
struct ForC {
  template <class R, class... A>
  constexpr operator CFunction<R, A...>*() const noexcept {  // NOLINT: conversion is the point
    if (!__builtin_is_constant_evaluated()) race_checker::released(&kAtC);
    return [](A... arguments) noexcept -> R {
      const CalledByC call;
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

/// To be called before memory is handed to a C library that calls back with it.
inline void given_to_c() noexcept { race_checker::released(&detail::kAtC); }

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
