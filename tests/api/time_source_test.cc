// Clocks that follow simulated time, and waiting for a message.
#include <rosgraph_msgs/msg/clock.hpp>

#include <thread>

#include "../support/refused_threads.h"
#include "clock_message.hpp"
#include "covers.h"
#include "rclcpp/time_source.hpp"
#include "rclcpp/wait_for_message.hpp"
#include "running.hpp"

namespace {

using rosgraph_msgs::msg::Clock;
using namespace std::chrono_literals;

class TimeSources : public Running {
 protected:
  TimeSources() {
    init();
    node_ = node("own");
    publisher_ = node_->create_publisher<Clock>("/clock", rclcpp::ClockQoS());
  }
  ~TimeSources() override {
    publisher_.reset();
    node_.reset();
  }
  void simulate(bool on) { node_->set_parameter({"use_sim_time", on}); }
  /// Publishes until the clock shows it: a subscription may be young.
  void expect_follows(rclcpp::Clock& clock, int seconds) {
    wait_until([&] {
      publisher_->publish(clock_of(seconds));
      return clock.now().seconds() == seconds;
    });
  }

  rclcpp::Node::SharedPtr node_;
  rclcpp::Publisher<Clock>::SharedPtr publisher_;
};

TEST_F(TimeSources, FollowTheNextTimeIfThereWasNoThread) {
  auto clock = std::make_shared<rclcpp::Clock>(RCL_ROS_TIME);
  rclcpp::TimeSource source(node_);
  source.attachClock(clock);
  bool refused_one = false;
  for (int granted = 0; !refused_one && granted < 9; ++granted) {  // DDS may want one before
    const ranvier::support::RefusedThreads refused(1, granted);
    try {
      simulate(true);
    } catch (const std::system_error& error) {
      refused_one = true;
      EXPECT_NE(std::string(error.what()).find("/clock: its thread"), std::string::npos);
    }
    EXPECT_FALSE(refused_one && clock->ros_time_is_active());
    if (!refused_one) simulate(false);
  }
  EXPECT_TRUE(refused_one);
  simulate(false);
  simulate(true);
  expect_follows(*clock, 10);
}

TEST_F(TimeSources, LetEveryAttachedClockFollow) {
  COVERS("rclcpp::TimeSource", "attachClock", "detachClock", "clock_thread_is_joinable");
  auto first = std::make_shared<rclcpp::Clock>(RCL_ROS_TIME);
  auto second = std::make_shared<rclcpp::Clock>(RCL_ROS_TIME);
  rclcpp::TimeSource source(node_);
  source.attachClock(first);
  EXPECT_FALSE(first->ros_time_is_active());
  EXPECT_FALSE(source.clock_thread_is_joinable());
  simulate(true);
  EXPECT_TRUE(source.clock_thread_is_joinable());
  source.attachClock(second);
  expect_follows(*first, 10);
  expect_follows(*second, 11);
  source.detachClock(first);
  EXPECT_FALSE(first->ros_time_is_active());
  EXPECT_TRUE(second->ros_time_is_active());
  simulate(false);
  EXPECT_FALSE(second->ros_time_is_active());
}

TEST_F(TimeSources, TakeTheirNodeLaterAndGiveItBack) {
  COVERS("rclcpp::TimeSource", "attachNode", "detachNode", "get_use_clock_thread",
         "set_use_clock_thread");
  auto clock = std::make_shared<rclcpp::Clock>(RCL_ROS_TIME);
  rclcpp::TimeSource source(rclcpp::ClockQoS(), false);
  EXPECT_FALSE(source.get_use_clock_thread());
  source.attachClock(clock);
  simulate(true);
  EXPECT_FALSE(clock->ros_time_is_active());
  source.attachNode(node_);
  EXPECT_TRUE(clock->ros_time_is_active());
  EXPECT_FALSE(source.clock_thread_is_joinable());
  expect_follows(*clock, 12);
  source.detachNode();
  EXPECT_FALSE(clock->ros_time_is_active());
  source.set_use_clock_thread(true);
  EXPECT_TRUE(source.get_use_clock_thread());
  source.attachNode(node_);
  EXPECT_TRUE(source.clock_thread_is_joinable());
}

TEST_F(TimeSources, RefuseClocksThatCannotFollow) {
  rclcpp::TimeSource source(node_);
  simulate(true);
  EXPECT_THROW(source.attachClock(std::make_shared<rclcpp::Clock>(RCL_STEADY_TIME)),
               std::invalid_argument);
}

TEST_F(TimeSources, AreNotCopied) {
  COVERS("rclcpp::TimeSource", "operator=");
  EXPECT_FALSE((std::is_assignable<rclcpp::TimeSource&, const rclcpp::TimeSource&>::value))
      << "operator= is deleted: clocks would follow two nodes";
}

class WaitForMessage : public TimeSources {};

TEST_F(WaitForMessage, GivesTheNextOfATopic) {
  auto publisher = node_->create_publisher<Clock>("a", rclcpp::QoS(1).transient_local());
  publisher->publish(clock_of(5));
  auto waiting = std::make_shared<rclcpp::Node>("waiting");
  Clock got;
  EXPECT_TRUE(rclcpp::wait_for_message(got, waiting, "a", 30s, rclcpp::QoS(1).transient_local()));
  EXPECT_EQ(got, clock_of(5));
  EXPECT_TRUE(rclcpp::wait_for_message(got, node_, "a", 30s, rclcpp::QoS(1).transient_local()));
}

TEST_F(WaitForMessage, GivesTheNextOfASubscription) {
  auto waiting = std::make_shared<rclcpp::Node>("waiting");
  auto subscription = waiting->create_subscription<Clock>("a", 1, [](const Clock&) {});
  auto publisher = node_->create_publisher<Clock>("a", 1);
  const auto context = waiting->get_node_base_interface()->get_context();
  Clock got;
  EXPECT_FALSE(rclcpp::wait_for_message(got, subscription, context, 1ms));
  publisher->publish(clock_of(6));
  EXPECT_TRUE(rclcpp::wait_for_message(got, subscription, context, 30s));
  EXPECT_EQ(got, clock_of(6));
}

TEST_F(WaitForMessage, EndsWithTimeOrTheContext) {
  auto waiting = std::make_shared<rclcpp::Node>("waiting");
  auto subscription = waiting->create_subscription<Clock>("a", 1, [](const Clock&) {});
  const auto context = waiting->get_node_base_interface()->get_context();
  Clock got;
  EXPECT_FALSE(rclcpp::wait_for_message(got, waiting, "a", 1ms));
  std::thread ender([] { rclcpp::shutdown(); });
  EXPECT_FALSE(rclcpp::wait_for_message(got, waiting, "a"));
  EXPECT_FALSE(rclcpp::wait_for_message(got, subscription, context));
  ender.join();
}

}  // namespace
