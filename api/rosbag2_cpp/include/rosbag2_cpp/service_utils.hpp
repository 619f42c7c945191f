// Names of services and of the topics that carry their events.
#ifndef ROSBAG2_CPP__SERVICE_UTILS_HPP_
#define ROSBAG2_CPP__SERVICE_UTILS_HPP_

#include <string>

#include "rosbag2_cpp/visibility_control.hpp"

namespace rosbag2_cpp
{

/// Whether this is the topic of a service's events, by its name and type. Threads: any.
ROSBAG2_CPP_PUBLIC bool is_service_event_topic(
  const std::string & topic_name, const std::string & topic_type);
/// "/add" of "/add/_service_event". Threads: any.
ROSBAG2_CPP_PUBLIC std::string service_event_topic_name_to_service_name(
  const std::string & topic_name);
/// "pkg/srv/Add" of "pkg/srv/Add_Event". Threads: any.
ROSBAG2_CPP_PUBLIC std::string service_event_topic_type_to_service_type(
  const std::string & topic_type);
/// "/add/_service_event" of "/add", and of itself; "" of "". Threads: any.
ROSBAG2_CPP_PUBLIC std::string service_name_to_service_event_topic_name(
  const std::string & service_name);

}  // namespace rosbag2_cpp

#endif  // ROSBAG2_CPP__SERVICE_UTILS_HPP_
