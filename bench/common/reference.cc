#include "bench/common/reference.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <stdexcept>

namespace ranvier::bench {
namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr double kTransformUs = 2000;
constexpr double kFusionUs = 1000;
constexpr double kIntersectionUs = 1000;
constexpr double kPlannerUs = 3000;

using Kind = ReferenceKind;

ReferenceNode sensor(const char* name, std::int64_t period_ms, std::int64_t phase_ms) {
  return {name, Kind::kSensor, {}, period_ms * kMs, 0, phase_ms * kMs};
}
ReferenceNode transform(const char* name, const char* input, double work_us = kTransformUs) {
  return {name, Kind::kTransform, {input}, 0, work_us};
}
ReferenceNode fusion(const char* name, const char* first, const char* second) {
  return {name, Kind::kFusion, {first, second}, 0, kFusionUs};
}
ReferenceNode command(const char* name, const char* input) {
  return {name, Kind::kCommand, {input}};
}

// The intersection of the published system has two inputs and an output for
// each: here two nodes.
std::vector<ReferenceNode> make_graph() {
  std::vector<ReferenceNode> graph{
      sensor("FrontLidarDriver", 100, 0),
      sensor("RearLidarDriver", 100, 1),
      sensor("PointCloudMap", 120, 2),
      sensor("Visualizer", 60, 3),
      sensor("Lanelet2Map", 100, 4),
      sensor("EuclideanClusterSettings", 25, 5),
      transform("PointsTransformerFront", "FrontLidarDriver"),
      transform("PointsTransformerRear", "RearLidarDriver"),
      transform("VoxelGridDownsampler", "PointCloudFusion"),
      transform("PointCloudMapLoader", "PointCloudMap"),
      transform("RayGroundFilter", "PointCloudFusion"),
      transform("ObjectCollisionEstimator", "EuclideanClusterDetector"),
      transform("MPCController", "BehaviorPlanner"),
      transform("ParkingPlanner", "Lanelet2MapLoader"),
      transform("LanePlanner", "Lanelet2MapLoader"),
      fusion("PointCloudFusion", "PointsTransformerFront", "PointsTransformerRear"),
      fusion("NDTLocalizer", "VoxelGridDownsampler", "PointCloudMapLoader"),
      fusion("VehicleInterface", "MPCController", "BehaviorPlanner"),
      fusion("Lanelet2GlobalPlanner", "Visualizer", "NDTLocalizer"),
      fusion("Lanelet2MapLoader", "Lanelet2Map", "Lanelet2GlobalPlanner"),
  };
  graph.push_back({"BehaviorPlanner",
                   Kind::kPlanner,
                   {"ObjectCollisionEstimator", "NDTLocalizer", "Lanelet2GlobalPlanner",
                    "Lanelet2MapLoader", "ParkingPlanner", "LanePlanner"},
                   100 * kMs,
                   kPlannerUs,
                   20 * kMs});
  graph.push_back(transform("EuclideanClusterDetector", "RayGroundFilter", kIntersectionUs));
  graph.push_back(transform("EuclideanIntersection", "EuclideanClusterSettings", kIntersectionUs));
  graph.push_back(command("VehicleDBWSystem", "VehicleInterface"));
  graph.push_back(command("IntersectionOutput", "EuclideanIntersection"));
  return graph;
}

/// One ideal run.
class Run final {
 public:
  Run(const std::vector<ReferenceNode>& graph, const std::vector<std::int64_t>& first_due_ns,
      const Durations& durations)
      : graph_(graph),
        durations_(durations),
        due_(first_due_ns),
        counts_(graph.size()),
        fresh_(graph.size()),
        outputs_(graph.size()) {
    for (std::size_t i = 0; i < graph.size(); ++i) {
      fresh_[i].assign(graph[i].inputs.size(), false);
      for (std::size_t k = 0; k < graph[i].inputs.size(); ++k) {
        outputs_[reference_index(graph, graph[i].inputs[k])].push_back({i, k});
      }
    }
  }

  std::vector<std::int64_t> until(std::int64_t end_ns) {
    while (now_ < end_ns) step();
    return std::move(starts_);
  }

