// What packages reach that include the node interfaces and nothing else, as
// libraries for nodes of either kind do. Compiling is the test.
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/node_interfaces/node_clock_interface.hpp"
#include "rclcpp/node_interfaces/node_logging_interface.hpp"
#include "rclcpp/node_interfaces/node_parameters_interface.hpp"
#include "rclcpp/node_interfaces/node_services_interface.hpp"
#include "rclcpp/node_interfaces/node_timers_interface.hpp"
#include "rclcpp/node_interfaces/node_topics_interface.hpp"
#include "rclcpp/node_interfaces/node_waitables_interface.hpp"
// These two after them: the test is what comes before.
#include <gtest/gtest.h>

#include "rosgraph_msgs/msg/clock.hpp"

namespace {

template <class... T>
constexpr bool kComplete = ((sizeof(T) > 0) && ...);

TEST(ReachTest, InterfacesBringWhatTheyMake) {
  using rosgraph_msgs::msg::Clock;
  EXPECT_TRUE((kComplete<rclcpp::Publisher<Clock>, rclcpp::Subscription<Clock>, rclcpp::TimerBase,
                         rclcpp::ClientBase, rclcpp::ServiceBase, rclcpp::Waitable, rclcpp::Clock,
                         rclcpp::Logger, rclcpp::Parameter, rclcpp::PublisherFactory,
                         rclcpp::SubscriptionFactory>));
}

}  // namespace
