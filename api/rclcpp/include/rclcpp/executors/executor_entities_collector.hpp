// Follows the nodes and callback groups of an executor of a user's own.
#ifndef RCLCPP__EXECUTORS__EXECUTOR_ENTITIES_COLLECTOR_HPP_
#define RCLCPP__EXECUTORS__EXECUTOR_ENTITIES_COLLECTOR_HPP_

#include <memory>
#include <vector>

#include "rclcpp/detail/node_base.hpp"
#include "rclcpp/executors/executor_entities_collection.hpp"
#include "rclcpp/executors/executor_notify_waitable.hpp"

namespace rclcpp
{
namespace executors
{

/// What is added is its own at once, and no executor's; the groups that it shows
/// are those of the last update_collections(). The notify waitable becomes ready
/// when a node gets a group or a group gets an entity: time to update.
/// Threads: all functions from any thread. It ends before what it has, or after.
class RCLCPP_PUBLIC ExecutorEntitiesCollector
{
public:
  /// Throws std::invalid_argument for null.
  explicit ExecutorEntitiesCollector(std::shared_ptr<ExecutorNotifyWaitable> notify_waitable);
  ~ExecutorEntitiesCollector();
  RCLCPP_DISABLE_COPY(ExecutorEntitiesCollector)

  /// Whether something was added or removed since the last update.
  bool has_pending() const;

  /// Its groups too, but those that do not go with their node or have an executor.
  /// Throws std::runtime_error if the node has an executor or is here already.
  void add_node(node_interfaces::NodeBaseInterface::SharedPtr node_ptr);
  /// Throws std::runtime_error if it is not here.
  void remove_node(node_interfaces::NodeBaseInterface::SharedPtr node_ptr);
  // The same of a group by itself.
  void add_callback_group(CallbackGroup::SharedPtr group_ptr);
  void remove_callback_group(CallbackGroup::SharedPtr group_ptr);

  std::vector<CallbackGroup::WeakPtr> get_all_callback_groups() const;
  std::vector<CallbackGroup::WeakPtr> get_manually_added_callback_groups() const;
  std::vector<CallbackGroup::WeakPtr> get_automatically_added_callback_groups() const;

  /// Shows what was added, removed, or came to its nodes; forgets what is gone.
  void update_collections();

private:
  struct Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace executors
}  // namespace rclcpp
#endif  // RCLCPP__EXECUTORS__EXECUTOR_ENTITIES_COLLECTOR_HPP_
