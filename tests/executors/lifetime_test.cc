// What comes and goes while an executor runs, in any order.
#include <example_interfaces/srv/add_two_ints.hpp>

#include "policies.hpp"

namespace {

class LifetimeTest : public ExecutorTest {};
HELD_TO_EVERY_POLICY(LifetimeTest);

TEST_P(LifetimeTest, NodesMayComeAndGoWhileItSpins) {
  const auto out = talk();
  int rounds = 0;
  spin_until([&] { return rounds == 10; },
             [&] {
               const auto node = make_node("passing");
               auto heard = std::make_shared<std::atomic<int>>(0);
               const auto in = node->create_subscription<String>(
                   "topic", 10, [heard](const String&) { ++*heard; });
               executor_.add_node(node);
               while (*heard == 0) {
                 out->publish(text("x"));
                 std::this_thread::yield();
               }
               executor_.remove_node(node);
               ++rounds;
             });
}

TEST_P(LifetimeTest, NothingOfANodeStartsOnceItIsRemoved) {
  const auto in = listen();
  talk()->publish(text("x"));
  executor_.remove_node(node_);
  executor_.spin_all(1h);
  EXPECT_TRUE(heard_.empty());
}

TEST_P(LifetimeTest, ANodeMayBeDestroyedInItsOwnCallback) {
  auto node = make_node("doomed");
  rclcpp::Subscription<String>::SharedPtr in;
  bool called = false;
  in = node->create_subscription<String>("topic", 10, [&](const String&) {
    in.reset();
    node.reset();
    called = true;
    executor_.cancel();
  });
  executor_.add_node(node);
  talk()->publish(text("x"));
  executor_.spin();
  EXPECT_TRUE(called);
  EXPECT_EQ(node, nullptr);
  executor_.spin_some();
}

TEST_P(LifetimeTest, ANodeMayRemoveItselfInACallback) {
  const auto node = make_node("leaves");
  std::atomic<int> ticks{0};
  const auto timer = node->create_wall_timer(1ns, [&] {
    ++ticks;
    executor_.remove_node(node);
  });
  executor_.add_node(node);
  spin_until(
      [&] { return !node->get_node_base_interface()->get_associated_with_executor_atomic(); });
  EXPECT_EQ(ticks, 1);
}

TEST_P(LifetimeTest, ATimerAndItsNodeMayBeDestroyedInItsCallback) {
  auto node = make_node("doomed");
  rclcpp::TimerBase::SharedPtr timer;
  int ticks = 0;
  timer = node->create_wall_timer(1ms, [&] {
    ++ticks;
    timer.reset();
    node.reset();
    executor_.cancel();
  });
  executor_.add_node(node);
  executor_.spin();
  EXPECT_EQ(ticks, 1);
}

TEST_P(LifetimeTest, AServiceAndItsNodeMayBeDestroyedInItsCallback) {
  using AddTwoInts = example_interfaces::srv::AddTwoInts;
  auto node = make_node("doomed");
  rclcpp::Service<AddTwoInts>::SharedPtr service;
  service = node->create_service<AddTwoInts>(
      "add",
      [&](const AddTwoInts::Request::SharedPtr request, AddTwoInts::Response::SharedPtr response) {
        response->sum = request->a + request->b;
        service.reset();
        node.reset();
      });
  executor_.add_node(node);
  const auto client = node_->create_client<AddTwoInts>("add");
  auto request = std::make_shared<AddTwoInts::Request>();
  request->a = 2;
  request->b = 3;
  const auto future = client->async_send_request(request).share();
  EXPECT_EQ(executor_.spin_until_future_complete(future), rclcpp::FutureReturnCode::SUCCESS);
  EXPECT_EQ(future.get()->sum, 5);
}

TEST_P(LifetimeTest, ItMayEndWithWorkWaiting) {
  auto node = make_node("left");
  int heard = 0;
  const auto in = node->create_subscription<String>("topic", 10, [&](const String&) { ++heard; });
  const auto timer = node->create_wall_timer(1ns, [] {});
  {
    const auto owned = make_other();
    rclcpp::Executor& other = *owned;
    other.add_node(node);
    talk()->publish(text("a"));
    talk()->publish(text("b"));
    other.spin_once();
  }
  timer->cancel();
  executor_.add_node(node);  // what waited still runs
  executor_.spin_all(1h);
  EXPECT_EQ(heard, 2);
  executor_.remove_node(node);
}

TEST_P(LifetimeTest, TheExecutorMayEndBeforeTheNode) {
  auto other = make_other();
  const auto node = make_node("left");
  other->add_node(node);
  const auto timer = node->create_wall_timer(0ns, [] {});
  other->spin_some();
  other.reset();
  executor_.add_node(node);
  executor_.spin_some();
}

TEST_P(LifetimeTest, ExceptionsOfEveryKindOfCallbackReachTheSpinner) {
  using AddTwoInts = example_interfaces::srv::AddTwoInts;
  auto timer = node_->create_wall_timer(1ns, [] { throw std::domain_error("timer"); });
  EXPECT_THROW(executor_.spin(), std::domain_error);
  timer.reset();
  auto service = node_->create_service<AddTwoInts>(
      "add", [](const AddTwoInts::Request::SharedPtr, AddTwoInts::Response::SharedPtr) {
        throw std::length_error("service");
      });
  const auto client = node_->create_client<AddTwoInts>("add");
  client->async_send_request(std::make_shared<AddTwoInts::Request>());
  EXPECT_THROW(executor_.spin(), std::length_error);
  service = node_->create_service<AddTwoInts>(
      "add", [](const AddTwoInts::Request::SharedPtr, AddTwoInts::Response::SharedPtr) {});
  client->async_send_request(
      std::make_shared<AddTwoInts::Request>(),
      [](rclcpp::Client<AddTwoInts>::SharedFuture) { throw std::range_error("client"); });
  EXPECT_THROW(executor_.spin(), std::range_error);
  EXPECT_FALSE(executor_.is_spinning());
  const auto in = listen();  // and the group is free
  talk()->publish(text("still works"));
  executor_.spin_all(1h);
  EXPECT_EQ(heard_, std::vector<std::string>{"still works"});
}

TEST_P(LifetimeTest, ANodeOrGroupThatIsNullIsRefused) {
  rclcpp::Executor& executor = executor_;
  const rclcpp::Node::SharedPtr no_node;
  const rclcpp::node_interfaces::NodeBaseInterface::SharedPtr no_base;
  EXPECT_THROW(executor.add_node(no_node), std::invalid_argument);
  EXPECT_THROW(executor.add_node(no_base), std::invalid_argument);
  EXPECT_THROW(executor.remove_node(no_node), std::invalid_argument);
  EXPECT_THROW(executor.remove_node(no_base), std::invalid_argument);
  EXPECT_THROW(executor.add_callback_group(nullptr, no_base), std::invalid_argument);
  EXPECT_THROW(executor.remove_callback_group(nullptr), std::invalid_argument);
}

TEST_P(LifetimeTest, CancelInterruptsAWaitForAFuture) {
  std::promise<void> never;
  const auto future = never.get_future().share();
  const auto timer = node_->create_wall_timer(1ms, [&] { executor_.cancel(); });
  EXPECT_EQ(executor_.spin_until_future_complete(future), rclcpp::FutureReturnCode::INTERRUPTED);
}

TEST_P(LifetimeTest, CancelEndsSpinAll) {
  const auto out = talk();
  const auto in = node_->create_subscription<String>("topic", 10, [&](const String&) {
    out->publish(text("again"));
    executor_.cancel();
  });
  out->publish(text("first"));
  executor_.spin_all(1h);
  EXPECT_FALSE(executor_.is_spinning());
}

}  // namespace
