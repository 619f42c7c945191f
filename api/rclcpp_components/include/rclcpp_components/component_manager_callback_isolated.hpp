// A container that gives every callback group of its nodes a thread of its own.
#ifndef RCLCPP_COMPONENTS__COMPONENT_MANAGER_CALLBACK_ISOLATED_HPP__
#define RCLCPP_COMPONENTS__COMPONENT_MANAGER_CALLBACK_ISOLATED_HPP__

#include <memory>
#include <thread>
#include <utility>

#include "rclcpp_components/component_manager.hpp"

namespace rclcpp::executors
{
class CallbackIsolatedExecutor;
}

namespace rclcpp_components
{

/// As ComponentManager, whose own services run where its user spins it. Its parameters:
/// `reentrant_parallelism` (4) is the number of threads of a reentrant group;
/// `yield_before_execute` and `next_exec_timeout_ns` are there for compatibility and change
/// nothing.
class RCLCPP_COMPONENTS_PUBLIC ComponentManagerCallbackIsolated : public ComponentManager
{
public:
  /// The arguments of ComponentManager.
  template<typename ... Args>
  explicit ComponentManagerCallbackIsolated(Args && ... args)
  : ComponentManager(std::forward<Args>(args)...)
  {
    declare();
  }
  /// Waits for callbacks of its nodes to end.
  ~ComponentManagerCallbackIsolated() override;

protected:
  /// @throws ComponentManagerException if no thread can be started.
  void add_node_to_executor(uint64_t node_id) override;
  void remove_node_from_executor(uint64_t node_id) override;

private:
  void declare();
  void begin();

  std::shared_ptr<rclcpp::executors::CallbackIsolatedExecutor> isolated_;  // with the first node
  std::thread spinner_;
};

}  // namespace rclcpp_components

#endif  // RCLCPP_COMPONENTS__COMPONENT_MANAGER_CALLBACK_ISOLATED_HPP__
