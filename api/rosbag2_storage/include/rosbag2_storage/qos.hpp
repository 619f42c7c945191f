// QoS as bags hold it, and QoS that suits those who publish or have published.
#ifndef ROSBAG2_STORAGE__QOS_HPP_
#define ROSBAG2_STORAGE__QOS_HPP_

#include <string>
#include <vector>

#include "rclcpp/node_interfaces/node_graph_interface.hpp"
#include "rclcpp/qos.hpp"
#include "rosbag2_storage/visibility_control.hpp"

namespace rosbag2_storage
{

/// Threads: as rclcpp::QoS.
class ROSBAG2_STORAGE_PUBLIC Rosbag2QoS : public rclcpp::QoS
{
public:
  /// Keep last 10, reliable, volatile.
  Rosbag2QoS();
  explicit Rosbag2QoS(const rclcpp::QoS & value);  ///< The same policies.

  Rosbag2QoS & default_history();  ///< Keep last 10, whatever else there is.

  /// For a subscription: it hears all of these publishers. Reliable only if all are, transient
  /// local only if all are.
  static Rosbag2QoS adapt_request_to_offers(
    const std::string & topic_name, const std::vector<rclcpp::TopicEndpointInfo> & endpoints);
  /// For a publisher: the recorded policies where all recorded profiles agree, else the default
  /// ones, with a warning.
  static Rosbag2QoS adapt_offer_to_recorded_offers(
    const std::string & topic_name, const std::vector<Rosbag2QoS> & profiles);
};

/// The profiles of a text in YAML: one list entry each.
/// @param version  of the bag's metadata; numbers and names of policies are read in any.
/// @throws std::runtime_error for a text that holds no profiles; it says the line.
ROSBAG2_STORAGE_PUBLIC std::vector<rclcpp::QoS> to_rclcpp_qos_vector(
  const std::string & serialized, int version);
/// The text of these profiles, with names of policies.
/// @param version  before 9: with numbers in their place.
ROSBAG2_STORAGE_PUBLIC std::string serialize_rclcpp_qos_vector(
  const std::vector<rclcpp::QoS> & qos_profiles, int version = 9);
/// The same profiles under their other class.
ROSBAG2_STORAGE_PUBLIC std::vector<Rosbag2QoS> from_rclcpp_qos_vector(
  const std::vector<rclcpp::QoS> & profiles);

}  // namespace rosbag2_storage

#endif  // ROSBAG2_STORAGE__QOS_HPP_
