// The graph as boards hear of it: micro_ros_msgs/Graph, in the topic that micro-ROS's agent has.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "micro/agent/bus.h"
#include "ranvier/node/context.h"
#include "ranvier/os/mutex.h"
#include "ranvier/route/graph.h"

namespace ranvier::micro {

/// A micro_ros_msgs/Graph in CDR of this machine's byte order, without an encapsulation header:
/// each node with one entity for each of its endpoints, in an order of their names. Endpoints
/// without a node of `nodes`, and names beyond the 256 characters of the type, are left out.
std::vector<std::uint8_t> encode_graph(const std::vector<GraphNode>& nodes,
                                       const std::vector<GraphEndpoint>& endpoints);

/// The graph of one domain, for all boards that read it: encoded once for all of them, and only
/// when one of them asks after a change.
/// Threads: one, that of the agent; changes come on any thread.
class GraphFeed {
 public:
  /// Between two encodings at least, so that a burst of changes is one sample; and so many times
  /// what the last one took, so that a large graph leaves the agent's thread its time.
  static constexpr std::int64_t kPauseMs = 100, kShare = 10;

  /// @param keeps  stays as long as this does: `graph` is part of it.
  /// @param now_ms  the time.
  GraphFeed(std::shared_ptr<void> keeps, Graph& graph, std::function<std::int64_t()> now_ms);
  ~GraphFeed();

  /// Calls `ready` on any thread when the graph has changed, until `reader` is removed.
  void add(const void* reader, std::function<void()> ready);
  void remove(const void* reader);

  struct Snapshot {
    std::uint64_t number = 0;  ///< counts graphs that differ; 0: none yet
    std::vector<std::uint8_t> bytes;
  };
  /// The graph as it is, or was when the pause began.
  const Snapshot& newest();
  /// Whether someone who has the graph of that number is to ask again.
  bool has_news(std::uint64_t number) const {
    return number != newest_.number || changed_.load(std::memory_order_relaxed);
  }

 private:
  void on_change() noexcept;

  const std::shared_ptr<void> keeps_;
  Graph& graph_;
  const std::function<std::int64_t()> now_ms_;
  Snapshot newest_;
  std::int64_t next_ms_ = 0;  // not before this
  std::atomic<bool> changed_{true};
  Mutex mutex_{"agent graph feed"};
  std::map<const void*, std::function<void()>> readers_ RANVIER_GUARDED_BY(mutex_);
};

/// The feeds of all domains that boards use; each is there while a board reads it.
/// Threads: one.
class GraphFeeds {
 public:
  /// Contract: the context has a graph.
  std::shared_ptr<GraphFeed> of(const std::shared_ptr<Context>& context);

 private:
  std::map<const Context*, std::weak_ptr<GraphFeed>> feeds_;
};

/// A board's data reader of the graph. It watches nothing before the board asks.
class GraphReader final : public Endpoint {
 public:
  using Open = std::function<std::shared_ptr<GraphFeed>()>;

  GraphReader(Open open, std::function<void()> ready)
      : open_(std::move(open)), ready_(std::move(ready)) {}
  ~GraphReader() override;

  Result<void> write(const Written& sample) override;
  bool take(Sample& to) override;
  bool holds() const override { return feed_ && feed_->has_news(has_); }
  void asked() override;

 private:
  const Open open_;
  const std::function<void()> ready_;
  std::shared_ptr<GraphFeed> feed_;  // null: the board has not asked
  std::uint64_t has_ = 0;            // the number of the last graph that was taken
};

}  // namespace ranvier::micro
