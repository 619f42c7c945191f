// A message of /clock.
#ifndef CLOCK_MESSAGE_HPP_
#define CLOCK_MESSAGE_HPP_

#include "rosgraph_msgs/msg/clock.hpp"

inline rosgraph_msgs::msg::Clock clock_of(int seconds) {
  rosgraph_msgs::msg::Clock message;
  message.clock.sec = seconds;
  return message;
}

#endif  // CLOCK_MESSAGE_HPP_
