// Which topics of a bag are read.
#ifndef ROSBAG2_STORAGE__STORAGE_FILTER_HPP_
#define ROSBAG2_STORAGE__STORAGE_FILTER_HPP_

#include <string>
#include <vector>

namespace rosbag2_storage
{

/// A topic is read if the list of its kind has it or the expression does, or both are empty; and if
/// neither the list that excludes its kind has it, nor the expression that excludes. Topics of
/// services' events are a kind of their own.
/// Threads: as a struct.
struct StorageFilter
{
  std::vector<std::string> topics;
  std::vector<std::string> services_events;  ///< "/add/_service_event"
  std::string regex;  ///< It has the names that it matches whole.
  std::vector<std::string> exclude_topics;
  std::vector<std::string> exclude_service_events;
  std::string regex_to_exclude;
};

}  // namespace rosbag2_storage

#endif  // ROSBAG2_STORAGE__STORAGE_FILTER_HPP_
