// A node of a topology file as a component: launch runs it as a process, or in a container.
#include <rclcpp_components/register_node_macro.hpp>

#include "bench/ours/graph_node.h"
#include "bench/ours/spinning.h"

namespace ranvier_bench {

using ranvier::bench::GraphNode;
using ranvier::bench::load_topology;
using ranvier::bench::Topology;
using ranvier::bench::Window;

/// Its parameters are the `file`, and which `node` of it this is. Once everybody whom it is to
/// meet is there it tells so (bench/ours/spinning.h), if somebody wants to know.
class TopologyNode final : public rclcpp::Node {
 public:
  explicit TopologyNode(const rclcpp::NodeOptions& options)
      : Node("topology", options),
        topology_(load_topology(declare_parameter<std::string>("file"))),
        ends_(*this, topology_, spec_of(declare_parameter<std::string>("node")), window_) {
    if (std::getenv("RANVIER_BENCH_SPINNING") == nullptr) return;
    timer_ = create_wall_timer(std::chrono::milliseconds(5), [this] { tell_once(); });
  }

 private:
  const ranvier::bench::TopologyNode& spec_of(const std::string& name) const {
    for (const auto& node : topology_.nodes) {
      if (node.name == name) return node;
    }
    throw std::invalid_argument("the topology " + topology_.name + " has no node '" + name + "'");
  }
  void tell_once() {
    if (!ends_.matched()) return;
    timer_->cancel();
    ranvier::bench::tell_that_it_spins();
  }

  const Topology topology_;
  Window window_;
  const GraphNode ends_;
  rclcpp::TimerBase::SharedPtr timer_;
};

}  // namespace ranvier_bench

RCLCPP_COMPONENTS_REGISTER_NODE(ranvier_bench::TopologyNode)
