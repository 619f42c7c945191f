#include "rosbag2_cpp/service_utils.hpp"

#include "bag/storage/service_events.h"

namespace rosbag2_cpp
{

bool is_service_event_topic(const std::string & topic_name, const std::string & topic_type)
{
  return ranvier::bag::is_service_event(topic_name, topic_type);
}

std::string service_event_topic_name_to_service_name(const std::string & topic_name)
{
  return ranvier::bag::service_of(topic_name);
}

std::string service_event_topic_type_to_service_type(const std::string & topic_type)
{
  return ranvier::bag::service_type_of(topic_type);
}

std::string service_name_to_service_event_topic_name(const std::string & service_name)
{
  return service_name.empty() ? "" : ranvier::bag::event_topic_of(service_name);
}

}  // namespace rosbag2_cpp
