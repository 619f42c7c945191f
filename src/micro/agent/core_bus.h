// Boards' objects on the core: a participant is a node, an endpoint is an endpoint of it.
#pragma once

#include <map>

#include "micro/agent/blob_type.h"
#include "micro/agent/bus.h"
#include "micro/agent/graph_feed.h"
#include "ranvier/node/context.h"

namespace ranvier::micro {

/// Threads: one. Samples wait in the inboxes of the core until they are taken, so that the
/// history of their QoS holds, and a writer of the same network waits where it must.
class CoreBus final : public Bus {
 public:
  using MakeContext = std::function<Result<std::shared_ptr<Context>>(std::size_t domain)>;
  /// Domains that boards may use at a time.
  static constexpr std::size_t kMostDomains = 16;

  CoreBus(MakeContext make_context, BlobTypes::Lookup lookup)
      : make_context_(std::move(make_context)), types_(std::move(lookup)) {}

  Result<std::unique_ptr<BoardNode>> open_node(const std::string& name,
                                               std::int16_t domain) override;

 private:
  Result<std::shared_ptr<Context>> context(std::size_t domain);

  const MakeContext make_context_;
  BlobTypes types_;
  GraphFeeds feeds_;
  std::map<std::size_t, std::weak_ptr<Context>> contexts_;
};

/// "rt/a" is the ROS topic "/a"; another name is a topic of DDS alone.
struct TopicOfBoard {
  std::string name;
  bool is_ros = true;
};
TopicOfBoard topic_of_board(const std::string& dds_name);

/// The ROS name of a service: of its request topic "rq/aRequest", else of its own name.
std::string service_of_board(const ObjectSpec& spec);

}  // namespace ranvier::micro
