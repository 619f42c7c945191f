// Texts put together.
#ifndef RCPPUTILS__JOIN_HPP_
#define RCPPUTILS__JOIN_HPP_

#include <algorithm>
#include <cstring>
#include <sstream>
#include <string>

namespace rcpputils
{

/// The elements as operator<< writes them, with `delim` between them.
template<
  typename CharT, typename ValueT, typename AllocatorT,
  template<typename T, class A> class ContainerT>
std::basic_string<CharT> join(
  const ContainerT<ValueT, AllocatorT> & container, const CharT * delim)
{
  std::basic_ostringstream<CharT> joined;
  bool first = true;
  for (const auto & element : container) {
    if (!first) {joined << delim;}
    first = false;
    joined << element;
  }
  return joined.str();
}

}  // namespace rcpputils

#endif  // RCPPUTILS__JOIN_HPP_
