// The reference graph: 23 nodes after the published Autoware reference system of
// the ROS 2 Real-Time Working Group (its nodes, topics and periods; the work of
// each kind is ours), and what an ideal executor would make of it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ranvier::bench {

/// What a node does with what comes in.
enum class ReferenceKind {
  kSensor,     ///< publishes at a period
  kTransform,  ///< works on each message, then publishes
  kFusion,     ///< works when it has a new message of each input, then publishes
  kPlanner,    ///< keeps what comes in; works and publishes at a period
  kCommand     ///< takes messages
};

/// One node: its output topic has its name.
struct ReferenceNode {
  std::string name;
  ReferenceKind kind;
  std::vector<std::string> inputs;  ///< names of nodes
  std::int64_t period_ns = 0;       ///< of sensors and planners
  double work_us = 0;
  std::int64_t phase_ns = 0;  ///< of the period, after the start
};

/// The graph, in the order in which its nodes are made.
[[nodiscard]] const std::vector<ReferenceNode>& reference_graph();
/// Index of a node by its name; throws std::out_of_range.
[[nodiscard]] std::size_t reference_index(const std::vector<ReferenceNode>& graph,
                                          const std::string& name);
/// Index of the planner.
[[nodiscard]] std::size_t planner_of(const std::vector<ReferenceNode>& graph);

/// How long the count-th run of a node's work took, in ns.
using Durations = std::function<std::int64_t(std::size_t node, std::size_t count)>;

/// When the planner starts, in ns after the start, if one thread runs every
/// callback to its end, at no cost of its own: timers that are due first, the
/// earliest due first, then messages in the order in which they came.
/// @param first_due_ns  of each node with a period: when its timer is due first
/// Contract: pure, any thread.
[[nodiscard]] std::vector<std::int64_t> ideal_planner_starts(
    const std::vector<ReferenceNode>& graph, const std::vector<std::int64_t>& first_due_ns,
    std::int64_t until_ns, const Durations& durations);

/// Standard deviation of the intervals between starts, in us; 0 for fewer than two.
[[nodiscard]] double jitter_us(const std::vector<std::int64_t>& intervals_ns);
[[nodiscard]] std::vector<std::int64_t> intervals_of(const std::vector<std::int64_t>& starts_ns);

}  // namespace ranvier::bench
