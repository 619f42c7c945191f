#include "rosbag2_storage/detail/filter.hpp"

#include "bag/storage/service_events.h"
#include "bag/storage/types.h"
#include "rosbag2_storage/detail/name_expression.hpp"

namespace rosbag2_storage
{
std::function<bool(const ranvier::bag::Topic &)> detail::question_of(const StorageFilter & filter)
{
  using detail::has;
  return [filter, wanted = detail::NameExpression(filter.regex),
      unwanted = detail::NameExpression(filter.regex_to_exclude)](const ranvier::bag::Topic & topic) {
           const std::string & name = topic.name;
           const bool event = ranvier::bag::has_event_name(name);  // as upstream's
           const auto & named = event ? filter.services_events : filter.topics;
           const auto & excluded = event ? filter.exclude_service_events : filter.exclude_topics;
           if (has(excluded, name) || unwanted.matches(name)) {return false;}
           const bool all = named.empty() && filter.regex.empty();
           return all || has(named, name) || wanted.matches(name);
         };
}

}  // namespace rosbag2_storage
