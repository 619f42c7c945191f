// A graph that a test fills.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "ranvier/route/graph.h"

namespace ranvier::support {

/// Threads: one.
class GraphOfTest final : public Graph {
 public:
  std::vector<GraphNode> nodes() override {
    ++looks;
    if (on_look) on_look();
    return nodes_;
  }
  using Graph::endpoints;
  std::vector<GraphEndpoint> endpoints(Names) override { return endpoints_; }
  std::vector<GraphEndpoint> endpoints_of(const std::string&, Names) override { return {}; }
  void watch(std::function<void()> changed) override { changed_ = std::move(changed); }

  void add_node(const std::string& space, const std::string& name) {
    nodes_.push_back({{name, space}, "/", {}, false});
    change();
  }
  void add_endpoint(const std::string& space, const std::string& node, GraphEndpoint::Kind kind,
                    const std::string& name, const std::string& type) {
    GraphEndpoint endpoint;
    endpoint.kind = kind;
    endpoint.name = name;
    endpoint.type = type;
    endpoint.node = {node, space};
    endpoints_.push_back(std::move(endpoint));
    change();
  }
  void change() {
    if (changed_) changed_();
  }
  bool watched() const { return changed_ != nullptr; }

  int looks = 0;
  std::function<void()> on_look;

 private:
  std::vector<GraphNode> nodes_;
  std::vector<GraphEndpoint> endpoints_;
  std::function<void()> changed_;
};

}  // namespace ranvier::support
