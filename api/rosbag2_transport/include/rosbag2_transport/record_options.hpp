// What is recorded.
#ifndef ROSBAG2_TRANSPORT__RECORD_OPTIONS_HPP_
#define ROSBAG2_TRANSPORT__RECORD_OPTIONS_HPP_

#include <chrono>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "rclcpp/qos.hpp"

namespace rosbag2_transport
{

/// Threads: as a struct.
struct RecordOptions
{
  bool all_topics = false;
  bool all_services = false;
  bool is_discovery_disabled = false;  ///< Only topics that are there at the start.
  std::vector<std::string> topics;
  std::vector<std::string> topic_types;
  std::vector<std::string> services;  ///< Names of services, or of their event topics.
  std::vector<std::string> exclude_topics;
  std::vector<std::string> exclude_topic_types;
  std::vector<std::string> exclude_service_events;  ///< As services.
  std::string rmw_serialization_format;
  std::chrono::milliseconds topic_polling_interval{100};  ///< How often new topics are looked for.
  std::string regex = "";  ///< Topics and services in whose names it is found; "": none.
  std::string exclude_regex = "";
  std::string node_prefix = "";
  std::string compression_mode = "";  ///< "none", "file", "message", in any case.
  std::string compression_format = "";
  uint64_t compression_queue_size = 1;
  uint64_t compression_threads = 0;
  int32_t compression_threads_priority = 0;
  std::unordered_map<std::string, rclcpp::QoS> topic_qos_profile_overrides{};
  bool include_hidden_topics = false;
  bool include_unpublished_topics = false;
  bool ignore_leaf_topics = false;  ///< Without topics that nobody subscribes to.
  bool start_paused = false;
  bool use_sim_time = false;  ///< Receive times are those of /clock.
  bool disable_keyboard_controls = false;
};

}  // namespace rosbag2_transport

#endif  // ROSBAG2_TRANSPORT__RECORD_OPTIONS_HPP_
