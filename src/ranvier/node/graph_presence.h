// A subscription that is there for the graph alone.
#pragma once

#include <memory>

#include "ranvier/node/node.h"

namespace ranvier {

/// Shows the networks a reader of the node, and drops what comes.
/// Threads: open() and the end on any thread.
class GraphPresence final : private MessageSink {
 public:
  static Result<std::unique_ptr<GraphPresence>> open(std::shared_ptr<Node> node, Endpoint endpoint);
  ~GraphPresence();

 private:
  explicit GraphPresence(std::shared_ptr<Node> node) : node_(std::move(node)) {}
  bool has_room() noexcept override { return true; }
  void deliver(MessagePtr) noexcept override {}
  void on_event(const EndpointEvent&) noexcept override {}

  const std::shared_ptr<Node> node_;
  PerRoute<std::unique_ptr<Reader>> readers_;
};

}  // namespace ranvier
