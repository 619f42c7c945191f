// The graphs of several networks as one.
#pragma once

#include <vector>

#include "ranvier/route/graph.h"

namespace ranvier {

/// Shows what each network's graph shows. The nodes and endpoints of the own context, which
/// every network shows, come once: as the first network names them.
/// Threads: as Graph says. Lifetime: the graphs must outlive it.
class JoinedGraph final : public Graph {
 public:
  explicit JoinedGraph(std::vector<Graph*> graphs) : graphs_(std::move(graphs)) {}

  std::vector<GraphNode> nodes() override;
  std::vector<GraphEndpoint> endpoints(Names names) override;
  std::vector<GraphEndpoint> endpoints_of(const std::string& name, Names names) override;
  GraphGaps gaps() override;
  void watch(std::function<void()> changed) override;

 private:
  template <class Ask>
  auto gather(Ask&& ask);

  const std::vector<Graph*> graphs_;
};

}  // namespace ranvier
