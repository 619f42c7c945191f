#include "core/callback_symbol.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

#include "ranvier/base/utf8.h"

namespace rclcpp::detail
{
namespace
{

std::string demangled(const char * name)
{
  int status = 0;
  const std::unique_ptr<char, void (*)(void *)> text(
    abi::__cxa_demangle(name, nullptr, nullptr, &status), std::free);
  return text ? text.get() : name;
}

std::string_view trimmed(std::string_view text)
{
  const auto begin = std::min(text.find_first_not_of(' '), text.size());
  const auto end = text.find_last_not_of(' ');
  return end == text.npos ? std::string_view() : text.substr(begin, end - begin + 1);
}

// What stands between commas, up to the bracket that ends it. A lambda has brackets and
// commas of its own, as "main::{lambda(int, A<B>)#1}".
std::vector<std::string_view> arguments_in(std::string_view text)
{
  std::vector<std::string_view> found;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool ends = depth == 0 && (c == ',' || c == '>');
    if (ends) {
      found.push_back(trimmed(text.substr(begin, i - begin)));
      begin = i + 1;
      if (c == '>') {return found;}
    }
    if (c == '<' || c == '(' || c == '{') {++depth;}
    if (c == '>' || c == ')' || c == '}') {--depth;}
  }
  return {};
}

}  // namespace

std::string callback_symbol(const std::type_info & type, std::string_view of, Argument which)
{
  const std::string name = demangled(type.name());
  std::string_view symbol = name;
  const std::string mark = std::string(of) + "<";
  if (const auto at = name.find(mark); at != name.npos) {
    const auto arguments = arguments_in(std::string_view(name).substr(at + mark.size()));
    if (!arguments.empty()) {
      symbol = which == Argument::kFirst ? arguments.front() : arguments.back();
    }
  }
  if (symbol.size() > kLongestSymbol) {
    symbol = symbol.substr(0, kLongestSymbol);
    symbol = symbol.substr(0, ranvier::whole_letters(symbol));
  }
  return std::string(symbol);
}

}  // namespace rclcpp::detail
