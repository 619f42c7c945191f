// Lists of names, and names of services and of the topics with their events.
#ifndef SERVICE_EVENTS_HPP_
#define SERVICE_EVENTS_HPP_

#include <algorithm>
#include <string>
#include <vector>

namespace rosbag2_transport
{

constexpr const char * kServiceEvent = "/_service_event";

inline bool has(const std::vector<std::string> & list, const std::string & name)
{
  return std::find(list.begin(), list.end(), name) != list.end();
}

inline bool ends_with(const std::string & text, const std::string & end)
{
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// Whether this is the topic of a service's events, by its name and type.
inline bool is_service_event(const std::string & topic, const std::string & type)
{
  return topic.size() > std::string(kServiceEvent).size() && ends_with(topic, kServiceEvent) &&
         ends_with(type, "_Event") && type.find("/srv/") != std::string::npos;
}

/// "/add/_service_event" of "/add" and of itself.
inline std::string event_topic_of(const std::string & service)
{
  return ends_with(service, kServiceEvent) ? service : service + kServiceEvent;
}

/// "/add" of "/add/_service_event".
inline std::string service_of(const std::string & event_topic)
{
  return event_topic.substr(0, event_topic.size() - std::string(kServiceEvent).size());
}

}  // namespace rosbag2_transport

#endif  // SERVICE_EVENTS_HPP_
