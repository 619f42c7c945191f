// std::endian, also for C++17.
#ifndef RCPPUTILS__ENDIAN_HPP_
#define RCPPUTILS__ENDIAN_HPP_

#if !defined(RCPPUTILS_NO_STD_ENDIAN) && __cplusplus <= 201703L
#define RCPPUTILS_NO_STD_ENDIAN
#endif

#ifndef RCPPUTILS_NO_STD_ENDIAN

#include <bit>

#define RCPPUTILS_HAVE_STD_ENDIAN 1

namespace rcpputils
{
using std::endian;
}  // namespace rcpputils

#else

namespace rcpputils
{

/// `native` is the order of bytes that this machine has.
enum class endian
{
  little = __ORDER_LITTLE_ENDIAN__,
  big = __ORDER_BIG_ENDIAN__,
  native = __BYTE_ORDER__
};

}  // namespace rcpputils

#endif  // RCPPUTILS_NO_STD_ENDIAN
#endif  // RCPPUTILS__ENDIAN_HPP_
