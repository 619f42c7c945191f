// The functions that spin without an executor of the user's, and what they return.
#include <atomic>
#include <future>
#include <sstream>

#include "covers.h"
#include "executors.hpp"

namespace {

TEST(MultiThreadedExecutor, HasAsManyThreadsAsItIsTold) {
  COVERS("rclcpp::executors::MultiThreadedExecutor", "get_number_of_threads");
  using rclcpp::executors::MultiThreadedExecutor;
  EXPECT_EQ(MultiThreadedExecutor(rclcpp::ExecutorOptions(), 3).get_number_of_threads(), 3u);
  EXPECT_GE(MultiThreadedExecutor().get_number_of_threads(), 2u);
}

TEST(EventsCBGExecutor, HandsExceptionsOfCallbacksOutAndSpinsOn) {
  const auto context = std::make_shared<rclcpp::Context>();
  context->init(0, nullptr);
  const auto node = std::make_shared<rclcpp::Node>("spun", rclcpp::NodeOptions().context(context));
  rclcpp::ExecutorOptions options;
  options.context = context;
  rclcpp::executors::EventsCBGExecutor executor(options, 2);
  EXPECT_EQ(executor.get_number_of_threads(), 2u);
  executor.add_node(node);
  std::atomic<int> turns{0};
  const auto timer = node->create_wall_timer(1ms, [&] {
    if (++turns == 3) executor.cancel();
    throw std::runtime_error("turn");
  });
  std::atomic<int> handed{0};
  executor.spin(
      [&](const std::exception& exception) { handed += std::string(exception.what()) == "turn"; });
  EXPECT_GE(handed, 3);
  EXPECT_THROW(executor.spin(), std::runtime_error) << "without a handler the first ends it";
  EXPECT_THROW(
      executor.spin([](const std::exception&) { throw std::logic_error("the handler says so"); }),
      std::logic_error);
}

TEST(EventsCBGExecutor, RunsGroupsWithoutTheirNodeAndWhatIsReadyAtOnce) {
  const auto context = std::make_shared<rclcpp::Context>();
  context->init(0, nullptr);
  const auto node = std::make_shared<rclcpp::Node>("spun", rclcpp::NodeOptions().context(context));
  rclcpp::ExecutorOptions options;
  options.context = context;
  rclcpp::executors::EventsCBGExecutor executor(options);
  const auto group = node->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive);
  executor.add_callback_group_only(group);
  rclcpp::SubscriptionOptions in_group;
  in_group.callback_group = group;
  const auto out = node->create_publisher<String>("topic", 10);
  int heard = 0;
  const auto in = node->create_subscription<String>(
      "topic", 10,
      [&](const String&) {
        if (++heard == 1) out->publish(text("again"));
      },
      in_group);
  EXPECT_FALSE(executor.collect_and_execute_ready_events(0ns, true));
  out->publish(text("a"));
  EXPECT_TRUE(executor.collect_and_execute_ready_events(0ns, false));
  EXPECT_EQ(heard, 1);
  EXPECT_TRUE(executor.collect_and_execute_ready_events(0ns, true));
  EXPECT_EQ(heard, 2);
  EXPECT_FALSE(executor.is_spinning());
}

/// What executors of users override.
class Overriding : public rclcpp::executors::SingleThreadedExecutor {
 public:
  explicit Overriding(const std::shared_ptr<rclcpp::Context>& context)
      : SingleThreadedExecutor(of(context)) {}
  void spin_node_some(rclcpp::Node::SharedPtr) override { told += "some "; }
  void spin_node_all(rclcpp::Node::SharedPtr, std::chrono::nanoseconds) override { told += "all "; }
  std::string told;

 protected:
  rclcpp::FutureReturnCode spin_until_future_complete_impl(
      std::chrono::nanoseconds timeout,
      const std::function<std::future_status(std::chrono::nanoseconds)>& wait_for_future) override {
    told += "future ";
    return SingleThreadedExecutor::spin_until_future_complete_impl(timeout, wait_for_future);
  }
  void spin_once_impl(std::chrono::nanoseconds) override {
    if (told.find("once") == std::string::npos) told += "once ";
  }

 private:
  static rclcpp::ExecutorOptions of(const std::shared_ptr<rclcpp::Context>& context) {
    rclcpp::ExecutorOptions options;
    options.context = context;
    return options;
  }
};

TEST(Spinning, WhatIsVirtualInRos2IsOverridden) {
  const auto context = std::make_shared<rclcpp::Context>();
  context->init(0, nullptr);
  const auto node = std::make_shared<rclcpp::Node>("spun", rclcpp::NodeOptions().context(context));
  Overriding own(context);
  rclcpp::Executor& executor = own;
  executor.spin_node_some(node);
  executor.spin_node_all(node, 1ms);
  std::promise<void> never;
  const auto code = executor.spin_until_future_complete(never.get_future().share(), 1ms);
  EXPECT_EQ(code, rclcpp::FutureReturnCode::TIMEOUT);
  EXPECT_EQ(own.told, "some all future once ");
}

TEST(Spinning, FunctionsSpinANodeOnAnExecutorOfTheirOwn) {
  COVERS("rclcpp", "spin", "spin_some", "spin_all");
  const auto context = std::make_shared<rclcpp::Context>();
  context->init(0, nullptr);
  const auto node = std::make_shared<rclcpp::Node>("spun", rclcpp::NodeOptions().context(context));
  int heard = 0;
  const auto in = node->create_subscription<String>("topic", 10, [&](const String&) { ++heard; });
  const auto out = node->create_publisher<String>("topic", 10);
  out->publish(text("a"));
  rclcpp::spin_some(node);
  EXPECT_EQ(heard, 1);
  out->publish(text("b"));
  rclcpp::spin_all(node->get_node_base_interface(), 0s);
  EXPECT_EQ(heard, 2);
  const auto timer = node->create_wall_timer(1ms, [&] { context->shutdown("the test says so"); });
  rclcpp::spin(node);
  EXPECT_FALSE(context->is_valid());
}

TEST(Spinning, CodesOfAWaitHaveNames) {
  COVERS("rclcpp::FutureReturnCode", "SUCCESS", "INTERRUPTED", "TIMEOUT");
  COVERS("rclcpp/future_return_code.hpp rclcpp", "operator<<", "to_string");
  using rclcpp::FutureReturnCode;
  EXPECT_EQ(rclcpp::to_string(FutureReturnCode::SUCCESS), "SUCCESS (0)");
  EXPECT_EQ(rclcpp::to_string(FutureReturnCode::INTERRUPTED), "INTERRUPTED (1)");
  std::ostringstream out;
  out << FutureReturnCode::TIMEOUT;
  EXPECT_EQ(out.str(), "TIMEOUT (2)");
  const auto context = std::make_shared<rclcpp::Context>();
  context->init(0, nullptr);
  const auto node = std::make_shared<rclcpp::Node>("ended", rclcpp::NodeOptions().context(context));
  rclcpp::ExecutorOptions options;
  options.context = context;
  rclcpp::executors::SingleThreadedExecutor executor(options);
  executor.add_node(node);
  context->shutdown("the test says so");
  std::promise<void> never;
  EXPECT_EQ(executor.spin_until_future_complete(never.get_future().share()),
            FutureReturnCode::INTERRUPTED);
}

}  // namespace
