#include "rosbag2_storage/qos.hpp"

#include <algorithm>

#include "rclcpp/logging.hpp"

namespace rosbag2_storage
{
namespace
{

constexpr size_t kDepth = 10;

bool all_agree(const std::vector<Rosbag2QoS> & profiles)
{
  // Depth and history are the publisher's own affair: what subscriptions see must be equal.
  const auto seen = [](Rosbag2QoS profile) {return profile.default_history();};
  return std::all_of(
    profiles.begin(), profiles.end(), [&](const Rosbag2QoS & profile) {
      return seen(profile) == seen(profiles.front());
    });
}

}  // namespace

Rosbag2QoS::Rosbag2QoS()
: rclcpp::QoS(kDepth) {}

Rosbag2QoS::Rosbag2QoS(const rclcpp::QoS & value)
: rclcpp::QoS(value) {}

Rosbag2QoS & Rosbag2QoS::default_history()
{
  keep_last(kDepth);
  return *this;
}

Rosbag2QoS Rosbag2QoS::adapt_request_to_offers(
  const std::string & topic_name, const std::vector<rclcpp::TopicEndpointInfo> & endpoints)
{
  Rosbag2QoS request;
  if (endpoints.empty()) {return request;}
  const auto count = [&](auto policy) {
      return static_cast<size_t>(std::count_if(endpoints.begin(), endpoints.end(), policy));
    };
  const size_t reliable = count(
    [](const auto & one) {
      return one.qos_profile().reliability() == rclcpp::ReliabilityPolicy::Reliable;
    });
  const size_t kept = count(
    [](const auto & one) {
      return one.qos_profile().durability() == rclcpp::DurabilityPolicy::TransientLocal;
    });
  if (reliable < endpoints.size()) {request.best_effort();}
  if (kept == endpoints.size()) {request.transient_local();}
  if ((reliable != 0 && reliable < endpoints.size()) || (kept != 0 && kept < endpoints.size())) {
    RCLCPP_WARN(
      rclcpp::get_logger("ROSBAG2_TRANSPORT"),
      "Some, but not all, publishers on topic \"%s\" are %s. Falling back to what hears all of "
      "them: some messages may get lost.", topic_name.c_str(),
      kept != 0 && kept < endpoints.size() ? "transient local" : "reliable");
  }
  return request;
}

Rosbag2QoS Rosbag2QoS::adapt_offer_to_recorded_offers(
  const std::string & topic_name, const std::vector<Rosbag2QoS> & profiles)
{
  if (profiles.empty()) {return Rosbag2QoS();}
  if (all_agree(profiles)) {
    Rosbag2QoS offer = profiles.front();
    // What the graph does not tell is unknown in a bag.
    if (offer.get_rmw_qos_profile().history == RMW_QOS_POLICY_HISTORY_UNKNOWN) {
      offer.default_history();
    }
    return offer;
  }
  RCLCPP_WARN(
    rclcpp::get_logger("ROSBAG2_TRANSPORT"),
    "Not all original publishers on topic \"%s\" offered the same QoS profiles. Rosbag2 cannot "
    "yet choose an adapted profile to offer for this mixed case. Falling back to the default: "
    "reliable, volatile. Override it with --qos-profile-overrides-path.", topic_name.c_str());
  return Rosbag2QoS();
}

std::vector<Rosbag2QoS> from_rclcpp_qos_vector(const std::vector<rclcpp::QoS> & profiles)
{
  return {profiles.begin(), profiles.end()};
}

}  // namespace rosbag2_storage
