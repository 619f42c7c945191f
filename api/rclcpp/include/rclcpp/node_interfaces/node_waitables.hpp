// The waitables of a node.
#ifndef RCLCPP__NODE_INTERFACES__NODE_WAITABLES_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_WAITABLES_HPP_

#include <memory>
#include <mutex>

#include "rclcpp/detail/create.hpp"
#include "rclcpp/node_interfaces/node_waitables_interface.hpp"

namespace rclcpp
{
namespace node_interfaces
{

/// The part of a node that is its NodeWaitablesInterface. Threads: all functions from any thread.
class RCLCPP_PUBLIC NodeWaitables : public NodeWaitablesInterface
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(NodeWaitables)

  /// `node_base` must outlive it.
  explicit NodeWaitables(NodeBaseInterface * node_base);
  ~NodeWaitables() override;
  RCLCPP_DISABLE_COPY(NodeWaitables)

  void add_waitable(
    std::shared_ptr<Waitable> waitable, CallbackGroup::SharedPtr group) override;
  void remove_waitable(
    std::shared_ptr<Waitable> waitable, CallbackGroup::SharedPtr group) noexcept override;

private:
  struct Impl;

  NodeBaseInterface * const node_base_;
  std::mutex mutex_;
  rclcpp::detail::Owned<Impl> impl_;  // guarded by mutex_
};

}  // namespace node_interfaces
}  // namespace rclcpp
#endif  // RCLCPP__NODE_INTERFACES__NODE_WAITABLES_HPP_
