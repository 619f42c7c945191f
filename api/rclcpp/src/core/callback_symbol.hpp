// What a callback is called in traces: the type of the user's callable, in words.
#ifndef CALLBACK_SYMBOL_HPP_
#define CALLBACK_SYMBOL_HPP_

#include <cstddef>
#include <string>
#include <string_view>
#include <typeinfo>

namespace rclcpp::detail
{

/// Which of the arguments of a template.
enum class Argument { kFirst, kLast };

/// The argument of the template whose name ends with `of`, in the demangled name of a type;
/// the whole name if there is none. Cut at kLongestSymbol.
std::string callback_symbol(const std::type_info & type, std::string_view of, Argument which);
inline constexpr std::size_t kLongestSymbol = 240;  // every callback keeps its own

}  // namespace rclcpp::detail
#endif  // CALLBACK_SYMBOL_HPP_
