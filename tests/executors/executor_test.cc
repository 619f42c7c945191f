// What every executor must do, through the API that users have: order, ends, and
// what belongs to it. Fairness, groups and lifetimes have files of their own.
#include "policies.hpp"

namespace {

HELD_TO_EVERY_POLICY(ExecutorTest);

TEST_P(ExecutorTest, CallbacksOfOneGroupRunInTheOrderOfArrival) {
  const auto in = listen("a"), other_in = listen("b");
  const auto a = talk("a"), b = talk("b");
  b->publish(text("1"));
  a->publish(text("2"));
  executor_.spin_some();
  EXPECT_EQ(heard_, (std::vector<std::string>{"1", "2"}));
}

TEST_P(ExecutorTest, SpinSomeLeavesWhatBecomesReadyMeanwhile) {
  COVERS("rclcpp::{Executor,executors::StaticSingleThreadedExecutor}", "spin_some");
  const auto out = talk();
  int calls = 0;
  const auto in = node_->create_subscription<String>("topic", 10, [&](const String&) {
    ++calls;
    out->publish(text("again"));
  });
  out->publish(text("first"));
  executor_.spin_some();
  EXPECT_EQ(calls, 1);
  executor_.spin_some();
  EXPECT_EQ(calls, 2);
}

TEST_P(ExecutorTest, SpinAllGoesOnUntilNothingIsReady) {
  COVERS("rclcpp::{Executor,executors::StaticSingleThreadedExecutor}", "spin_all");
  const auto in = listen();
  const auto out = talk();
  for (int i = 0; i < 5; ++i) out->publish(text(std::to_string(i)));
  executor_.spin_all(1h);
  EXPECT_EQ(heard_.size(), 5u);
}

TEST_P(ExecutorTest, SpinOnceRunsOneCallback) {
  COVERS("rclcpp::Executor", "spin_once");
  const auto in = listen();
  const auto out = talk();
  out->publish(text("a"));
  out->publish(text("b"));
  executor_.spin_once();
  EXPECT_EQ(heard_.size(), 1u);
  executor_.spin_once(0s);
  executor_.spin_once(0s);
  EXPECT_EQ(heard_, (std::vector<std::string>{"a", "b"}));
}

TEST_P(ExecutorTest, CancelFromACallbackEndsTheSpinAndItCanSpinAgain) {
  COVERS(
      "rclcpp::{Executor,executors::SingleThreadedExecutor,executors::StaticSingleThreadedExecutor,executors::MultiThreadedExecutor}",
      "spin");
  COVERS("rclcpp::Executor", "cancel", "is_spinning");
  COVERS("rclcpp::Node", "create_wall_timer");
  int ticks = 0;
  const auto timer = node_->create_wall_timer(1ms, [&] {
    ++ticks;
    executor_.cancel();
  });
  executor_.spin();
  EXPECT_FALSE(executor_.is_spinning());
  executor_.spin();
  EXPECT_GE(ticks, 2);
}

TEST_P(ExecutorTest, CancelFromAnotherThreadEndsASleepingSpin) {
  std::thread spinner([&] { executor_.spin(); });
  while (!executor_.is_spinning()) std::this_thread::yield();
  executor_.cancel();
  spinner.join();
}

TEST_P(ExecutorTest, ACancelBeforeTheThreadOfItsFirstSpinBeganEndsThatSpin) {
  if (GetParam().executor->own_spin) GTEST_SKIP() << "its spin() is the user's";
  executor_.cancel();
  executor_.spin();
  EXPECT_FALSE(executor_.is_spinning());
}

TEST_P(ExecutorTest, ACancelBeforeItsFirstWaitForAFutureEndsThatWait) {
  std::promise<void> never;
  executor_.cancel();
  EXPECT_EQ(executor_.spin_until_future_complete(never.get_future()),
            rclcpp::FutureReturnCode::INTERRUPTED);
}

TEST_P(ExecutorTest, ACancelThatNoSpinHeardIsForgottenOnceItHasSpun) {
  executor_.spin_some();
  executor_.cancel();
  bool ran = false;
  const auto timer = node_->create_wall_timer(1ms, [&] {
    ran = true;
    executor_.cancel();
  });
  executor_.spin();
  EXPECT_TRUE(ran);
}

TEST_P(ExecutorTest, AnExceptionOfACallbackReachesTheCallerOfSpin) {
  const auto in = node_->create_subscription<String>(
      "topic", 10, [](const String&) { throw std::runtime_error("mine"); });
  const auto out = talk();
  out->publish(text("x"));
  EXPECT_THROW(executor_.spin(), std::runtime_error);
  EXPECT_FALSE(executor_.is_spinning());
  const auto ok = listen("other");
  talk("other")->publish(text("still works"));
  executor_.spin_some();
  EXPECT_EQ(heard_, std::vector<std::string>{"still works"});
}

TEST_P(ExecutorTest, SpinningWhileItSpinsIsRefused) {
  bool refused = false;
  const auto timer = node_->create_wall_timer(0ns, [&] {
    try {
      executor_.spin_some();
    } catch (const std::runtime_error&) {
      refused = true;
    }
    executor_.cancel();
  });
  executor_.spin();
  EXPECT_TRUE(refused);
}

TEST_P(ExecutorTest, ANodeHasOneExecutor) {
  COVERS("rclcpp::Executor", "add_node", "remove_node");
  const auto owned = make_other();
  rclcpp::Executor& other = *owned;
  EXPECT_THROW(other.add_node(node_), std::runtime_error);
  EXPECT_THROW(other.remove_node(node_), std::runtime_error);
  executor_.remove_node(node_);
  other.add_node(node_);
  const auto in = listen();
  talk()->publish(text("moved"));
  executor_.spin_some();
  EXPECT_TRUE(heard_.empty());
  other.spin_some();
  EXPECT_EQ(heard_, std::vector<std::string>{"moved"});
  other.remove_node(node_);
}

TEST_P(ExecutorTest, WhatWaitsRunsOnceTheNodeIsAdded) {
  executor_.remove_node(node_);
  const auto in = listen();
  talk()->publish(text("early"));
  executor_.add_node(node_);
  executor_.spin_some();
  EXPECT_EQ(heard_, std::vector<std::string>{"early"});
}

TEST_P(ExecutorTest, AGroupOfItsOwnRunsWhereItWasAdded) {
  COVERS("rclcpp::Executor", "add_callback_group");
  COVERS("rclcpp::Node", "create_callback_group", "create_subscription");
  const auto group =
      node_->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  rclcpp::SubscriptionOptions options;
  options.callback_group = group;
  const auto in = node_->create_subscription<String>(
      "topic", 10, [&](const String& message) { heard_.push_back(message.data); }, options);
  talk()->publish(text("apart"));
  executor_.spin_some();
  EXPECT_TRUE(heard_.empty());
  const auto owned = make_other();
  rclcpp::Executor& other = *owned;
  other.add_callback_group(group, node_->get_node_base_interface());
  other.spin_some();
  EXPECT_EQ(heard_, std::vector<std::string>{"apart"});
  EXPECT_THROW(executor_.add_callback_group(group, node_->get_node_base_interface()),
               std::runtime_error);
}

TEST_P(ExecutorTest, OneNodeAloneIsSpun) {
  COVERS("rclcpp::Executor", "spin_node_some", "spin_node_all");
  executor_.remove_node(node_);
  const auto in = listen();
  const auto out = talk();
  out->publish(text("a"));
  executor_.spin_node_some(node_);
  EXPECT_EQ(heard_, std::vector<std::string>{"a"});
  out->publish(text("b"));
  executor_.spin_node_all(node_, 1h);
  EXPECT_EQ(heard_, (std::vector<std::string>{"a", "b"}));
  executor_.add_node(node_);  // it is free again
}

TEST_P(ExecutorTest, ASubscriptionMayOutliveItsNodeAndItsExecutor) {
  const auto out = talk();
  auto node = make_node("short_lived");
  auto group = node->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  rclcpp::SubscriptionOptions options;
  options.callback_group = group;
  const auto ignore = [](const String&) {};
  const auto plain = node->create_subscription<String>("topic", 10, ignore);
  const auto grouped = node->create_subscription<String>("topic", 10, ignore, options);
  {
    const auto owned = make_other();
    rclcpp::Executor& other = *owned;
    other.add_node(node);
    other.add_callback_group(group, node->get_node_base_interface());
    node.reset();
    group.reset();
    options.callback_group.reset();
  }
  out->publish(text("to nobody"));  // must not reach for the executor
  EXPECT_EQ(out->get_subscription_count(), 2u);
}

TEST_P(ExecutorTest, ATimerKeepsItsPeriodAndStopsWhenCanceled) {
  COVERS("rclcpp::TimerBase", "cancel", "is_canceled");
  int ticks = 0;
  rclcpp::TimerBase::SharedPtr timer;
  timer = node_->create_wall_timer(1ms, [&] {
    if (++ticks == 3) {
      timer->cancel();
      executor_.cancel();
    }
  });
  executor_.spin();
  EXPECT_EQ(ticks, 3);
  EXPECT_TRUE(timer->is_canceled());
  executor_.spin_some();
  EXPECT_EQ(ticks, 3);
}

TEST_P(ExecutorTest, SpinUntilAFutureIsComplete) {
  COVERS("rclcpp::FutureReturnCode", "TIMEOUT", "SUCCESS");
  std::promise<void> promise;
  const auto future = promise.get_future().share();
  EXPECT_EQ(executor_.spin_until_future_complete(future, 1ms), rclcpp::FutureReturnCode::TIMEOUT);
  const auto timer = node_->create_wall_timer(1ms, [&, done = false]() mutable {
    if (!done) promise.set_value();
    done = true;
  });
  EXPECT_EQ(executor_.spin_until_future_complete(future), rclcpp::FutureReturnCode::SUCCESS);
}

TEST_P(ExecutorTest, ShutdownEndsTheSpinAndLaterOnes) {
  COVERS("rclcpp::Context", "shutdown", "is_valid");
  COVERS("rclcpp::NodeOptions", "context");
  COVERS("rclcpp::ExecutorOptions", "operator=");
  const auto context = begin_context(*GetParam().policy);
  rclcpp::ExecutorOptions options;
  options.context = context;
  const auto owned = GetParam().executor->make(options);
  rclcpp::Executor& other = *owned;
  const auto node =
      std::make_shared<rclcpp::Node>("doomed", rclcpp::NodeOptions().context(context));
  other.add_node(node);
  const auto timer = node->create_wall_timer(1ms, [&] { context->shutdown("the test says so"); });
  other.spin();
  other.spin();
  EXPECT_FALSE(context->is_valid());
}

}  // namespace
