#include "ranvier/node/joined_graph.h"

#include <algorithm>
#include <iterator>

namespace ranvier {

template <class Ask>
auto JoinedGraph::gather(Ask&& ask) {
  auto all = ask(*graphs_.front());
  for (std::size_t i = 1; i < graphs_.size(); ++i) {
    auto more = ask(*graphs_[i]);
    std::erase_if(more, [](const auto& one) { return one.own; });
    std::move(more.begin(), more.end(), std::back_inserter(all));
  }
  return all;
}

std::vector<GraphNode> JoinedGraph::nodes() {
  return gather([](Graph& graph) { return graph.nodes(); });
}

std::vector<GraphEndpoint> JoinedGraph::endpoints(Names names) {
  return gather([&](Graph& graph) { return graph.endpoints(names); });
}

std::vector<GraphEndpoint> JoinedGraph::endpoints_of(const std::string& name, Names names) {
  return gather([&](Graph& graph) { return graph.endpoints_of(name, names); });
}

GraphGaps JoinedGraph::gaps() {
  GraphGaps all;
  for (Graph* graph : graphs_) {
    const GraphGaps one = graph->gaps();
    all.heard += one.heard;
    all.missing += one.missing;
    all.elsewhere |= one.elsewhere;
  }
  return all;
}

void JoinedGraph::watch(std::function<void()> changed) {
  for (Graph* graph : graphs_) graph->watch(changed);
}

}  // namespace ranvier