 private:
  struct Input {
    std::size_t node;
    std::size_t number;
  };

  void step() {
    const std::size_t next = earliest_timer();
    if (due_[next] <= now_) return run_timer(next);
    if (!queue_.empty()) {
      const Input input = queue_.front();
      queue_.pop_front();
      return take(input);
    }
    now_ = due_[next];
  }

  std::size_t earliest_timer() const {
    std::size_t best = graph_.size();
    for (std::size_t i = 0; i < graph_.size(); ++i) {
      if (graph_[i].period_ns > 0 && (best == graph_.size() || due_[i] < due_[best])) best = i;
    }
    if (best == graph_.size())
      throw std::invalid_argument("a reference graph without a timer never runs");
    return best;
  }

  void run_timer(std::size_t node) {
    due_[node] += graph_[node].period_ns;
    if (graph_[node].kind == Kind::kPlanner) starts_.push_back(now_);
    work_and_publish(node);
  }

  void take(const Input& input) {
    const ReferenceNode& node = graph_[input.node];
    auto& fresh = fresh_[input.node];
    fresh[input.number] = true;
    if (node.kind == Kind::kTransform) return work_and_publish(input.node);
    if (node.kind != Kind::kFusion || std::count(fresh.begin(), fresh.end(), false) > 0) return;
    fresh.assign(fresh.size(), false);
    work_and_publish(input.node);
  }

  void work_and_publish(std::size_t node) {
    now_ += durations_(node, counts_[node]++);
    queue_.insert(queue_.end(), outputs_[node].begin(), outputs_[node].end());
  }

  const std::vector<ReferenceNode>& graph_;
  const Durations& durations_;
  std::vector<std::int64_t> due_;
  std::vector<std::size_t> counts_;
  std::vector<std::vector<bool>> fresh_;
  std::vector<std::vector<Input>> outputs_;
  std::deque<Input> queue_;
  std::vector<std::int64_t> starts_;
  std::int64_t now_ = 0;
};

}  // namespace

const std::vector<ReferenceNode>& reference_graph() {
  static const std::vector<ReferenceNode> graph = make_graph();
  return graph;
}

std::size_t reference_index(const std::vector<ReferenceNode>& graph, const std::string& name) {
  const auto found =
      std::find_if(graph.begin(), graph.end(), [&](const auto& node) { return node.name == name; });
  if (found == graph.end())
    throw std::out_of_range("the reference graph has no node '" + name + "'");
  return static_cast<std::size_t>(found - graph.begin());
}

std::size_t planner_of(const std::vector<ReferenceNode>& graph) {
  const auto found = std::find_if(graph.begin(), graph.end(),
                                  [](const auto& node) { return node.kind == Kind::kPlanner; });
  if (found == graph.end()) throw std::out_of_range("the reference graph has no planner");
  return static_cast<std::size_t>(found - graph.begin());
}

std::vector<std::int64_t> ideal_planner_starts(const std::vector<ReferenceNode>& graph,
                                               const std::vector<std::int64_t>& first_due_ns,
                                               std::int64_t until_ns, const Durations& durations) {
  return Run(graph, first_due_ns, durations).until(until_ns);
}

std::vector<std::int64_t> intervals_of(const std::vector<std::int64_t>& starts_ns) {
  std::vector<std::int64_t> intervals;
  for (std::size_t i = 1; i < starts_ns.size(); ++i)
    intervals.push_back(starts_ns[i] - starts_ns[i - 1]);
  return intervals;
}

double jitter_us(const std::vector<std::int64_t>& intervals_ns) {
  if (intervals_ns.size() < 2) return 0;
  double sum = 0, squares = 0;
  for (const std::int64_t interval : intervals_ns) sum += static_cast<double>(interval);
  const double mean = sum / static_cast<double>(intervals_ns.size());
  for (const std::int64_t interval : intervals_ns)
    squares += std::pow(static_cast<double>(interval) - mean, 2);
  return std::sqrt(squares / static_cast<double>(intervals_ns.size())) / 1e3;
}

}  // namespace ranvier::bench
