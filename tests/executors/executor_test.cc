// What every executor must do, through the API that users have.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "covers.h"
#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/string.hpp"

namespace {

using std_msgs::msg::String;
using namespace std::chrono_literals;

std::unique_ptr<String> text(const std::string& data) {
  auto message = std::make_unique<String>();
  message->data = data;
  return message;
}

template <class Executor>
class ExecutorTest : public ::testing::Test {
 protected:
  ExecutorTest() { executor_.add_node(node_); }

  rclcpp::Subscription<String>::SharedPtr listen(const std::string& topic = "topic") {
    return node_->create_subscription<String>(
        topic, 10, [this](const String& message) { heard_.push_back(message.data); });
  }
  rclcpp::Publisher<String>::SharedPtr talk(const std::string& topic = "topic") {
    return node_->create_publisher<String>(topic, 10);
  }

  const rclcpp::Node::SharedPtr node_ = std::make_shared<rclcpp::Node>("tester");
  Executor executor_;
  std::vector<std::string> heard_;
};

using Executors =
    ::testing::Types<rclcpp::executors::SingleThreadedExecutor,
                     rclcpp::executors::StaticSingleThreadedExecutor,
                     rclcpp::executors::MultiThreadedExecutor>;

struct NameOfExecutor {
  template <class Executor>
  static std::string GetName(int index) {
    return std::vector<std::string>{"SingleThreaded", "StaticSingleThreaded",
                                    "MultiThreaded"}[static_cast<std::size_t>(index)];
  }
};
TYPED_TEST_SUITE(ExecutorTest, Executors, NameOfExecutor);

TYPED_TEST(ExecutorTest, CallbacksOfOneGroupRunInTheOrderOfArrival) {
  const auto in = this->listen("a"), other_in = this->listen("b");
  const auto a = this->talk("a"), b = this->talk("b");
  b->publish(text("1"));
  a->publish(text("2"));
  this->executor_.spin_some();
  EXPECT_EQ(this->heard_, (std::vector<std::string>{"1", "2"}));
}

TYPED_TEST(ExecutorTest, SpinSomeLeavesWhatBecomesReadyMeanwhile) {
  COVERS("rclcpp::{Executor,executors::StaticSingleThreadedExecutor}", "spin_some");
  const auto out = this->talk();
  int calls = 0;
  const auto in = this->node_->template create_subscription<String>(
      "topic", 10, [&](const String&) {
        ++calls;
        out->publish(text("again"));
      });
  out->publish(text("first"));
  this->executor_.spin_some();
  EXPECT_EQ(calls, 1);
  this->executor_.spin_some();
  EXPECT_EQ(calls, 2);
}

TYPED_TEST(ExecutorTest, SpinAllGoesOnUntilNothingIsReady) {
  COVERS("rclcpp::{Executor,executors::StaticSingleThreadedExecutor}", "spin_all");
  const auto in = this->listen();
  const auto out = this->talk();
  for (int i = 0; i < 5; ++i) out->publish(text(std::to_string(i)));
  this->executor_.spin_all(0s);
  EXPECT_EQ(this->heard_.size(), 5u);
}

TYPED_TEST(ExecutorTest, SpinOnceRunsOneCallback) {
  COVERS("rclcpp::Executor", "spin_once");
  const auto in = this->listen();
  const auto out = this->talk();
  out->publish(text("a"));
  out->publish(text("b"));
  this->executor_.spin_once();
  EXPECT_EQ(this->heard_.size(), 1u);
  this->executor_.spin_once(0s);
  this->executor_.spin_once(0s);
  EXPECT_EQ(this->heard_, (std::vector<std::string>{"a", "b"}));
}

TYPED_TEST(ExecutorTest, CancelFromACallbackEndsTheSpinAndItCanSpinAgain) {
  COVERS("rclcpp::{Executor,executors::SingleThreadedExecutor,executors::StaticSingleThreadedExecutor,executors::MultiThreadedExecutor}",
         "spin");
  COVERS("rclcpp::Executor", "cancel", "is_spinning");
  COVERS("rclcpp::Node", "create_wall_timer");
  int ticks = 0;
  const auto timer = this->node_->create_wall_timer(1ms, [&] {
    ++ticks;
    this->executor_.cancel();
  });
  this->executor_.spin();
  EXPECT_FALSE(this->executor_.is_spinning());
  this->executor_.spin();
  EXPECT_GE(ticks, 2);
}

TYPED_TEST(ExecutorTest, CancelFromAnotherThreadEndsASleepingSpin) {
  std::thread spinner([&] { this->executor_.spin(); });
  while (!this->executor_.is_spinning()) std::this_thread::yield();
  do {  // a cancel before the spin has begun is not for it
    this->executor_.cancel();
    std::this_thread::yield();
  } while (this->executor_.is_spinning());
  spinner.join();
}

TYPED_TEST(ExecutorTest, AnExceptionOfACallbackReachesTheCallerOfSpin) {
  const auto in = this->node_->template create_subscription<String>(
      "topic", 10, [](const String&) { throw std::runtime_error("mine"); });
  const auto out = this->talk();
  out->publish(text("x"));
  EXPECT_THROW(this->executor_.spin(), std::runtime_error);
  EXPECT_FALSE(this->executor_.is_spinning());
  const auto ok = this->listen("other");
  this->talk("other")->publish(text("still works"));
  this->executor_.spin_some();
  EXPECT_EQ(this->heard_, std::vector<std::string>{"still works"});
}

TYPED_TEST(ExecutorTest, SpinningWhileItSpinsIsRefused) {
  bool refused = false;
  const auto timer = this->node_->create_wall_timer(0ns, [&] {
    try {
      this->executor_.spin_some();
    } catch (const std::runtime_error&) {
      refused = true;
    }
    this->executor_.cancel();
  });
  this->executor_.spin();
  EXPECT_TRUE(refused);
}

TYPED_TEST(ExecutorTest, ANodeHasOneExecutor) {
  COVERS("rclcpp::Executor", "add_node", "remove_node");
  TypeParam other;
  EXPECT_THROW(other.add_node(this->node_), std::runtime_error);
  EXPECT_THROW(other.remove_node(this->node_), std::runtime_error);
  this->executor_.remove_node(this->node_);
  other.add_node(this->node_);
  const auto in = this->listen();
  this->talk()->publish(text("moved"));
  this->executor_.spin_some();
  EXPECT_TRUE(this->heard_.empty());
  other.spin_some();
  EXPECT_EQ(this->heard_, std::vector<std::string>{"moved"});
  other.remove_node(this->node_);
}

TYPED_TEST(ExecutorTest, WhatWaitsRunsOnceTheNodeIsAdded) {
  this->executor_.remove_node(this->node_);
  const auto in = this->listen();
  this->talk()->publish(text("early"));
  this->executor_.add_node(this->node_);
  this->executor_.spin_some();
  EXPECT_EQ(this->heard_, std::vector<std::string>{"early"});
}

TYPED_TEST(ExecutorTest, AGroupOfItsOwnRunsWhereItWasAdded) {
  COVERS("rclcpp::Executor", "add_callback_group");
  COVERS("rclcpp::Node", "create_callback_group", "create_subscription");
  const auto group = this->node_->create_callback_group(
      rclcpp::CallbackGroupType::MutuallyExclusive, false);
  rclcpp::SubscriptionOptions options;
  options.callback_group = group;
  const auto in = this->node_->template create_subscription<String>(
      "topic", 10, [&](const String& message) { this->heard_.push_back(message.data); }, options);
  this->talk()->publish(text("apart"));
  this->executor_.spin_some();
  EXPECT_TRUE(this->heard_.empty());
  TypeParam other;
  other.add_callback_group(group, this->node_->get_node_base_interface());
  other.spin_some();
  EXPECT_EQ(this->heard_, std::vector<std::string>{"apart"});
  EXPECT_THROW(
      this->executor_.add_callback_group(group, this->node_->get_node_base_interface()),
      std::runtime_error);
}

TYPED_TEST(ExecutorTest, ASubscriptionMayOutliveItsNodeAndItsExecutor) {
  const auto out = this->talk();
  auto node = std::make_shared<rclcpp::Node>("short_lived");
  auto group = node->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  rclcpp::SubscriptionOptions options;
  options.callback_group = group;
  const auto ignore = [](const String&) {};
  const auto plain = node->template create_subscription<String>("topic", 10, ignore);
  const auto grouped = node->template create_subscription<String>("topic", 10, ignore, options);
  {
    TypeParam other;
    other.add_node(node);
    other.add_callback_group(group, node->get_node_base_interface());
    node.reset();
    group.reset();
    options.callback_group.reset();
  }
  out->publish(text("to nobody"));  // must not reach for the executor
  EXPECT_EQ(out->get_subscription_count(), 2u);
}

TYPED_TEST(ExecutorTest, ATimerKeepsItsPeriodAndStopsWhenCanceled) {
  COVERS("rclcpp::TimerBase", "cancel", "is_canceled");
  int ticks = 0;
  rclcpp::TimerBase::SharedPtr timer;
  timer = this->node_->create_wall_timer(1ms, [&] {
    if (++ticks == 3) {
      timer->cancel();
      this->executor_.cancel();
    }
  });
  this->executor_.spin();
  EXPECT_EQ(ticks, 3);
  EXPECT_TRUE(timer->is_canceled());
  this->executor_.spin_some();
  EXPECT_EQ(ticks, 3);
}

TYPED_TEST(ExecutorTest, SpinUntilAFutureIsComplete) {
  COVERS("rclcpp::FutureReturnCode", "TIMEOUT", "SUCCESS");
  std::promise<void> promise;
  const auto future = promise.get_future().share();
  EXPECT_EQ(this->executor_.spin_until_future_complete(future, 1ms),
            rclcpp::FutureReturnCode::TIMEOUT);
  const auto timer = this->node_->create_wall_timer(1ms, [&, done = false]() mutable {
    if (!done) promise.set_value();
    done = true;
  });
  EXPECT_EQ(this->executor_.spin_until_future_complete(future),
            rclcpp::FutureReturnCode::SUCCESS);
}

TYPED_TEST(ExecutorTest, ShutdownEndsTheSpinAndLaterOnes) {
  COVERS("rclcpp::Context", "init", "shutdown", "is_valid");
  COVERS("rclcpp::NodeOptions", "context");
  COVERS("rclcpp::ExecutorOptions", "operator=");
  const auto context = std::make_shared<rclcpp::Context>();
  context->init(0, nullptr);
  rclcpp::ExecutorOptions options;
  options.context = context;
  TypeParam other(options);
  const auto node =
      std::make_shared<rclcpp::Node>("doomed", rclcpp::NodeOptions().context(context));
  other.add_node(node);
  const auto timer =
      node->create_wall_timer(1ms, [&] { context->shutdown("the test says so"); });
  other.spin();
  other.spin();
  EXPECT_FALSE(context->is_valid());
}

TEST(MultiThreadedExecutor, AReentrantGroupRunsOnSeveralThreadsAtOnce) {
  COVERS("rclcpp::CallbackGroupType", "Reentrant");
  const auto node = std::make_shared<rclcpp::Node>("tester");
  rclcpp::executors::MultiThreadedExecutor executor(rclcpp::ExecutorOptions(), 2);
  executor.add_node(node);
  const auto group = node->create_callback_group(rclcpp::CallbackGroupType::Reentrant);
  std::atomic<int> inside{0};
  const auto meet = [&] {  // returns when the other is inside as well
    if (++inside > 2) return;
    while (inside < 2) std::this_thread::yield();
    executor.cancel();
  };
  const auto one = node->create_wall_timer(0ns, meet, group);
  const auto two = node->create_wall_timer(0ns, meet, group);
  executor.spin();
  EXPECT_GE(inside, 2);
}

TEST(MultiThreadedExecutor, AnExclusiveGroupNeverOverlapsItself) {
  const auto node = std::make_shared<rclcpp::Node>("tester");
  rclcpp::executors::MultiThreadedExecutor executor(rclcpp::ExecutorOptions(), 4);
  executor.add_node(node);
  std::atomic<int> inside{0}, overlaps{0}, calls{0};
  const auto call = [&] {
    if (++inside != 1) ++overlaps;
    std::this_thread::yield();
    --inside;
    if (++calls > 100) executor.cancel();
  };
  std::vector<rclcpp::TimerBase::SharedPtr> timers;
  for (int i = 0; i < 4; ++i) timers.push_back(node->create_wall_timer(0ns, call));
  executor.spin();
  EXPECT_EQ(overlaps, 0);
}

}  // namespace

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  ::setenv("ROS_DOMAIN_ID", std::to_string(1 + ::getpid() % 100).c_str(), 1);
  ::setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "OFF", 1);
  rclcpp::init(0, nullptr);
  const int result = RUN_ALL_TESTS();
  rclcpp::shutdown();
  return result;
}
