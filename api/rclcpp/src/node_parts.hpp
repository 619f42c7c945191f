// What every node has besides what its user makes: parameters, the services and
// publishers that go with them, simulated time.
#ifndef NODE_PARTS_HPP_
#define NODE_PARTS_HPP_

#include <memory>
#include <vector>

#include "node_base.hpp"
#include "ranvier/route/route.h"
#include "rclcpp/clock.hpp"
#include "rclcpp/node_interfaces/node_parameters.hpp"
#include "rclcpp/node_options.hpp"
#include "rclcpp/parameter_service.hpp"
#include "rosout.hpp"
#include "sim_time.hpp"

namespace rclcpp::detail
{

/// An endpoint that the graph shows and nobody reads.
///
/// A node of ROS 2 subscribes to /parameter_events, where it learns of its own
/// parameters; ours are told directly. Peers and tools count the subscription,
/// so it is there; what it receives is dropped before it is decoded.
class GraphPresence final : private ranvier::MessageSink
{
public:
  GraphPresence(std::shared_ptr<ranvier::Node> node, const ranvier::Endpoint & endpoint);
  ~GraphPresence();

private:
  bool has_room() noexcept override {return true;}
  void deliver(ranvier::MessagePtr) noexcept override {}
  void on_event(const ranvier::EndpointEvent &) noexcept override {}

  const std::shared_ptr<ranvier::Node> node_;
  std::unique_ptr<ranvier::Reader> reader_;  // null without a network
};

/// Threads: made and destroyed on one thread.
class NodeParts final
{
public:
  /// @throws what declaring parameters with bad overrides throws, RCLError.
  NodeParts(
    std::shared_ptr<node_interfaces::NodeBase> base, Clock::SharedPtr clock,
    const NodeOptions & options);
  ~NodeParts();

  const std::shared_ptr<node_interfaces::NodeParameters> & parameters() const
  {
    return parameters_;
  }

private:
  void publish_parameter_events(const NodeOptions & options);
  bool wants_type_descriptions();

  const std::shared_ptr<node_interfaces::NodeBase> base_;
  const Clock::SharedPtr clock_;
  const std::shared_ptr<node_interfaces::NodeParameters> parameters_;
  std::unique_ptr<RosoutPublisher> rosout_;
  std::unique_ptr<ParameterService> parameter_service_;
  std::unique_ptr<GraphPresence> parameter_events_;
  std::unique_ptr<SimTime> sim_time_;
  std::shared_ptr<ServiceBase> type_descriptions_;
  std::vector<std::shared_ptr<ServiceBase>> logger_services_;
};

/// The values that files, arguments and options give to a node; later ones win.
std::map<std::string, ParameterValue> overrides_of(
  const node_interfaces::NodeBase & base, const NodeOptions & options);

}  // namespace rclcpp::detail
#endif  // NODE_PARTS_HPP_
