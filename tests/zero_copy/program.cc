// The other process: tells what a view shows of each cloud that comes.
#include <numeric>

#include "cloud.hpp"
#include "ranvier/view.hpp"
#include "rcl_interfaces/msg/view/parameter_value.hpp"
#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/string.hpp"

int main(int argc, char** argv) {
  rclcpp::init(argc, argv);
  auto node = std::make_shared<rclcpp::Node>("watcher");
  auto answers = node->create_publisher<std_msgs::msg::String>("seen", kept());
  using View = ranvier::View<Cloud>;
  std::shared_ptr<const View> first;  // held to the end
  auto clouds =
      node->create_subscription<View>("clouds", kept(), [&](std::shared_ptr<const View> view) {
        if (!first) first = view;
        std_msgs::msg::String answer;
        answer.data = told(*view) + ", copied " + std::to_string(ranvier::copied_bytes(*view)) +
                      ", first " + std::to_string(first->integer_array_value[0]);
        answers->publish(answer);
      });
  rclcpp::spin(node);
  rclcpp::shutdown();
}
