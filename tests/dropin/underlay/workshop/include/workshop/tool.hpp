#ifndef WORKSHOP__TOOL_HPP_
#define WORKSHOP__TOOL_HPP_

#include <string>

#include "std_msgs/msg/string.hpp"

namespace workshop
{
/// The attribute `name` of the first element of `xml`.
std_msgs::msg::String tool_of(const std::string & xml);
}  // namespace workshop

#endif  // WORKSHOP__TOOL_HPP_
