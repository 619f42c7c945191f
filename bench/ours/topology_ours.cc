// Our side of the topology bench: the nodes of a file on one
// SingleThreadedExecutor. node=<index> runs one of them, without node all in one
// process; intra=0 sends everything over DDS.
#include "bench/common/args.h"
#include "bench/ours/graph.h"
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
    rclcpp::Node& node = *nodes_.back();
    for (const auto& publisher : spec.publishers) {
      sources_.push_back(
          make_source(node, publisher, topology_.subscriber_count(publisher.topic), window_));
    }
    for (const auto& subscriber : spec.subscribers) {
      sinks_.push_back(make_sink(node, subscriber,
                                 topology_.publisher_of(subscriber.topic)->period_ns,
                                 topology_.publisher_count(subscriber.topic)));
    }
    for (const auto& server : spec.servers) servers_.push_back(make_server(node, server));
    for (const auto& client : spec.clients) clients_.push_back(make_client(node, client, window_));
    executor_.add_node(nodes_.back());
  }

  bool matched() const {
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

  std::uint64_t received() const {
    std::uint64_t sum = 0;
    for (const auto& sink : sinks_) sum += sink->tracker().received();
    for (const auto& client : clients_) sum += client->tracker().received();
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
    for (const auto& source : sources_) expected += static_cast<double>(source->expected());
    for (const auto& client : clients_) expected += client->sent();
    findings.numbers["expected"] = expected;
    findings.numbers["received"] = static_cast<double>(received());
    for (const auto& sink : sinks_) sink->tracker().describe(findings);
    for (const auto& client : clients_) client->tracker().describe(findings);
  }

  const Topology topology_;
  Window window_;
  std::vector<rclcpp::Node::SharedPtr> nodes_;
  rclcpp::executors::SingleThreadedExecutor executor_;
  std::vector<std::unique_ptr<GraphSource>> sources_;
  std::vector<std::unique_ptr<GraphSink>> sinks_;
  std::vector<std::shared_ptr<rclcpp::ServiceBase>> servers_;
  std::vector<std::unique_ptr<GraphClient>> clients_;
};

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [](int count, char** words) {
    const Args args(count, words);
    const Rclcpp rclcpp;
    Graph(args).run();
  });
}
