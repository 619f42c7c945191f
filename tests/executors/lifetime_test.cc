// What comes and goes while an executor runs, in any order.
#include <example_interfaces/srv/add_two_ints.hpp>

#include "executors.hpp"

namespace {

template <class Executor>
class LifetimeTest : public ExecutorTest<Executor> {
 protected:
  static rclcpp::Node::SharedPtr make(const std::string& name) {
    return std::make_shared<rclcpp::Node>(name);
  }
};
TYPED_TEST_SUITE(LifetimeTest, Executors, NameOfExecutor);

TYPED_TEST(LifetimeTest, NodesMayComeAndGoWhileItSpins) {
  const auto out = this->talk();
  int rounds = 0;
  this->spin_until([&] { return rounds == 10; },
                   [&] {
                     const auto node = this->make("passing");
                     auto heard = std::make_shared<std::atomic<int>>(0);
                     const auto in = node->template create_subscription<String>(
                         "topic", 10, [heard](const String&) { ++*heard; });
                     this->executor_.add_node(node);
                     while (*heard == 0) {
                       out->publish(text("x"));
                       std::this_thread::yield();
                     }
                     this->executor_.remove_node(node);
                     ++rounds;
                   });
}

TYPED_TEST(LifetimeTest, NothingOfANodeStartsOnceItIsRemoved) {
  const auto in = this->listen();
  this->talk()->publish(text("x"));
  this->executor_.remove_node(this->node_);
  this->executor_.spin_all(1h);
  EXPECT_TRUE(this->heard_.empty());
}

TYPED_TEST(LifetimeTest, ANodeMayBeDestroyedInItsOwnCallback) {
  auto node = this->make("doomed");
  rclcpp::Subscription<String>::SharedPtr in;
  bool called = false;
  in = node->template create_subscription<String>("topic", 10, [&](const String&) {
    in.reset();
    node.reset();
    called = true;
    this->executor_.cancel();
  });
  this->executor_.add_node(node);
  this->talk()->publish(text("x"));
  this->executor_.spin();
  EXPECT_TRUE(called);
  EXPECT_EQ(node, nullptr);
  this->executor_.spin_some();
}

TYPED_TEST(LifetimeTest, ATimerAndItsNodeMayBeDestroyedInItsCallback) {
  auto node = this->make("doomed");
  rclcpp::TimerBase::SharedPtr timer;
  int ticks = 0;
  timer = node->create_wall_timer(1ms, [&] {
    ++ticks;
    timer.reset();
    node.reset();
    this->executor_.cancel();
  });
  this->executor_.add_node(node);
  this->executor_.spin();
  EXPECT_EQ(ticks, 1);
}

TYPED_TEST(LifetimeTest, AServiceAndItsNodeMayBeDestroyedInItsCallback) {
  using AddTwoInts = example_interfaces::srv::AddTwoInts;
  auto node = this->make("doomed");
  rclcpp::Service<AddTwoInts>::SharedPtr service;
  service = node->template create_service<AddTwoInts>(
      "add",
      [&](const AddTwoInts::Request::SharedPtr request, AddTwoInts::Response::SharedPtr response) {
        response->sum = request->a + request->b;
        service.reset();
        node.reset();
      });
  this->executor_.add_node(node);
  const auto client = this->node_->template create_client<AddTwoInts>("add");
  auto request = std::make_shared<AddTwoInts::Request>();
  request->a = 2;
  request->b = 3;
  const auto future = client->async_send_request(request).share();
  EXPECT_EQ(this->executor_.spin_until_future_complete(future), rclcpp::FutureReturnCode::SUCCESS);
  EXPECT_EQ(future.get()->sum, 5);
}

TYPED_TEST(LifetimeTest, ItMayEndWithWorkWaiting) {
  auto node = this->make("left");
  int heard = 0;
  const auto in =
      node->template create_subscription<String>("topic", 10, [&](const String&) { ++heard; });
  const auto timer = node->create_wall_timer(1ns, [&] { ++heard; });
  {
    TypeParam other;
    other.add_node(node);
    this->talk()->publish(text("a"));
    this->talk()->publish(text("b"));
    other.spin_once();
  }
  timer->cancel();
  this->executor_.add_node(node);  // what waited still runs
  this->executor_.spin_all(1h);
  EXPECT_GE(heard, 3);
  this->executor_.remove_node(node);
}

TYPED_TEST(LifetimeTest, TheExecutorMayEndBeforeTheNode) {
  auto other = std::make_unique<TypeParam>();
  const auto node = this->make("left");
  other->add_node(node);
  const auto timer = node->create_wall_timer(0ns, [] {});
  other->spin_some();
  other.reset();
  this->executor_.add_node(node);
  this->executor_.spin_some();
}

TYPED_TEST(LifetimeTest, ExceptionsOfEveryKindOfCallbackReachTheSpinner) {
  using AddTwoInts = example_interfaces::srv::AddTwoInts;
  auto timer = this->node_->create_wall_timer(1ns, [] { throw std::domain_error("timer"); });
  EXPECT_THROW(this->executor_.spin(), std::domain_error);
  timer.reset();
  auto service = this->node_->template create_service<AddTwoInts>(
      "add", [](const AddTwoInts::Request::SharedPtr, AddTwoInts::Response::SharedPtr) {
        throw std::length_error("service");
      });
  const auto client = this->node_->template create_client<AddTwoInts>("add");
  client->async_send_request(std::make_shared<AddTwoInts::Request>());
  EXPECT_THROW(this->executor_.spin(), std::length_error);
  service = this->node_->template create_service<AddTwoInts>(
      "add", [](const AddTwoInts::Request::SharedPtr, AddTwoInts::Response::SharedPtr) {});
  client->async_send_request(
      std::make_shared<AddTwoInts::Request>(),
      [](rclcpp::Client<AddTwoInts>::SharedFuture) { throw std::range_error("client"); });
  EXPECT_THROW(this->executor_.spin(), std::range_error);
  EXPECT_FALSE(this->executor_.is_spinning());
  const auto in = this->listen();  // and the group is free
  this->talk()->publish(text("still works"));
  this->executor_.spin_all(1h);
  EXPECT_EQ(this->heard_, std::vector<std::string>{"still works"});
}

TYPED_TEST(LifetimeTest, ANodeOrGroupThatIsNullIsRefused) {
  rclcpp::Executor& executor = this->executor_;
  const rclcpp::Node::SharedPtr no_node;
  const rclcpp::node_interfaces::NodeBaseInterface::SharedPtr no_base;
  EXPECT_THROW(executor.add_node(no_node), std::invalid_argument);
  EXPECT_THROW(executor.add_node(no_base), std::invalid_argument);
  EXPECT_THROW(executor.remove_node(no_node), std::invalid_argument);
  EXPECT_THROW(executor.remove_node(no_base), std::invalid_argument);
  EXPECT_THROW(executor.add_callback_group(nullptr, no_base), std::invalid_argument);
  EXPECT_THROW(executor.remove_callback_group(nullptr), std::invalid_argument);
}

TYPED_TEST(LifetimeTest, CancelInterruptsAWaitForAFuture) {
  std::promise<void> never;
  const auto future = never.get_future().share();
  const auto timer = this->node_->create_wall_timer(1ms, [&] { this->executor_.cancel(); });
  EXPECT_EQ(this->executor_.spin_until_future_complete(future),
            rclcpp::FutureReturnCode::INTERRUPTED);
}

TYPED_TEST(LifetimeTest, CancelEndsSpinAll) {
  const auto out = this->talk();
  const auto in =
      this->node_->template create_subscription<String>("topic", 10, [&](const String&) {
        out->publish(text("again"));
        this->executor_.cancel();
      });
  out->publish(text("first"));
  this->executor_.spin_all(1h);
  EXPECT_FALSE(this->executor_.is_spinning());
}

}  // namespace
