#include "bench/ours/graph_node.h"

namespace ranvier::bench {

GraphNode::GraphNode(rclcpp::Node& node, const Topology& topology, const TopologyNode& spec,
                     Window& window) {
  for (const auto& publisher : spec.publishers) {
    sources_.push_back(
        make_source(node, publisher, topology.subscriber_count(publisher.topic), window));
  }
  for (const auto& subscriber : spec.subscribers) {
    sinks_.push_back(make_sink(node, subscriber, topology.publisher_of(subscriber.topic)->period_ns,
                               topology.publisher_count(subscriber.topic)));
  }
  for (const auto& server : spec.servers) servers_.push_back(make_server(node, server));
  for (const auto& client : spec.clients) clients_.push_back(make_client(node, client, window));
}

bool GraphNode::matched() const {
  for (const auto& source : sources_) {
    if (!source->matched()) return false;
  }
  for (const auto& sink : sinks_) {
    if (!sink->matched()) return false;
  }
  for (const auto& client : clients_) {
    if (!client->matched()) return false;
  }
  return true;
}

std::uint64_t GraphNode::received() const {
  std::uint64_t sum = 0;
  for (const auto& sink : sinks_) sum += sink->tracker().received();
  for (const auto& client : clients_) sum += client->tracker().received();
  return sum;
}

double GraphNode::expected() const {
  double sum = 0;
  for (const auto& source : sources_) sum += static_cast<double>(source->expected());
  for (const auto& client : clients_) sum += client->sent();
  return sum;
}

void GraphNode::describe(Findings& findings) const {
  for (const auto& sink : sinks_) sink->tracker().describe(findings);
  for (const auto& client : clients_) client->tracker().describe(findings);
}

}  // namespace ranvier::bench
