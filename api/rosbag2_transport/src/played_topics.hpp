// Where the messages of a bag go when it is played.
#ifndef PLAYED_TOPICS_HPP_
#define PLAYED_TOPICS_HPP_

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "bag/play/play_source.h"
#include "played_requests.hpp"
#include "rclcpp/node.hpp"
#include "rosbag2_storage/detail/name_expression.hpp"
#include "rosbag2_transport/play_options.hpp"

namespace rosbag2_transport
{

/// Takes the bytes of a message.
/// @throws what publishing throws.
using Play = std::function<void(ranvier::bag::Bytes)>;

/// Whether the options want a topic of the bag.
class PlayedTopicFilter
{
public:
  explicit PlayedTopicFilter(const PlayOptions & options);
  bool wants(const ranvier::bag::Topic & topic) const;

private:
  const PlayOptions & options_;
  const rosbag2_storage::detail::NameExpression wanted_, unwanted_;
};

/// The publishers of a player, or clients of services whose requests are made again.
/// Threads: play() on one; made and ended where nothing plays.
class PlayedTopics
{
public:
  /// Opens them. A topic that cannot be played is left out, with a warning.
  PlayedTopics(
    rclcpp::Node & node, const PlayOptions & options, const ranvier::bag::PlaySource & bags);

  /// Null for a topic that is not played.
  const Play & of(ranvier::bag::TopicId topic) const {return plays_[topic];}
  /// Whether messages of it are to be preceded by /clock.
  bool triggers_clock(ranvier::bag::TopicId topic) const {return triggers_[topic];}
  const std::unordered_map<std::string, std::shared_ptr<rclcpp::PublisherBase>> & publishers() const
  {
    return publishers_;
  }
  /// Of services whose requests are made again, by topic of events.
  std::unordered_map<std::string, std::shared_ptr<rclcpp::GenericClient>> clients() const;
  /// Whether messages of it are played: it is wanted, and its type is here.
  bool plays(const std::string & topic) const;
  /// Waits until subscriptions have acknowledged everything, for each publisher so long.
  /// @return whether they have.
  bool wait_for_acknowledgements(std::chrono::milliseconds timeout);
  /// Waits until requests of a service are answered, or of all services for "", of each so long.
  /// @return whether they were; false for a service of which none are played.
  bool wait_for_answers(const std::string & service, std::chrono::duration<double> timeout);
  /// Says in the log of which topics they have not.
  void tell_unacknowledged();

private:
  Play open(const ranvier::bag::Topic & topic, const ranvier::bag::Definition & definition);
  Play publish_to(const ranvier::bag::Topic & topic, const ranvier::bag::Definition & definition);
  const rosidl_message_type_support_t & type_of(
    const ranvier::bag::Topic & topic, const ranvier::bag::Definition & definition) const;
  rclcpp::QoS qos_of(const ranvier::bag::Topic & topic) const;

  rclcpp::Node & node_;
  const PlayOptions & options_;
  const PlayedTopicFilter filter_;
  std::vector<Play> plays_;  // by TopicId
  std::set<std::string> names_;  // of those that are played
  std::vector<bool> triggers_;
  std::unordered_map<std::string, std::shared_ptr<rclcpp::PublisherBase>> publishers_;
  std::map<std::string, std::shared_ptr<PlayedRequests>> requests_;  // by topic of events
};

}  // namespace rosbag2_transport

#endif  // PLAYED_TOPICS_HPP_
