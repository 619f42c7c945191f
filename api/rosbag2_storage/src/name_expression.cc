#include "rosbag2_storage/detail/name_expression.hpp"

#include <stdexcept>

namespace rosbag2_storage::detail
{
namespace
{

constexpr size_t kLongestName = 255;  // of a topic in DDS, which ROS 2 keeps to

}  // namespace

NameExpression::NameExpression(const std::string & text)
{
  if (text.empty()) {return;}
  try {
    expression_.emplace(text);
  } catch (const std::regex_error & error) {
    throw std::runtime_error(
            "Topics cannot be chosen: '" + text + "' is no regular expression: " + error.what() +
            ".");
  }
}

bool NameExpression::matches(const std::string & name) const
{
  return expression_ && name.size() <= kLongestName && std::regex_match(name, *expression_);
}

bool NameExpression::is_found_in(const std::string & name) const
{
  return expression_ && name.size() <= kLongestName && std::regex_search(name, *expression_);
}

}  // namespace rosbag2_storage::detail
