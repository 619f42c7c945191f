// The way of log lines to /rosout.
#pragma once

#include <memory>
#include <string>

#include "ranvier/base/result.h"
#include "ranvier/node/node.h"

namespace ranvier {

/// A node's publisher on /rosout: gets the lines of the node's logger and of
/// its children while it lives.
///
/// Threads: made and destroyed on any thread but one that is logging; lines come
///          from every thread.
class RosoutPublisher final {
 public:
  /// @param topic  where it publishes; its type and node are filled in here.
  static Result<std::unique_ptr<RosoutPublisher>> open(std::shared_ptr<Node> node, Endpoint topic);
  ~RosoutPublisher();
  RosoutPublisher(const RosoutPublisher&) = delete;
  RosoutPublisher& operator=(const RosoutPublisher&) = delete;

 private:
  struct Entry;
  class Table;
  explicit RosoutPublisher(std::shared_ptr<Entry> entry) : entry_(std::move(entry)) {}

  const std::shared_ptr<Entry> entry_;
};

}  // namespace ranvier
