// Our side of the topology bench: the nodes of a file on one
// SingleThreadedExecutor. node=<index> runs one of them, without node all in one
// process; intra=0 sends everything over DDS.
#include <algorithm>

#include "bench/common/args.h"
#include "bench/ours/graph_node.h"
#include "bench/ours/options.h"

namespace ranvier::bench {
namespace {

class Graph final {
 public:
  explicit Graph(const Args& args) : topology_(load_topology(args.text("file"))) {
    rclcpp::NodeOptions options;
    if (args.has("intra")) options.use_intra_process_comms(args.integer("intra") != 0);
    for (std::size_t i = 0; i < topology_.nodes.size(); ++i) {
      if (args.has("node") && args.integer("node") != static_cast<long>(i)) continue;
      add(topology_.nodes[i], options);
    }
  }

  void run() {
    SessionThread control(session());
    executor_.spin();
    Findings findings = control.join();
    describe(findings);
    control.finish(findings);
  }

 private:
  void add(const TopologyNode& spec, const rclcpp::NodeOptions& options) {
    nodes_.push_back(std::make_shared<rclcpp::Node>(spec.name, options));
    ends_.push_back(std::make_unique<GraphNode>(*nodes_.back(), topology_, spec, window_));
    executor_.add_node(nodes_.back());
  }

  bool matched() const {
    return std::all_of(ends_.begin(), ends_.end(), [](const auto& one) { return one->matched(); });
  }

  std::uint64_t received() const {
    std::uint64_t sum = 0;
    for (const auto& ends : ends_) sum += ends->received();
    return sum;
  }

  Session session() {
    Session session;
    session.matched = [this] { return matched(); };
    session.received = [this] { return received(); };
    session.window = &window_;
    session.drains_to_silence = true;
    session.end = [this] { executor_.cancel(); };
    return session;
  }

  void describe(Findings& findings) const {
    double expected = 0;
    for (const auto& ends : ends_) expected += ends->expected();
    findings.numbers["expected"] = expected;
    findings.numbers["received"] = static_cast<double>(received());
    for (const auto& ends : ends_) ends->describe(findings);
  }

  const Topology topology_;
  Window window_;
  std::vector<rclcpp::Node::SharedPtr> nodes_;
  rclcpp::executors::SingleThreadedExecutor executor_;
  std::vector<std::unique_ptr<GraphNode>> ends_;
};

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  return ranvier::bench::run_ours<ranvier::bench::Graph>(argc, argv);
}
