// What every executor must do, through the API that users have: order, ends, and
// what belongs to it. Fairness, groups and lifetimes have files of their own.
#include "executors.hpp"

namespace {

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
  const auto in =
      this->node_->template create_subscription<String>("topic", 10, [&](const String&) {
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
  this->executor_.spin_all(1h);
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
  COVERS(
      "rclcpp::{Executor,executors::SingleThreadedExecutor,executors::StaticSingleThreadedExecutor,executors::MultiThreadedExecutor}",
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
  this->executor_.cancel();
  spinner.join();
}

TYPED_TEST(ExecutorTest, ACancelBeforeTheThreadOfItsFirstSpinBeganEndsThatSpin) {
  if (std::is_same_v<TypeParam, OwnExecutor>) GTEST_SKIP() << "its spin() is the user's";
  this->executor_.cancel();
  this->executor_.spin();
  EXPECT_FALSE(this->executor_.is_spinning());
}

TYPED_TEST(ExecutorTest, ACancelBeforeItsFirstWaitForAFutureEndsThatWait) {
  std::promise<void> never;
  this->executor_.cancel();
  EXPECT_EQ(this->executor_.spin_until_future_complete(never.get_future()),
            rclcpp::FutureReturnCode::INTERRUPTED);
}

TYPED_TEST(ExecutorTest, ACancelThatNoSpinHeardIsForgottenOnceItHasSpun) {
  this->executor_.spin_some();
  this->executor_.cancel();
  bool ran = false;
  const auto timer = this->node_->create_wall_timer(1ms, [&] {
    ran = true;
    this->executor_.cancel();
  });
  this->executor_.spin();
  EXPECT_TRUE(ran);
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
  const auto group =
      this->node_->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
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
  EXPECT_THROW(this->executor_.add_callback_group(group, this->node_->get_node_base_interface()),
               std::runtime_error);
}

TYPED_TEST(ExecutorTest, GroupsAreListedByHowTheyCame) {
  COVERS("rclcpp::Executor", "get_all_callback_groups", "get_manually_added_callback_groups",
         "get_automatically_added_callback_groups_from_nodes", "remove_callback_group");
  const auto group =
      this->node_->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  const auto count = [](const auto& groups) { return groups.size(); };
  EXPECT_EQ(count(this->executor_.get_all_callback_groups()), 1u);
  EXPECT_EQ(count(this->executor_.get_manually_added_callback_groups()), 0u);
  this->executor_.add_callback_group(group, this->node_->get_node_base_interface());
  EXPECT_EQ(this->executor_.get_manually_added_callback_groups().at(0).lock(), group);
  EXPECT_EQ(this->executor_.get_automatically_added_callback_groups_from_nodes().at(0).lock(),
            this->node_->get_node_base_interface()->get_default_callback_group());
  EXPECT_EQ(count(this->executor_.get_all_callback_groups()), 2u);
  this->executor_.remove_callback_group(group);
  EXPECT_EQ(count(this->executor_.get_all_callback_groups()), 1u);
  EXPECT_THROW(this->executor_.remove_callback_group(group), std::runtime_error);
}

TYPED_TEST(ExecutorTest, OneNodeAloneIsSpun) {
  COVERS("rclcpp::Executor", "spin_node_some", "spin_node_all");
  this->executor_.remove_node(this->node_);
  const auto in = this->listen();
  const auto out = this->talk();
  out->publish(text("a"));
  this->executor_.spin_node_some(this->node_);
  EXPECT_EQ(this->heard_, std::vector<std::string>{"a"});
  out->publish(text("b"));
  this->executor_.spin_node_all(this->node_, 1h);
  EXPECT_EQ(this->heard_, (std::vector<std::string>{"a", "b"}));
  this->executor_.add_node(this->node_);  // it is free again
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
  EXPECT_EQ(this->executor_.spin_until_future_complete(future), rclcpp::FutureReturnCode::SUCCESS);
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
  const auto timer = node->create_wall_timer(1ms, [&] { context->shutdown("the test says so"); });
  other.spin();
  other.spin();
  EXPECT_FALSE(context->is_valid());
}

}  // namespace
