// A subscription that keeps messages as the bytes that came.
#ifndef RECORDED_TOPIC_HPP_
#define RECORDED_TOPIC_HPP_

#include <functional>
#include <memory>
#include <string>

#include "bag/record/recording.h"
#include "rclcpp/node.hpp"
#include "rclcpp/subscription_base.hpp"

namespace rosbag2_transport
{

/// The time of a message, ns since the epoch, by when the network brought it; negative: the message
/// is not to be recorded yet.
using ReceiveTime = std::function<int64_t(int64_t received_ns)>;

/// Where the messages of a subscription go.
struct Destination
{
  std::shared_ptr<ranvier::bag::Recording> recording;
  uint32_t topic = 0;  ///< its number there
  std::shared_ptr<const ReceiveTime> time;
};

/// What a subscription of the recorder is made with.
struct WantedTopic
{
  std::string name;
  std::string type;
  rclcpp::QoS qos;
  rclcpp::CallbackGroup::SharedPtr group;
  /// Where the network received a message, it is kept; else where the executor spins. Not with a
  /// time that asks for locks of the node.
  bool direct;
  /// Called when a publisher comes whose QoS does not fit.
  std::function<void()> incompatible;
};

/// Subscribes: messages go to the recording as they come, without a wake-up where that can be. What
/// the subscription's own history drops counts as lost.
/// @throws std::runtime_error if the type is not here, or as SubscriptionBase.
std::shared_ptr<rclcpp::SubscriptionBase> subscribe(
  rclcpp::Node & node, const WantedTopic & wanted, Destination to);

/// Messages that the network, or the history, lost since this was last asked.
uint64_t lost_since(rclcpp::SubscriptionBase & subscription);

}  // namespace rosbag2_transport

#endif  // RECORDED_TOPIC_HPP_
