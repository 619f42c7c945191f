#include "rosbag2_cpp/service_utils.hpp"

#include <functional>
#include <string_view>

#include "bag/storage/service_events.h"

namespace rosbag2_cpp
{

bool is_service_event_topic(const std::string & topic_name, const std::string & topic_type)
{
  return ranvier::bag::is_service_event(topic_name, topic_type);
}

std::string service_event_topic_name_to_service_name(const std::string & topic_name)
{
  return ranvier::bag::has_event_name(topic_name) ? ranvier::bag::service_of(topic_name) : "";
}

std::string service_event_topic_type_to_service_type(const std::string & topic_type)
{
  return ranvier::bag::is_event_type(topic_type) ? ranvier::bag::service_type_of(topic_type) : "";
}

std::string service_name_to_service_event_topic_name(const std::string & service_name)
{
  return service_name.empty() ? "" : ranvier::bag::event_topic_of(service_name);
}

std::string client_id_to_string(std::array<uint8_t, 16> & client_id)
{
  std::string text;
  for (const uint8_t byte : client_id) {
    if (!text.empty()) {text += '-';}
    text += std::to_string(byte);
  }
  return text;
}

std::size_t client_id_hash::operator()(const std::array<uint8_t, 16> & client_id) const
{
  return std::hash<std::string_view>()(
    {reinterpret_cast<const char *>(client_id.data()), client_id.size()});
}

}  // namespace rosbag2_cpp
