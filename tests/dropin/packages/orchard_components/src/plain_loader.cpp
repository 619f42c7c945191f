// Finds a component through the index and makes it without a container.
#include <algorithm>
#include <iostream>
#include <string>

#include "ament_index_cpp/get_package_prefix.hpp"
#include "ament_index_cpp/get_resource.hpp"
#include "class_loader/class_loader.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp_components/node_factory.hpp"
#include "rcpputils/split.hpp"

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  std::string content;
  if (!ament_index_cpp::get_resource("rclcpp_components", "orchard_components", content)) {return 1;}
  const auto lines = rcpputils::split(content, '\n', true);
  const auto parts = rcpputils::split(lines.at(0), ';');
  class_loader::ClassLoader loader(
    ament_index_cpp::get_package_prefix("orchard_components") + "/" + parts.at(1));
  for (const auto & name : loader.getAvailableClasses<rclcpp_components::NodeFactory>()) {
    auto factory = loader.createInstance<rclcpp_components::NodeFactory>(name);
    auto node = factory->create_node_instance(rclcpp::NodeOptions());
    std::cout << lines.size() << " " << parts.at(0) << " "
              << node.get_node_base_interface()->get_name() << std::endl;
  }
  rclcpp::shutdown();
  return 0;
}
