// Who waits for changes of the graph.
#ifndef GRAPH_WAITS_HPP_
#define GRAPH_WAITS_HPP_

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include "ranvier/node/context.h"
#include "rclcpp/context.hpp"
#include "rclcpp/guard_condition.hpp"
#include "rclcpp/node_interfaces/detail/interfaces.hpp"

namespace rclcpp::detail
{

/// The events of one context that are set when its graph changes. The graph is
/// watched from the first event on.
///
/// Threads: all functions from any thread.
class GraphWaits final
{
public:
  /// The one of the node's context, for as long as somebody has it.
  static std::shared_ptr<GraphWaits> of(node_interfaces::NodeBaseInterface & node);
  static std::shared_ptr<GraphWaits> of(
    const std::shared_ptr<ranvier::Context> & core, const Context::SharedPtr & context);
  explicit GraphWaits(std::shared_ptr<ranvier::Context> core);
  ~GraphWaits();
  GraphWaits(const GraphWaits &) = delete;
  GraphWaits & operator=(const GraphWaits &) = delete;

  void add(const std::shared_ptr<Event> & event);
  bool has(const std::shared_ptr<Event> & event);
  /// Triggered when the graph changes; lives as long as this.
  GuardCondition & guard();
  /// How many are held.
  size_t users();
  /// Sets all events if the graph changed; ends waits whose end has come.
  void notify(bool changed);
  /// Until the event is set, time is up (negative: never) or the context ends.
  void wait(Event & event, std::chrono::nanoseconds timeout);

private:
  void watch();

  const std::shared_ptr<ranvier::Context> core_;
  Context::WeakPtr context_;
  OnShutdownCallbackHandle at_shutdown_;
  std::once_flag watched_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::weak_ptr<Event>> events_;  // guarded by mutex_
  std::unique_ptr<GuardCondition> guard_;     // guarded by mutex_
};

}  // namespace rclcpp::detail
#endif  // GRAPH_WAITS_HPP_
