// The way of log lines to /rosout.
#ifndef ROSOUT_HPP_
#define ROSOUT_HPP_

#include <memory>
#include <string>

#include "rclcpp/qos.hpp"

namespace rclcpp
{
namespace node_interfaces
{
class NodeBaseInterface;
}

namespace detail
{

/// A node's publisher on /rosout: gets the lines of the node's logger and of
/// its children while it lives.
///
/// Threads: made and destroyed on any thread but one that is logging; lines come
///          from every thread.
class RosoutPublisher final
{
public:
  RosoutPublisher(
    node_interfaces::NodeBaseInterface & node, const std::string & logger_name, const QoS & qos);
  ~RosoutPublisher();
  RosoutPublisher(const RosoutPublisher &) = delete;
  RosoutPublisher & operator=(const RosoutPublisher &) = delete;

private:
  struct Entry;
  const std::shared_ptr<Entry> entry_;
};

}  // namespace detail
}  // namespace rclcpp
#endif  // ROSOUT_HPP_
