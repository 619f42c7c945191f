// Lists and expressions that choose topics and services by their names.
#ifndef ROSBAG2_STORAGE__DETAIL__NAME_EXPRESSION_HPP_
#define ROSBAG2_STORAGE__DETAIL__NAME_EXPRESSION_HPP_

#include <algorithm>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "rosbag2_storage/visibility_control.hpp"

namespace rosbag2_storage::detail
{

/// Whether the list has the name. Threads: any.
inline bool has(const std::vector<std::string> & list, const std::string & name)
{
  return std::find(list.begin(), list.end(), name) != list.end();
}

/// A regular expression (ECMAScript), or none.
/// A name that is longer than ROS 2 allows is never matched: std::regex needs stack for each of its
/// letters, and a bag may name a topic as it likes.
/// Threads: any, one object on several too.
class ROSBAG2_STORAGE_PUBLIC NameExpression
{
public:
  /// @param text  empty: it matches nothing.
  /// @throws std::runtime_error that names the text, where it is no regular expression.
  explicit NameExpression(const std::string & text);

  /// Whether it describes all of the name.
  bool matches(const std::string & name) const;
  /// Whether a part of the name is as it describes.
  bool is_found_in(const std::string & name) const;

private:
  std::optional<std::regex> expression_;
};

}  // namespace rosbag2_storage::detail

#endif  // ROSBAG2_STORAGE__DETAIL__NAME_EXPRESSION_HPP_
