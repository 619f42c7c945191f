#include "rosbag2_storage/detail/filter.hpp"

#include <algorithm>
#include <optional>
#include <regex>
#include <stdexcept>

#include "bag/storage/types.h"

namespace rosbag2_storage
{
namespace
{

std::optional<std::regex> expression(const std::string & text)
{
  if (text.empty()) {return std::nullopt;}
  try {
    return std::regex(text);
  } catch (const std::regex_error & error) {
    throw std::runtime_error(
      "Filter of a bag: '" + text + "' is no regular expression: " + error.what() + ".");
  }
}

bool has(const std::vector<std::string> & names, const std::string & name)
{
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::function<bool(const ranvier::bag::Topic &)> detail::question_of(const StorageFilter & filter)
{
  const bool all =
    filter.topics.empty() && filter.services_events.empty() && filter.regex.empty();
  return [all, filter, wanted = expression(filter.regex),
      unwanted = expression(filter.regex_to_exclude)](const ranvier::bag::Topic & topic) {
           const std::string & name = topic.name;
           const bool chosen = all || has(filter.topics, name) ||
             has(filter.services_events, name) || (wanted && std::regex_match(name, *wanted));
           return chosen && !has(filter.exclude_topics, name) &&
                  !has(filter.exclude_service_events, name) &&
                  !(unwanted && std::regex_match(name, *unwanted));
         };
}

}  // namespace rosbag2_storage
