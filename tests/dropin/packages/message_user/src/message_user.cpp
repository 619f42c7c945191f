// A package that needs message types and nothing else of ROS.
#include <iostream>

#include "std_msgs/msg/header.hpp"
#include "std_msgs/msg/string.hpp"

int main() {
  std_msgs::msg::Header header;
  header.stamp.sec = 7;
  header.frame_id = "map";
  const std_msgs::msg::String text = std_msgs::msg::String().set__data("at " + header.frame_id);
  std::cout << text.data << ' ' << header.stamp.sec << '\n';
  return text.data == "at map" ? 0 : 1;
}
