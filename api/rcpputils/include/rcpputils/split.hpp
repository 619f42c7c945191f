// A text cut at a character.
#ifndef RCPPUTILS__SPLIT_HPP_
#define RCPPUTILS__SPLIT_HPP_

#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace rcpputils
{

/// The parts between the delimiters; none after a delimiter at the end, none of "".
/// @param skip_empty  leave parts without a character out.
inline std::vector<std::string> split(
  const std::string & input, char delim, bool skip_empty = false)
{
  std::vector<std::string> parts;
  for (std::string::size_type from = 0; from < input.size(); ) {
    const auto found = input.find(delim, from);
    const auto to = found == std::string::npos ? input.size() : found;
    if (to > from || !skip_empty) {parts.push_back(input.substr(from, to - from));}
    from = to + 1;
  }
  return parts;
}

/// The same into an iterator that inserts.
template<
  class InsertIterator,
  class = std::enable_if_t<std::is_assignable_v<InsertIterator &, std::string>>>
void split(const std::string & input, char delim, InsertIterator & it, bool skip_empty = false)
{
  for (auto & part : split(input, delim, skip_empty)) {it = std::move(part);}
}

}  // namespace rcpputils

#endif  // RCPPUTILS__SPLIT_HPP_
