// Names of services and of the topics that carry their events.
#ifndef ROSBAG2_CPP__SERVICE_UTILS_HPP_
#define ROSBAG2_CPP__SERVICE_UTILS_HPP_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "rosbag2_cpp/visibility_control.hpp"

namespace rosbag2_cpp
{

/// Whether this is the topic of a service's events, by its name and type. Threads: any.
ROSBAG2_CPP_PUBLIC bool is_service_event_topic(
  const std::string & topic_name, const std::string & topic_type);
/// "/add" of "/add/_service_event"; "" of what is no such topic. Threads: any.
ROSBAG2_CPP_PUBLIC std::string service_event_topic_name_to_service_name(
  const std::string & topic_name);
/// "pkg/srv/Add" of "pkg/srv/Add_Event"; "" of what is no such type. Threads: any.
ROSBAG2_CPP_PUBLIC std::string service_event_topic_type_to_service_type(
  const std::string & topic_type);
/// "/add/_service_event" of "/add", and of itself; "" of "". Threads: any.
ROSBAG2_CPP_PUBLIC std::string service_name_to_service_event_topic_name(
  const std::string & service_name);

/// "1-2-...-16": its bytes, decimal. Threads: any.
ROSBAG2_CPP_PUBLIC std::string client_id_to_string(std::array<uint8_t, 16> & client_id);
/// For maps by client. Threads: any.
struct ROSBAG2_CPP_PUBLIC client_id_hash
{
  std::size_t operator()(const std::array<uint8_t, 16> & client_id) const;
};

}  // namespace rosbag2_cpp

#endif  // ROSBAG2_CPP__SERVICE_UTILS_HPP_
