#include "bench/ours/graph_node.h"

#include <map>
#include <set>

namespace ranvier::bench {
namespace {

/// A publisher that comes after messages of a subscription, or after times of a thread.
struct Follower {
  GraphSource* source;
  unsigned every;
  unsigned seen = 0;

  bool is_its_turn() { return ++seen % every == 0; }
};

}  // namespace

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
  add_timers(node, spec);
  add_followers(spec);
  add_threads(spec);
}

// Publishers of one name share a timer, in the order of the file; others have one each.
void GraphNode::add_timers(rclcpp::Node& node, const TopologyNode& spec) {
  const auto add = [&](std::int64_t period_ns, auto callback) {
    timers_.push_back(
        node.create_wall_timer(std::chrono::nanoseconds(period_ns), std::move(callback)));
  };
  std::map<std::string, std::vector<GraphSource*>> shared;
  std::map<std::string, std::int64_t> periods;
  for (std::size_t i = 0; i < spec.publishers.size(); ++i) {
    const TopologyPublisher& one = spec.publishers[i];
    GraphSource* const source = sources_[i].get();
    if (!one.after.empty() || !one.thread.empty()) continue;
    if (one.timer.empty()) {
      add(one.period_ns, [source] { source->publish(); });
    } else {
      shared[one.timer].push_back(source);
      periods[one.timer] = one.period_ns;
    }
  }
  for (const auto& [name, sources] : shared) {
    add(periods[name], [sources] {
      for (GraphSource* source : sources) source->publish();
    });
  }
  for (const TopologyTimer& timer : spec.timers) {
    add(timer.period_ns, [labour = Labour(timer.work_ns)] { labour.do_rest(labour.begin()); });
  }
}

// Of several subscriptions to a topic the first is followed.
void GraphNode::add_followers(const TopologyNode& spec) {
  std::set<std::string> topics;
  for (std::size_t i = 0; i < spec.subscribers.size(); ++i) {
    if (!topics.insert(spec.subscribers[i].topic).second) continue;
    std::vector<Follower> followers;
    for (std::size_t j = 0; j < spec.publishers.size(); ++j) {
      const TopologyPublisher& one = spec.publishers[j];
      if (one.after == spec.subscribers[i].topic)
        followers.push_back({sources_[j].get(), one.every});
    }
    if (followers.empty()) continue;
    sinks_[i]->then([followers](const WireHeader& message) mutable {
      for (Follower& one : followers) {
        if (one.is_its_turn()) one.source->publish_after(message);
      }
    });
  }
}

void GraphNode::add_threads(const TopologyNode& spec) {
  for (const TopologyThread& thread : spec.threads) {
    std::vector<Follower> followers;
    for (std::size_t i = 0; i < spec.publishers.size(); ++i) {
      const TopologyPublisher& one = spec.publishers[i];
      if (one.thread == thread.name) followers.push_back({sources_[i].get(), one.every});
    }
    const auto once = [labour = Labour(thread.work_ns), followers]() mutable {
      labour.do_rest(labour.begin());
      for (Follower& one : followers) {
        if (one.is_its_turn()) one.source->publish();
      }
    };
    threads_.push_back(std::make_unique<PeriodicThread>(thread.period_ns, once));
  }
}

void GraphNode::stop_threads() {
  for (const auto& thread : threads_) thread->stop();
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
