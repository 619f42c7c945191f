#include "rosbag2_storage/detail/filter.hpp"

#include <algorithm>

#include "bag/storage/types.h"
#include "rosbag2_storage/detail/name_expression.hpp"

namespace rosbag2_storage
{
namespace
{

bool has(const std::vector<std::string> & names, const std::string & name)
{
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::function<bool(const ranvier::bag::Topic &)> detail::question_of(const StorageFilter & filter)
{
  const bool all =
    filter.topics.empty() && filter.services_events.empty() && filter.regex.empty();
  return [all, filter, wanted = detail::NameExpression(filter.regex),
      unwanted = detail::NameExpression(filter.regex_to_exclude)](const ranvier::bag::Topic & topic) {
           const std::string & name = topic.name;
           const bool chosen = all || has(filter.topics, name) ||
             has(filter.services_events, name) || wanted.matches(name);
           return chosen && !has(filter.exclude_topics, name) &&
                  !has(filter.exclude_service_events, name) &&
                  !unwanted.matches(name);
         };
}

}  // namespace rosbag2_storage
