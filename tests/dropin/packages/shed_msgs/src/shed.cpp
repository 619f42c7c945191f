#include "shed_msgs/msg/tool.hpp"

/// A spade, two seconds old.
shed_msgs::msg::Tool spade() {
  return shed_msgs::build<shed_msgs::msg::Tool>().name("spade").age(
    builtin_interfaces::msg::Duration().set__sec(2));
}
