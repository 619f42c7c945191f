// A container derived from the manager: every node gets the parameter "owner".
#include <memory>

#include "rclcpp/rclcpp.hpp"
#include "rclcpp_components/component_manager.hpp"

class OwnContainer : public rclcpp_components::ComponentManager
{
public:
  using ComponentManager::ComponentManager;

protected:
  rclcpp::NodeOptions create_node_options(const std::shared_ptr<LoadNode::Request> request) override
  {
    auto options = ComponentManager::create_node_options(request);
    options.append_parameter_override("owner", "own");
    return options;
  }

  void add_node_to_executor(uint64_t node_id) override
  {
    RCLCPP_INFO(get_logger(), "node %zu comes", static_cast<size_t>(node_id));
    if (auto executor = executor_.lock()) {
      executor->add_node(node_wrappers_[node_id].get_node_base_interface(), true);
    }
  }
};

int main(int argc, char * argv[])
{
  rclcpp::init(argc, argv);
  auto executor = std::make_shared<rclcpp::executors::SingleThreadedExecutor>();
  auto node = std::make_shared<OwnContainer>(executor, "own");
  executor->add_node(node);
  executor->spin();
  rclcpp::shutdown();
  return 0;
}
