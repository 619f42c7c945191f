// Names of services and of the topics that carry their events.
#pragma once

#include <string>
#include <string_view>

namespace ranvier::bag {

inline constexpr std::string_view kServiceEvent = "/_service_event";
inline constexpr std::string_view kEventType = "_Event";

/// Whether a topic is called as those of services' events are. Contract: any thread.
inline bool has_event_name(std::string_view topic) {
  return topic.size() > kServiceEvent.size() && topic.ends_with(kServiceEvent);
}

/// "pkg/srv/Add_Event". Contract: any thread.
inline bool is_event_type(std::string_view type) {
  return type.ends_with(kEventType) && type.find("/srv/") != std::string_view::npos;
}

/// Whether this is the topic of a service's events, by its name and type. Contract: any thread.
inline bool is_service_event(std::string_view topic, std::string_view type) {
  return has_event_name(topic) && is_event_type(type);
}

/// "/add" of "/add/_service_event"; what is no such topic is given back. Contract: any thread.
inline std::string service_of(std::string_view event_topic) {
  if (event_topic.ends_with(kServiceEvent)) event_topic.remove_suffix(kServiceEvent.size());
  return std::string(event_topic);
}

/// "/add/_service_event" of "/add", and of itself. Contract: any thread.
inline std::string event_topic_of(std::string_view service) {
  return service_of(service).append(kServiceEvent);
}

/// "pkg/srv/Add" of "pkg/srv/Add_Event". Contract: any thread.
inline std::string service_type_of(std::string_view event_type) {
  if (event_type.ends_with(kEventType)) event_type.remove_suffix(kEventType.size());
  return std::string(event_type);
}

}  // namespace ranvier::bag
