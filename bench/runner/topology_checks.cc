#include "bench/runner/topology_checks.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

namespace ranvier::bench {
namespace {

constexpr double kMostPeriod = 3.6e12;  // ns: an hour

void check_names(const Topology& topology, const std::string& path) {
  std::set<std::string> names;
  for (const auto& node : topology.nodes) {
    if (!names.insert(node.name).second) {
      throw std::invalid_argument(path + ": two nodes are called '" + node.name + "'. Rename one.");
    }
  }
}

void check_topic_types(const Topology& topology, const std::string& path) {
  std::map<std::string, std::string> types;
  const auto check = [&](const std::string& topic, const std::string& type) {
    const auto [entry, added] = types.emplace(topic, type);
    if (added || entry->second == type) return;
    throw std::invalid_argument(path + ": topic '" + topic + "' is both '" + entry->second +
                                "' and '" + type + "'. Give it one msg_type.");
  };
  for (const auto& node : topology.nodes) {
    for (const auto& publisher : node.publishers) check(publisher.topic, publisher.type);
    for (const auto& subscriber : node.subscribers) check(subscriber.topic, subscriber.type);
  }
}

void check_sources(const Topology& topology, const std::string& path) {
  for (const auto& node : topology.nodes) {
    for (const auto& subscriber : node.subscribers) {
      if (topology.publisher_of(subscriber.topic) != nullptr) continue;
      throw std::invalid_argument(
          path + ": node '" + node.name + "' subscribes to '" + subscriber.topic +
          "', which nobody publishes. Add a publisher or remove the subscriber.");
    }
  }
}

void check_servers(const Topology& topology, const std::string& path) {
  for (const auto& node : topology.nodes) {
    for (const auto& client : node.clients) {
      if (topology.has_server(client.service)) continue;
      throw std::invalid_argument(path + ": node '" + node.name + "' calls service '" +
                                  client.service +
                                  "', which nobody serves. Add a server or remove the client.");
    }
  }
}

// A subscription that asks for more than its publisher offers never matches.
void check_policies(const Topology& topology, const std::string& path) {
  const auto check = [&](const TopologyNode& node, const TopologySubscriber& wanted,
                         const TopologyPublisher& offered) {
    const bool less = wanted.qos.reliable && !offered.qos.reliable;
    if (!less && (offered.qos.transient_local || !wanted.qos.transient_local)) return;
    throw std::invalid_argument(path + ": node '" + node.name + "' subscribes to '" + wanted.topic +
                                "' as " +
                                (less ? "reliable, and a publisher is best_effort"
                                      : "transient_local, and a publisher is volatile") +
                                ". They would not match: change the qos of one.");
  };
  for (const auto& node : topology.nodes) {
    for (const auto& wanted : node.subscribers) {
      for (const auto& other : topology.nodes) {
        for (const auto& offered : other.publishers) {
          if (offered.topic == wanted.topic) check(node, wanted, offered);
        }
      }
    }
  }
}

TopologyPublisher* publisher_of(Topology& topology, const std::string& topic) {
  for (auto& node : topology.nodes) {
    for (auto& publisher : node.publishers) {
      if (publisher.topic == topic) return &publisher;
    }
  }
  return nullptr;
}

bool subscribes(const TopologyNode& node, const std::string& topic) {
  return std::any_of(node.subscribers.begin(), node.subscribers.end(),
                     [&](const auto& one) { return one.topic == topic; });
}

// From what it comes after, link by link; more links than there are publishers are a ring.
std::int64_t period_of(Topology& topology, const TopologyPublisher& of, std::size_t links) {
  if (of.after.empty()) return of.period_ns;
  if (links == 0) return 0;
  const TopologyPublisher* const before = publisher_of(topology, of.after);
  const auto period = static_cast<double>(period_of(topology, *before, links - 1));
  return static_cast<std::int64_t>(std::min(period * of.every, kMostPeriod));
}

void find_periods(Topology& topology, const std::string& path) {
  std::size_t publishers = 0;
  for (const auto& node : topology.nodes) publishers += node.publishers.size();
  for (auto& node : topology.nodes) {
    for (auto& publisher : node.publishers) {
      const std::string place = path + ": node '" + node.name + "' publishes '" + publisher.topic +
                                "' after '" + publisher.after + "', ";
      if (!publisher.after.empty() && !subscribes(node, publisher.after))
        throw std::invalid_argument(place + "which it does not subscribe to. Add a subscriber.");
      publisher.period_ns = period_of(topology, publisher, publishers);
      if (publisher.period_ns > 0) continue;
      throw std::invalid_argument(
          place + "which comes after it: nothing begins. Give one of the ring a period_ms.");
    }
  }
}

// Each thread has a name of its own; its publishers have its period.
void check_threads(Topology& topology, const std::string& path) {
  for (auto& node : topology.nodes) {
    std::set<std::string> names;
    for (const auto& thread : node.threads) {
      if (names.insert(thread.name).second) continue;
      throw std::invalid_argument(path + ": node '" + node.name + "' has two threads '" +
                                  thread.name + "'. Rename one.");
    }
    for (auto& publisher : node.publishers) {
      if (publisher.thread.empty()) continue;
      const TopologyThread* const thread = node.thread(publisher.thread);
      if (thread == nullptr) {
        throw std::invalid_argument(path + ": node '" + node.name + "' publishes '" +
                                    publisher.topic + "' on the thread '" + publisher.thread +
                                    "', which it does not have. Add it to its threads.");
      }
      const auto period = static_cast<double>(thread->period_ns) * publisher.every;
      publisher.period_ns = static_cast<std::int64_t>(std::min(period, kMostPeriod));
    }
  }
}

// Those that share a timer have its period.
void check_timers(const Topology& topology, const std::string& path) {
  for (const auto& node : topology.nodes) {
    std::map<std::string, std::int64_t> periods;
    for (const auto& publisher : node.publishers) {
      if (publisher.timer.empty()) continue;
      const auto [known, added] = periods.emplace(publisher.timer, publisher.period_ns);
      if (added || known->second == publisher.period_ns) continue;
      throw std::invalid_argument(path + ": node '" + node.name + "' has a timer '" +
                                  publisher.timer + "' with two periods. Give '" + publisher.topic +
                                  "' the same, or a timer of its own.");
    }
  }
}

}  // namespace

void check_topology(Topology& topology, const std::string& path) {
  check_names(topology, path);
  check_topic_types(topology, path);
  check_sources(topology, path);
  check_threads(topology, path);
  check_servers(topology, path);
  check_policies(topology, path);
  find_periods(topology, path);
  check_timers(topology, path);
}

}  // namespace ranvier::bench
