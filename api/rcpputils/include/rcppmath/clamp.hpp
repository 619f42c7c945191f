// std::clamp() under the name that it had before C++17.
#ifndef RCPPMATH__CLAMP_HPP_
#define RCPPMATH__CLAMP_HPP_

#include <algorithm>

namespace rcppmath
{

/// `hi` must not be below `lo`.
template<class T>
[[deprecated("use std::clamp()")]]
constexpr const T & clamp(const T & v, const T & lo, const T & hi)
{
  return std::clamp(v, lo, hi);
}
template<class T, class Compare>
[[deprecated("use std::clamp()")]]
constexpr const T & clamp(const T & v, const T & lo, const T & hi, Compare comp)
{
  return std::clamp(v, lo, hi, comp);
}

}  // namespace rcppmath

#endif  // RCPPMATH__CLAMP_HPP_
