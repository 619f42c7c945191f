// The orders that an executor can be given: which callback runs next.
#include <example_interfaces/srv/add_two_ints.hpp>

#include <gmock/gmock.h>

#include <atomic>

#include "executors.hpp"

namespace {

template <class Executor>
class OrderTest : public ExecutorTest<Executor> {
 protected:
  using AddTwoInts = example_interfaces::srv::AddTwoInts;

  rclcpp::Subscription<String>::SharedPtr listener(const std::string& topic) {
    return this->node_->template create_subscription<String>(
        topic, 10, [this, topic](const String&) { this->hear(topic); });
  }
  /// By a callback; the callbacks of the node run one at a time.
  void hear(const std::string& what) {
    this->heard_.push_back(what);
    ++calls_;
  }
  /// A timer that is due, once.
  rclcpp::TimerBase::SharedPtr due_timer() {
    const auto timer = this->node_->create_wall_timer(1ns, [this] { this->hear("timer"); });
    while (!timer->is_ready()) std::this_thread::yield();
    return timer;
  }

  /// How often hear() was called: this alone may be read while the executor spins.
  std::atomic<int> calls_{0};
};

// A user's queue of events has an order of its own.
using Ordered = ::testing::Types<rclcpp::executors::SingleThreadedExecutor,
                                 rclcpp::executors::StaticSingleThreadedExecutor, FourThreads,
                                 rclcpp::experimental::executors::EventsExecutor>;
struct NameOfOrdered {
  template <class Executor>
  static std::string GetName(int index) {
    return std::vector<std::string>{"SingleThreaded", "StaticSingleThreaded", "MultiThreaded",
                                    "Events"}[static_cast<std::size_t>(index)];
  }
};
TYPED_TEST_SUITE(OrderTest, Ordered, NameOfOrdered);

TYPED_TEST(OrderTest, TheHighestPriorityRunsFirstWhateverItsKind) {
  const auto low = this->listener("low"), high = this->listener("high");
  const auto plain = this->listener("plain");
  const auto service = this->node_->template create_service<typename TestFixture::AddTwoInts>(
      "add", [this](const std::shared_ptr<typename TestFixture::AddTwoInts::Request>&,
                    const std::shared_ptr<typename TestFixture::AddTwoInts::Response>&) {
        this->hear("service");
      });
  const auto client = this->node_->template create_client<typename TestFixture::AddTwoInts>("add");
  this->executor_.enable_callback_priority();
  this->executor_.set_callback_priority(low, -1);
  this->executor_.set_callback_priority(high, 7);
  this->executor_.set_callback_priority(service, 3);
  for (const char* topic : {"low", "plain", "high"}) this->talk(topic)->publish(text(""));
  client->async_send_request(std::make_shared<typename TestFixture::AddTwoInts::Request>());
  this->spin_until([&] { return this->calls_ >= 4; });
  EXPECT_EQ(this->heard_, (std::vector<std::string>{"high", "service", "plain", "low"}));
}

TYPED_TEST(OrderTest, ATimerRunsInThePlaceOfItsPriority) {
  const auto low = this->listener("low"), high = this->listener("high");
  const auto timer = this->due_timer();
  this->executor_.enable_callback_priority();
  this->executor_.set_callback_priority(high, 7);
  this->executor_.set_callback_priority(timer, 5);
  this->talk("low")->publish(text(""));
  this->talk("high")->publish(text(""));
  this->executor_.spin_once();
  this->executor_.spin_once();
  EXPECT_EQ(this->heard_, (std::vector<std::string>{"high", "timer"}));
  timer->cancel();
  this->executor_.spin_some();
  EXPECT_EQ(this->heard_.back(), "low");
}

TYPED_TEST(OrderTest, TheEarliestDeadlineRunsFirstAndWhatHasNoneLast) {
  const auto none = this->listener("none"), late = this->listener("late");
  const auto soon = this->listener("soon");
  this->executor_.enable_callback_deadlines();
  this->executor_.set_callback_deadline(late, 1h);
  this->executor_.set_callback_deadline(soon, 1ms);
  for (const char* topic : {"none", "late", "soon"}) this->talk(topic)->publish(text(""));
  this->spin_until([&] { return this->calls_ >= 3; });
  EXPECT_EQ(this->heard_, (std::vector<std::string>{"soon", "late", "none"}));
}

TYPED_TEST(OrderTest, AMessageThatIsMoreUrgentPassesABacklog) {
  const auto high = this->listener("high");
  const auto to_high = this->talk("high");
  const auto low =
      this->node_->template create_subscription<String>("low", 10, [&](const String& message) {
        this->hear(message.data);
        if (message.data == "2") to_high->publish(text(""));
      });
  this->executor_.enable_callback_priority();
  this->executor_.set_callback_priority(high, 1);
  const auto to_low = this->talk("low");
  for (const char* number : {"1", "2", "3", "4"}) to_low->publish(text(number));
  this->spin_until([&] { return this->calls_ >= 5; });
  EXPECT_EQ(this->heard_, (std::vector<std::string>{"1", "2", "high", "3", "4"}));
}

TYPED_TEST(OrderTest, NothingIsSetOfAnEntityThatIsNotThere) {
  const rclcpp::Subscription<String>::SharedPtr nobody;
  EXPECT_THROW(this->executor_.set_callback_priority(nobody, 1), std::invalid_argument);
  const auto alone = std::make_shared<rclcpp::WallTimer<void (*)()>>(
      1s, [] {}, rclcpp::contexts::get_global_default_context());
  EXPECT_THROW(this->executor_.set_callback_deadline(alone, 1s), std::invalid_argument);
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
