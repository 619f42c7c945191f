// Our side of the topology bench: the nodes of a file on an executor. node=<index> runs one of
// them, process=<name> those of that process, else all in one process; intra=0 sends everything
// over DDS; executor=<name> is one of make_executor(), or isolated: one and a thread for each node.
#include <algorithm>
#include <stdexcept>
#include <thread>

#include "bench/common/args.h"
#include "bench/ours/executors.h"
#include "bench/ours/graph_node.h"
#include "bench/ours/options.h"

namespace ranvier::bench {
namespace {

constexpr const char* kIsolated = "isolated";

class Graph final {
 public:
  explicit Graph(const Args& args)
      : topology_(load_topology(args.text("file"))),
        kind_(args.has("executor") ? args.text("executor") : "single") {
    rclcpp::NodeOptions options;
    if (args.has("intra")) options.use_intra_process_comms(args.integer("intra") != 0);
    for (std::size_t i = 0; i < topology_.nodes.size(); ++i) {
      const bool here = args.has("process")
                            ? topology_.nodes[i].process == args.text("process")
                            : !args.has("node") || args.integer("node") == static_cast<long>(i);
      if (here) add(topology_.nodes[i], options);
    }
  }

  void run() {
    SessionThread control(session());
    spin();
    for (const auto& ends : ends_) ends->stop_threads();
    Findings findings = control.join();
    describe(findings);
    control.finish(findings);
  }

 private:
  void add(const TopologyNode& spec, const rclcpp::NodeOptions& options) {
    nodes_.push_back(std::make_shared<rclcpp::Node>(spec.name, options));
    ends_.push_back(std::make_unique<GraphNode>(*nodes_.back(), topology_, spec, window_));
    if (executors_.empty() || kind_ == kIsolated)
      executors_.push_back(make_executor(kind_ == kIsolated ? "single" : kind_));
    executors_.back()->add_node(nodes_.back());
  }

  // The first one on this thread, the others on threads of theirs.
  void spin() {
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < executors_.size(); ++i)
      threads.emplace_back([this, i] { executors_[i]->spin(); });
    if (!executors_.empty()) executors_.front()->spin();
    for (std::thread& thread : threads) thread.join();
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
    session.end = [this] {
      for (const auto& executor : executors_) executor->cancel();
    };
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
  const std::string kind_;
  std::vector<std::unique_ptr<rclcpp::Executor>> executors_;
  std::vector<std::unique_ptr<GraphNode>> ends_;
};

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  return ranvier::bench::run_ours<ranvier::bench::Graph>(argc, argv);
}
