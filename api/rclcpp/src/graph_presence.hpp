// An endpoint that the graph shows and nobody reads.
#ifndef GRAPH_PRESENCE_HPP_
#define GRAPH_PRESENCE_HPP_

#include <memory>

#include "ranvier/node/node.h"
#include "ranvier/route/route.h"
#include "rclcpp/node_interfaces/node_base_interface.hpp"

namespace rclcpp::detail
{

/// A subscription that peers and tools count; what it receives is dropped before it is decoded.
class GraphPresence final : private ranvier::MessageSink
{
public:
  GraphPresence(std::shared_ptr<ranvier::Node> node, ranvier::Endpoint endpoint);
  ~GraphPresence();

private:
  bool has_room() noexcept override {return true;}
  void deliver(ranvier::MessagePtr) noexcept override {}
  void on_event(const ranvier::EndpointEvent &) noexcept override {}

  const std::shared_ptr<ranvier::Node> node_;
  std::unique_ptr<ranvier::Reader> reader_;  // null without a network
};

/// The time source of a node of ROS 2 subscribes to /parameter_events, where it learns of
/// use_sim_time; ours is told directly.
std::unique_ptr<GraphPresence> show_parameter_events(node_interfaces::NodeBaseInterface & node);

}  // namespace rclcpp::detail
#endif  // GRAPH_PRESENCE_HPP_
