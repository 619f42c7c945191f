// What of a bag is played, and how.
#ifndef ROSBAG2_TRANSPORT__PLAY_OPTIONS_HPP_
#define ROSBAG2_TRANSPORT__PLAY_OPTIONS_HPP_

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "rclcpp/duration.hpp"
#include "rclcpp/qos.hpp"

namespace rosbag2_transport
{

/// Of which event messages requests are made again.
enum class ServiceRequestsSource : int8_t
{
  SERVICE_INTROSPECTION = 0,  ///< Requests that the server received.
  CLIENT_INTROSPECTION = 1,  ///< Requests that a client sent.
};

/// Threads: as a struct.
struct PlayOptions
{
  size_t read_ahead_queue_size = 1000;  ///< Accepted; reading ahead is bounded in bytes.
  std::string node_prefix = "";
  float rate = 1.0;  ///< Seconds of the bag in one second.

  // A topic is played if the list of its kind has it or the expression does, or both are empty.
  // Names without a slash in front are in the node's namespace.
  std::vector<std::string> topics_to_filter = {};
  std::vector<std::string> services_to_filter = {};  ///< Names of event topics.
  std::string regex_to_filter = "";  ///< It must match the whole name.
  std::vector<std::string> exclude_topics_to_filter = {};
  std::vector<std::string> exclude_services_to_filter = {};  ///< Names of event topics.
  std::string exclude_regex_to_filter = "";

  std::unordered_map<std::string, rclcpp::QoS> topic_qos_profile_overrides = {};
  bool loop = false;
  /// Arguments: "--ros-args", "--remap", "a:=b"; or rules alone.
  std::vector<std::string> topic_remapping_options = {};

  double clock_publish_frequency = 0.0;  ///< Of /clock, Hz; 0: not by time.
  bool clock_publish_on_topic_publish = false;  ///< /clock before messages, too.
  std::vector<std::string> clock_trigger_topics = {};  ///< Before messages of these; empty: of all.

  rclcpp::Duration delay = rclcpp::Duration(0, 0);  ///< Before each begin, of a loop too.
  rclcpp::Duration playback_duration = rclcpp::Duration(-1, 0);  ///< Negative: all of it; 0: none.
  int64_t playback_until_timestamp = -1;  ///< Until this time of the bag, ns; -1: its end.
  bool start_paused = false;
  int64_t start_offset = 0;  ///< Into the bag, ns.
  bool disable_keyboard_controls = false;
  /// How long the end waits for acknowledgements, ms; 0: as long as it takes; -1: it does not.
  int64_t wait_acked_timeout = -1;
  bool disable_loan_message = false;  ///< Accepted: what is published is copied once either way.

  bool publish_service_requests = false;  ///< Requests are sent, not event messages published.
  ServiceRequestsSource service_requests_source = ServiceRequestsSource::SERVICE_INTROSPECTION;
};

}  // namespace rosbag2_transport

#endif  // ROSBAG2_TRANSPORT__PLAY_OPTIONS_HPP_
