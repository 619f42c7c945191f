// The orders that an executor can be given: which callback runs next.
#include <example_interfaces/srv/add_two_ints.hpp>

#include <gmock/gmock.h>

#include <atomic>

#include "policies.hpp"

namespace {

class OrderTest : public ExecutorTest {
 protected:
  using AddTwoInts = example_interfaces::srv::AddTwoInts;

  rclcpp::Subscription<String>::SharedPtr listener(const std::string& topic) {
    return node_->create_subscription<String>(topic, 10,
                                              [this, topic](const String&) { hear(topic); });
  }
  /// By a callback; the callbacks of the node run one at a time.
  void hear(const std::string& what) {
    heard_.push_back(what);
    ++calls_;
  }
  /// A timer that is due, once.
  rclcpp::TimerBase::SharedPtr due_timer() {
    const auto timer = node_->create_wall_timer(1ns, [this] { hear("timer"); });
    while (!timer->is_ready()) std::this_thread::yield();
    return timer;
  }

  /// How often hear() was called: this alone may be read while the executor spins.
  std::atomic<int> calls_{0};
};

// Where no file gives an order. A user's queue of events has one of its own.
INSTANTIATE_TEST_SUITE_P(Each, OrderTest, testing::ValuesIn(pairs_where([](const Pair& pair) {
                           return !pair.executor->own_queue &&
                                  (*pair.policy->yaml == '\0' ||
                                   std::string(pair.policy->name) == "ThreadOfEachGroup");
                         })),
                         [](const auto& info) { return info.param.name(); });

TEST_P(OrderTest, TheHighestPriorityRunsFirstWhateverItsKind) {
  const auto low = listener("low"), high = listener("high");
  const auto plain = listener("plain");
  const auto service = node_->create_service<AddTwoInts>(
      "add", [this](const std::shared_ptr<AddTwoInts::Request>&,
                    const std::shared_ptr<AddTwoInts::Response>&) { hear("service"); });
  const auto client = node_->create_client<AddTwoInts>("add");
  executor_.enable_callback_priority();
  executor_.set_callback_priority(low, -1);
  executor_.set_callback_priority(high, 7);
  executor_.set_callback_priority(service, 3);
  for (const char* topic : {"low", "plain", "high"}) talk(topic)->publish(text(""));
  client->async_send_request(std::make_shared<AddTwoInts::Request>());
  spin_until([&] { return calls_ >= 4; });
  EXPECT_EQ(heard_, (std::vector<std::string>{"high", "service", "plain", "low"}));
}

TEST_P(OrderTest, ATimerRunsInThePlaceOfItsPriority) {
  const auto low = listener("low"), high = listener("high");
  const auto timer = due_timer();
  executor_.enable_callback_priority();
  executor_.set_callback_priority(high, 7);
  executor_.set_callback_priority(timer, 5);
  talk("low")->publish(text(""));
  talk("high")->publish(text(""));
  executor_.spin_once();
  executor_.spin_once();
  EXPECT_EQ(heard_, (std::vector<std::string>{"high", "timer"}));
  timer->cancel();
  executor_.spin_some();
  EXPECT_EQ(heard_.back(), "low");
}

TEST_P(OrderTest, TheEarliestDeadlineRunsFirstAndWhatHasNoneLast) {
  const auto none = listener("none"), late = listener("late");
  const auto soon = listener("soon");
  executor_.enable_callback_deadlines();
  executor_.set_callback_deadline(late, 1h);
  executor_.set_callback_deadline(soon, 1ms);
  for (const char* topic : {"none", "late", "soon"}) talk(topic)->publish(text(""));
  spin_until([&] { return calls_ >= 3; });
  EXPECT_EQ(heard_, (std::vector<std::string>{"soon", "late", "none"}));
}

TEST_P(OrderTest, AMessageThatIsMoreUrgentPassesABacklog) {
  const auto high = listener("high");
  const auto to_high = talk("high");
  const auto low = node_->create_subscription<String>("low", 10, [&](const String& message) {
    hear(message.data);
    if (message.data == "2") to_high->publish(text(""));
  });
  executor_.enable_callback_priority();
  executor_.set_callback_priority(high, 1);
  const auto to_low = talk("low");
  for (const char* number : {"1", "2", "3", "4"}) to_low->publish(text(number));
  spin_until([&] { return calls_ >= 5; });
  EXPECT_EQ(heard_, (std::vector<std::string>{"1", "2", "high", "3", "4"}));
}

TEST_P(OrderTest, NothingIsSetOfAnEntityThatIsNotThere) {
  const rclcpp::Subscription<String>::SharedPtr nobody;
  EXPECT_THROW(executor_.set_callback_priority(nobody, 1), std::invalid_argument);
  const auto alone = std::make_shared<rclcpp::WallTimer<void (*)()>>(
      1s, [] {}, rclcpp::contexts::get_global_default_context());
  EXPECT_THROW(executor_.set_callback_deadline(alone, 1s), std::invalid_argument);
}

TEST(OrderFromAFile, HoldsForAProgramThatKnowsNothingOfIt) {
  const PolicyInForce file(
      "order: priority\n"
      "callbacks:\n"
      "  - {id: \"/ns/worker@Subscription(/ns/urgent)\", priority: 9}\n"
      "  - {id: \"/ns/worker@Timer(1000000)\", priority: 5}\n"
      "  - {id: /ns/worker, priority: 2}\n");
  const auto context = std::make_shared<rclcpp::Context>();
  context->init(0, nullptr);
  const auto node =
      std::make_shared<rclcpp::Node>("worker", "ns", rclcpp::NodeOptions().context(context));
  const auto other =
      std::make_shared<rclcpp::Node>("other", "ns", rclcpp::NodeOptions().context(context));
  rclcpp::ExecutorOptions options;
  options.context = context;
  rclcpp::executors::SingleThreadedExecutor executor(options);
  executor.add_node(node);
  executor.add_node(other);
  std::vector<std::string> ran;
  const auto hears = [&](const rclcpp::Node::SharedPtr& where, const std::string& topic) {
    return where->create_subscription<String>(
        topic, 10, [&ran, topic](const String&) { ran.push_back(topic); });
  };
  const auto unnamed = hears(other, "unnamed"), plain = hears(node, "plain");
  const auto urgent = hears(node, "urgent");
  const auto timer = node->create_wall_timer(1ms, [&] { ran.push_back("timer"); });
  for (const char* topic : {"unnamed", "plain", "urgent"}) {
    node->create_publisher<String>(topic, 10)->publish(text(""));
  }
  while (!timer->is_ready()) std::this_thread::yield();
  executor.spin_once();
  executor.spin_once();
  timer->cancel();
  executor.spin_once();
  executor.spin_once();
  EXPECT_EQ(ran, (std::vector<std::string>{"urgent", "timer", "plain", "unnamed"}));
  context->shutdown("end of the test");
}

TEST(OrderFromAFile, IsRefusedAtTheStartIfItIsWrong) {
  const PolicyInForce file("order: fastest\n");
  const auto context = std::make_shared<rclcpp::Context>();
  try {
    context->init(0, nullptr);
    FAIL() << "it was taken";
  } catch (const std::exception& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("line 1: order is 'fastest'. Give arrival"));
  }
}

}  // namespace
