// The graph of nodes and endpoints, as far as a route hears of it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ranvier/msg/gid.h"
#include "ranvier/msg/qos.h"

namespace ranvier {

/// The node that an endpoint belongs to.
struct NodeName {
  std::string name;
  std::string space;  ///< namespace, "/" or "/a/b"
  auto operator<=>(const NodeName&) const = default;
};

/// One endpoint as the graph shows it, ours or a peer's.
struct GraphEndpoint {
  enum class Kind : std::uint8_t { kPublisher, kSubscription, kService, kClient };
  Kind kind;
  std::string name;  ///< of the topic or service: "/a/b"; by Graph::Names
  std::string type;  ///< of the type: "std_msgs/msg/String"; by Graph::Names
  std::string hash;  ///< "RIHS01_…" of what travels, empty if the peer tells none
  NodeName node;     ///< _NODE_NAME_UNKNOWN_ for a peer that tells none
  Gid gid;
  Qos qos;
  bool own = false;  ///< of the context that asks
};

/// A node of the graph.
struct GraphNode {
  NodeName node;
  std::string enclave;
  Gid participant;
  bool own = false;  ///< of the context that asks
};

/// What is known to be missing of the graph, for who waits until it is whole.
struct GraphGaps {
  /// What was heard of; complete only where nothing is missing.
  std::size_t heard = 0;
  /// So many processes of this host, nodes and endpoints, at least, were not heard of yet.
  std::size_t missing = 0;
  /// There may be participants that nobody can know of before they are heard of.
  bool elsewhere = false;
};

/// What a route knows of the graph: ours and every peer's.
/// Threads: all functions from any thread; they copy what they return.
class Graph {
 public:
  /// kRos: the topics and services of ROS. kDds: all topics, named as on the wire
  /// ("rq/a/bRequest"), their types too; each endpoint is a publisher or a subscription.
  enum class Names : std::uint8_t { kRos, kDds };

  virtual ~Graph() = default;
  virtual std::vector<GraphNode> nodes() = 0;
  /// Every endpoint, or those of one topic or service, by its name.
  virtual std::vector<GraphEndpoint> endpoints(Names names) = 0;
  virtual std::vector<GraphEndpoint> endpoints_of(const std::string& name, Names names) = 0;
  std::vector<GraphEndpoint> endpoints() { return endpoints(Names::kRos); }
  std::vector<GraphEndpoint> endpoints_of(const std::string& name) {
    return endpoints_of(name, Names::kRos);
  }
  virtual GraphGaps gaps() { return {}; }
  /// Calls `changed` after every change, on any thread, until cleared with
  /// nullptr. Costs nothing while nobody asks.
  virtual void watch(std::function<void()> changed) = 0;
};

/// A network's graph, which peers see too.
class NetworkGraph : public Graph {
 public:
  /// Says which endpoints of this network belong to a node of the context. Called again
  /// whenever they change, and with `gone` when the node goes.
  virtual void announce(const NodeName& node, const std::vector<Gid>& readers,
                        const std::vector<Gid>& writers, bool gone) = 0;
};

}  // namespace ranvier
