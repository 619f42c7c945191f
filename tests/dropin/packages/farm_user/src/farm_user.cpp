#include <iostream>

#include "farm_interfaces/msg/farm.hpp"
#include "farm_interfaces/msg/view/farm.hpp"
#include "shed_msgs/msg/tool.hpp"

shed_msgs::msg::Tool spade();  // of the library shed_msgs

int main() {
  std::cout << to_yaml(spade(), true) << "\n";
  farm_interfaces::msg::Farm farm;
  farm.beds.resize(1);
  farm.beds[0].plants.emplace_back();
  farm.corners.emplace_back().set__x(1).set__y(2);
  try {
    farm.beds[0].plants[0].leaves = {1, 2, 3, 4, 5};
  } catch (const std::length_error& error) {
    std::cout << error.what() << "\n";
  }
  ranvier::View<farm_interfaces::msg::Farm> view;
  if (ranvier::look("no farm", 7, nullptr, view)) return 1;
  const auto* type = rosidl_typesupport_cpp::get_message_type_support_handle<
    farm_interfaces::msg::Farm>();
  std::cout << type->typesupport_identifier << "\n"
            << garden_interfaces::msg::Plant::LATIN << " "
            << static_cast<int>(garden_interfaces::msg::Plant::GROWN) << "\n"
            << farm_interfaces::msg::to_yaml(farm);
}
