// A text with parts replaced.
#ifndef RCPPUTILS__FIND_AND_REPLACE_HPP_
#define RCPPUTILS__FIND_AND_REPLACE_HPP_

#include <memory>
#include <string>

namespace rcpputils
{
namespace detail
{

template<class CharT, class Traits, class Allocator>
std::basic_string<CharT, Traits, Allocator> replaced(
  std::basic_string<CharT, Traits, Allocator> text,
  const std::basic_string<CharT, Traits, Allocator> & find,
  const std::basic_string<CharT, Traits, Allocator> & replace)
{
  if (find.empty()) {return text;}
  for (auto at = text.find(find); at != text.npos; at = text.find(find, at + replace.size())) {
    text.replace(at, find.size(), replace);
  }
  return text;
}

template<class CharT>
std::basic_string<CharT> as_string(const CharT * text) {return text;}
template<class CharT, class Traits, class Allocator>
const std::basic_string<CharT, Traits, Allocator> & as_string(
  const std::basic_string<CharT, Traits, Allocator> & text)
{
  return text;
}

}  // namespace detail

/// `input` with every `find` replaced, from the left; what is put in is not
/// searched. An empty `find` is nowhere.
template<
  class CharT, class Traits = std::char_traits<CharT>, class Allocator = std::allocator<CharT>>
std::basic_string<CharT, Traits, Allocator> find_and_replace(
  const std::basic_string<CharT, Traits, Allocator> & input,
  const std::basic_string<CharT, Traits, Allocator> & find,
  const std::basic_string<CharT, Traits, Allocator> & replace)
{
  return detail::replaced(input, find, replace);
}

/// The same where some of them are literals.
template<typename InputT, typename FindT, typename ReplaceT>
auto find_and_replace(InputT && input, FindT && find, ReplaceT && replace)
{
  return detail::replaced(
    detail::as_string(input), detail::as_string(find), detail::as_string(replace));
}

}  // namespace rcpputils

#endif  // RCPPUTILS__FIND_AND_REPLACE_HPP_
