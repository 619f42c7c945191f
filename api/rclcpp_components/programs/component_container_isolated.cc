// A container that gives each node an executor of its own: of one thread, or of
// several with --use_multi_threaded_executor.
#include <algorithm>
#include <memory>

#include "rclcpp_components/component_manager_isolated.hpp"

int main(int argc, char * argv[])
{
  using rclcpp::executors::MultiThreadedExecutor;
  using rclcpp::executors::SingleThreadedExecutor;
  rclcpp::init(argc, argv);
  const auto arguments = rclcpp::remove_ros_arguments(argc, argv);
  const bool several =
    std::count(arguments.begin(), arguments.end(), "--use_multi_threaded_executor") > 0;
  auto executor = std::make_shared<SingleThreadedExecutor>();
  rclcpp::Node::SharedPtr manager;
  if (several) {
    using Manager = rclcpp_components::ComponentManagerIsolated<MultiThreadedExecutor>;
    manager = std::make_shared<Manager>(executor);
  } else {
    using Manager = rclcpp_components::ComponentManagerIsolated<SingleThreadedExecutor>;
    manager = std::make_shared<Manager>(executor);
  }
  executor->add_node(manager);
  executor->spin();
  return 0;
}
