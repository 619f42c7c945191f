// A text with parts replaced.
#ifndef RCPPUTILS__FIND_AND_REPLACE_HPP_
#define RCPPUTILS__FIND_AND_REPLACE_HPP_

#include <memory>
#include <string>

namespace rcpputils
{

/// `input` with every `find` replaced, from the left; what is put in is not
/// searched. An empty `find` is nowhere.
inline std::string find_and_replace(
  const std::string & input, const std::string & find, const std::string & replace)
{
  std::string output = input;
  if (find.empty()) {return output;}
  for (auto at = output.find(find); at != std::string::npos;
    at = output.find(find, at + replace.size()))
  {
    output.replace(at, find.size(), replace);
  }
  return output;
}

}  // namespace rcpputils

#endif  // RCPPUTILS__FIND_AND_REPLACE_HPP_
