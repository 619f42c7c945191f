// What the graph says about one endpoint of a topic.
#ifndef RCLCPP__NODE_INTERFACES__NODE_GRAPH_INTERFACE_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_GRAPH_INTERFACE_HPP_

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "rclcpp/qos.hpp"
#include "rmw/types.h"
#include "rosidl_runtime_c/type_hash.h"

namespace rclcpp
{

enum class EndpointType
{
  Invalid = 0,
  Publisher = 1,
  Subscription = 2,
};

/// A publisher or subscription of a topic, ours or a peer's.
/// Threads: a value.
class TopicEndpointInfo
{
public:
  using Gid = std::array<uint8_t, RMW_GID_STORAGE_SIZE>;

  TopicEndpointInfo(
    EndpointType endpoint_type, std::string node_name, std::string node_namespace,
    std::string topic_type, const rosidl_type_hash_t & topic_type_hash, const Gid & endpoint_gid,
    const QoS & qos_profile)
  : endpoint_type_(endpoint_type), node_name_(std::move(node_name)),
    node_namespace_(std::move(node_namespace)), topic_type_(std::move(topic_type)),
    topic_type_hash_(topic_type_hash), endpoint_gid_(endpoint_gid), qos_profile_(qos_profile) {}

  /// "_NODE_NAME_UNKNOWN_" for a peer that tells none.
  const std::string & node_name() const {return node_name_;}
  const std::string & node_namespace() const {return node_namespace_;}
  /// "std_msgs/msg/String".
  const std::string & topic_type() const {return topic_type_;}
  EndpointType endpoint_type() const {return endpoint_type_;}
  const Gid & endpoint_gid() const {return endpoint_gid_;}
  const QoS & qos_profile() const {return qos_profile_;}
  /// Version 0 and zeros for a peer that tells none.
  const rosidl_type_hash_t & topic_type_hash() const {return topic_type_hash_;}

private:
  EndpointType endpoint_type_;
  std::string node_name_;
  std::string node_namespace_;
  std::string topic_type_;
  rosidl_type_hash_t topic_type_hash_;
  Gid endpoint_gid_;
  QoS qos_profile_;
};

}  // namespace rclcpp
#endif  // RCLCPP__NODE_INTERFACES__NODE_GRAPH_INTERFACE_HPP_
