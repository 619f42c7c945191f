// Asks the publishers of a topic what its type is made of.
#ifndef PEER_TYPES_HPP_
#define PEER_TYPES_HPP_

#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "bag/storage/types.h"
#include "rclcpp/node.hpp"
#include "type_description_interfaces/srv/get_type_description.hpp"

namespace rosbag2_transport
{

/// Clients of the ~/get_type_description of other nodes.
/// Threads: all functions on any; answers come where callbacks of the group run, under no lock.
class PeerTypes
{
public:
  /// What a peer said; without texts, and with the reason, if none did in time.
  using Answer = std::function<void (ranvier::bag::Definition, const std::string & why_not)>;

  PeerTypes(rclcpp::Node & node, rclcpp::CallbackGroup::SharedPtr group);
  /// Asks the nodes that publish the topic, also those whose names come while it waits; the first
  /// whose description has the hash counts.
  /// @param hash  "RIHS01_..."; empty: any counts.
  /// The answer comes later, never from within this call.
  void ask(
    const std::string & topic, const std::string & type, const std::string & hash, Answer answer);
  /// No question that was asked is answered any more.
  void forget();

private:
  using GetTypeDescription = type_description_interfaces::srv::GetTypeDescription;
  using Client = rclcpp::Client<GetTypeDescription>;
  struct Question;
  void look();
  void find_peers(Question & question);

  rclcpp::Node & node_;
  const rclcpp::CallbackGroup::SharedPtr group_;
  std::mutex mutex_;
  rclcpp::TimerBase::SharedPtr timer_;  // runs while something is asked
  std::list<std::shared_ptr<Question>> questions_;
};

}  // namespace rosbag2_transport

#endif  // PEER_TYPES_HPP_
