// A container that gives each callback group of its nodes a thread of its own.
#include <memory>

#include "rclcpp_components/component_manager_callback_isolated.hpp"

int main(int argc, char * argv[])
{
  rclcpp::init(argc, argv);
  auto executor = std::make_shared<rclcpp::executors::SingleThreadedExecutor>();
  auto manager = std::make_shared<rclcpp_components::ComponentManagerCallbackIsolated>();
  executor->add_node(manager);
  executor->spin();
  return 0;
}
