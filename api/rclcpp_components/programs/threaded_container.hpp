// Containers whose nodes share several threads: parameter `thread_num`.
#ifndef THREADED_CONTAINER_HPP_
#define THREADED_CONTAINER_HPP_

#include <memory>

#include "rclcpp_components/component_manager.hpp"

/// What main() of such a container does. Contract: blocks until the context ends.
template<typename ExecutorT>
int run_threaded_container(int argc, char * argv[])
{
  rclcpp::init(argc, argv);
  auto manager = std::make_shared<rclcpp_components::ComponentManager>();
  const auto threads = manager->get_parameter("thread_num").as_int();
  auto executor = std::make_shared<ExecutorT>(
    rclcpp::ExecutorOptions(), static_cast<size_t>(threads));
  manager->set_executor(executor);
  executor->add_node(manager);
  executor->spin();
  return 0;
}

#endif  // THREADED_CONTAINER_HPP_
