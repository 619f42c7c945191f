// A container that gives every node an executor and a thread of its own.
#ifndef RCLCPP_COMPONENTS__COMPONENT_MANAGER_ISOLATED_HPP__
#define RCLCPP_COMPONENTS__COMPONENT_MANAGER_ISOLATED_HPP__

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "rclcpp_components/component_manager.hpp"

namespace rclcpp_components
{

/// As ComponentManager. Unloading a node waits for its callbacks to end.
template<typename ExecutorT = rclcpp::executors::SingleThreadedExecutor>
class ComponentManagerIsolated : public ComponentManager
{
  /// An executor and the thread that spins it; ends both when destroyed.
  class DedicatedExecutorWrapper
  {
public:
    explicit DedicatedExecutorWrapper(std::shared_ptr<ExecutorT> executor)
    : executor_(std::move(executor)),
      thread_(
        [this] {
          executor_->spin();
          ended_ = true;
        }) {}

    ~DedicatedExecutorWrapper()
    {
      // cancel() ends a spin that has begun; one that has not would miss it.
      while (!executor_->is_spinning() && !ended_) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      executor_->cancel();
      thread_.join();
    }

private:
    const std::shared_ptr<ExecutorT> executor_;
    std::atomic_bool ended_{false};
    std::thread thread_;  // last: it uses the others
  };

public:
  using ComponentManager::ComponentManager;

  ~ComponentManagerIsolated() override
  {
    executors_.clear();
    node_wrappers_.clear();
  }

protected:
  void add_node_to_executor(uint64_t node_id) override
  {
    rclcpp::ExecutorOptions options;
    options.context = get_node_base_interface()->get_context();
    auto executor = std::make_shared<ExecutorT>(options);
    executor->add_node(node_wrappers_[node_id].get_node_base_interface());
    try {
      executors_[node_id] = std::make_unique<DedicatedExecutorWrapper>(std::move(executor));
    } catch (const std::system_error & error) {
      throw ComponentManagerException(
              std::string("The thread of the node's executor cannot be started: ") +
              error.what() + ". Let this user or container have more threads (ulimit -u, "
              "pids.max), or load fewer nodes");
    }
  }
  void remove_node_from_executor(uint64_t node_id) override {executors_.erase(node_id);}

private:
  std::map<uint64_t, std::unique_ptr<DedicatedExecutorWrapper>> executors_;
};

}  // namespace rclcpp_components

#endif  // RCLCPP_COMPONENTS__COMPONENT_MANAGER_ISOLATED_HPP__
