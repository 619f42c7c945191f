// What the agent counted, as words and as a topic of the graph.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "micro/agent/agent.h"

namespace ranvier::micro {

/// Each count of an agent with its name, in the order in which it is printed.
std::vector<std::pair<std::string, std::uint64_t>> statistics_of(const Agent& agent);

/// "clients 3, objects 12, ...".
std::string told(const Agent& agent);

/// A node that publishes them as diagnostic_msgs/DiagnosticArray on /diagnostics.
/// Threads: that of the agent.
class StatisticsTopic {
 public:
  static constexpr const char* kNode = "ranvier_micro_agent";

  static Result<std::unique_ptr<StatisticsTopic>> open(Bus& bus, std::int16_t domain);
  Result<void> publish(const Agent& agent);

 private:
  StatisticsTopic(std::unique_ptr<BoardNode> node, std::unique_ptr<Endpoint> writer)
      : node_(std::move(node)), writer_(std::move(writer)) {}

  const std::unique_ptr<BoardNode> node_;
  const std::unique_ptr<Endpoint> writer_;  // goes first
};

}  // namespace ranvier::micro
