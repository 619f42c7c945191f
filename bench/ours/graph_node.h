// One node of a topology file, with all its endpoints.
#pragma once

#include <memory>
#include <vector>

#include "bench/common/periodic_thread.h"
#include "bench/ours/graph.h"

namespace ranvier::bench {

/// The endpoints of a node of the file, on a node that is there. Both outlive it.
class GraphNode final {
 public:
  GraphNode(rclcpp::Node& node, const Topology& topology, const TopologyNode& spec, Window& window);
  GraphNode(const GraphNode&) = delete;
  GraphNode& operator=(const GraphNode&) = delete;

  /// Everybody whom the file has it meet is there.
  [[nodiscard]] bool matched() const;
  [[nodiscard]] std::uint64_t received() const;
  /// Deliveries that the messages of the window should have, and requests.
  [[nodiscard]] double expected() const;
  /// Ends the threads of its own: only callbacks publish then.
  void stop_threads();
  /// Contract: after stop_threads(), when nobody spins the node.
  void describe(Findings& findings) const;

 private:
  void add_timers(rclcpp::Node& node, const TopologyNode& spec);
  void add_followers(const TopologyNode& spec);
  void add_threads(const TopologyNode& spec);

  std::vector<rclcpp::TimerBase::SharedPtr> timers_;
  std::vector<std::unique_ptr<GraphSource>> sources_;
  std::vector<std::unique_ptr<GraphSink>> sinks_;
  std::vector<std::shared_ptr<rclcpp::ServiceBase>> servers_;
  std::vector<std::unique_ptr<GraphClient>> clients_;
  std::vector<std::unique_ptr<PeriodicThread>> threads_;  // last: they use what stands above
};

}  // namespace ranvier::bench
