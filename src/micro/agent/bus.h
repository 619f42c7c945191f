// What boards' objects become: nodes and endpoints of the graph.
//
// The protocol (session.h) stands on these interfaces alone; core_bus.h has them on the
// core's nodes, and tests have them on nothing.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "micro/agent/spec.h"
#include "ranvier/base/result.h"
#include "ranvier/msg/gid.h"

namespace ranvier::micro {

/// A data reader of this topic and type reads the graph. It is none of DDS.
inline constexpr const char* kGraphTopic = "ros_to_microros_graph";
inline constexpr const char* kGraphType = "micro_ros_msgs::msg::dds_::Graph_";

/// What precedes a request, and its reply: a GUID and a sequence number, which name it.
using RequestHead = std::array<std::uint8_t, 24>;

/// A sample on its way to a board.
struct Sample {
  std::vector<std::uint8_t> bytes;  ///< CDR, without an encapsulation header
  bool little_endian = true;
  std::optional<RequestHead> request;     ///< of a request
  std::optional<std::uint16_t> answered;  ///< of a reply: the request that it answers
  bool is_graph = false;                  ///< the graph: a board that cannot take it is notified
  Gid writer{};                           ///< who wrote it; of a topic
};

/// A sample of a board.
struct Written {
  std::span<const std::uint8_t> bytes;
  bool little_endian = true;
  std::optional<RequestHead> request;  ///< of a reply
  std::uint16_t number = 0;            ///< of a request: what Sample::answered says later
};

/// One endpoint. Destroying it takes it out of the graph.
/// Threads: one, but for the call of its listener.
class Endpoint {
 public:
  virtual ~Endpoint() = default;
  /// Sends a sample, copied.
  virtual Result<void> write(const Written& sample) = 0;
  /// The board asks for samples: for the first time, or again.
  virtual void asked() {}
  /// What Sample::writer says of a data writer's samples; zeros of what is none.
  virtual Gid gid() const { return {}; }
  /// The oldest sample that came; false if there is none.
  virtual bool take(Sample& to) = 0;
  /// Whether it holds something back that nothing but time lets go: take() is to be tried again.
  virtual bool holds() const { return false; }
  /// Samples of a reader that came and were not taken.
  virtual std::size_t waiting() const { return 0; }
  /// Samples of a reader that newer ones have pushed out before they were taken, so far.
  virtual std::uint64_t overwritten() const { return 0; }
};

/// A node. Its endpoints go first.
class BoardNode {
 public:
  virtual ~BoardNode() = default;
  /// Opens what a data writer, data reader, requester or replier asks for. Topic and type of
  /// writers and readers are in the spec, wherever they came from.
  /// @param ready  called on any thread when there is something to take.
  virtual Result<std::unique_ptr<Endpoint>> open(const ObjectSpec& spec,
                                                 std::function<void()> ready) = 0;
};

class Bus {
 public:
  virtual ~Bus() = default;
  /// @param name  "n", "/a/b/n": namespaces of any depth.
  virtual Result<std::unique_ptr<BoardNode>> open_node(const std::string& name,
                                                       std::int16_t domain) = 0;
};

}  // namespace ranvier::micro
