// How many members a struct has, for a table that is to have a row for each.
#pragma once

#include <cstddef>

namespace ranvier {
namespace detail {

struct AnyValue {
  template <typename T>
  operator T() const;
};

}  // namespace detail

/// The members of an aggregate without bases.
template <typename T, typename... Given>
consteval std::size_t member_count() {
  if constexpr (requires { T{Given{}..., detail::AnyValue{}}; }) {
    return member_count<T, Given..., detail::AnyValue>();
  } else {
    return sizeof...(Given);
  }
}

}  // namespace ranvier
