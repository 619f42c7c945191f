// A container whose nodes share several threads: parameter `thread_num`.
#include <memory>

#include "rclcpp_components/component_manager.hpp"

int main(int argc, char * argv[])
{
  rclcpp::init(argc, argv);
  auto manager = std::make_shared<rclcpp_components::ComponentManager>();
  const auto threads = manager->get_parameter("thread_num").as_int();
  auto executor = std::make_shared<rclcpp::executors::MultiThreadedExecutor>(
    rclcpp::ExecutorOptions(), static_cast<size_t>(threads));
  manager->set_executor(executor);
  executor->add_node(manager);
  executor->spin();
  return 0;
}
