#include "rclcpp_components/component_manager_callback_isolated.hpp"

#include <string>
#include <system_error>

#include "rclcpp/executors/callback_isolated_executor.hpp"

namespace rclcpp_components
{

void ComponentManagerCallbackIsolated::declare()
{
  declare_parameter("reentrant_parallelism", 4);
  declare_parameter("yield_before_execute", false);
  declare_parameter("next_exec_timeout_ns", -1);
}

ComponentManagerCallbackIsolated::~ComponentManagerCallbackIsolated()
{
  if (!isolated_) {return;}
  isolated_->cancel();
  spinner_.join();
  isolated_.reset();  // its nodes are of no executor when they go
}

void ComponentManagerCallbackIsolated::begin()
{
  if (isolated_) {return;}
  const auto threads = get_parameter("reentrant_parallelism").as_int();
  if (threads < 1) {
    throw ComponentManagerException(
            "reentrant_parallelism is " + std::to_string(threads) + ". Give at least 1");
  }
  rclcpp::ExecutorOptions options;
  options.context = get_node_base_interface()->get_context();
  try {
    auto executor = std::make_shared<rclcpp::executors::CallbackIsolatedExecutor>(
      options, static_cast<size_t>(threads));
    spinner_ = std::thread([executor] {executor->spin();});
    isolated_ = std::move(executor);
  } catch (const std::system_error & error) {
    throw ComponentManagerException(
            std::string("The thread of the nodes' executor cannot be started: ") + error.what() +
            ". Let this user or container have more threads (ulimit -u, pids.max), or load fewer "
            "nodes");
  }
}

void ComponentManagerCallbackIsolated::add_node_to_executor(uint64_t node_id)
{
  begin();
  isolated_->add_node(node_wrappers_[node_id].get_node_base_interface());
}

void ComponentManagerCallbackIsolated::remove_node_from_executor(uint64_t node_id)
{
  isolated_->remove_node(node_wrappers_[node_id].get_node_base_interface());
}

}  // namespace rclcpp_components
