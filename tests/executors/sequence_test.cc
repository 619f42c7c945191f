// Sequences: callbacks in rounds and in a fixed order, after rclc's executor and the patterns that
// it is meant for.
#include <example_interfaces/srv/add_two_ints.hpp>

#include <gmock/gmock.h>

#include <rclcpp/executors/callback_isolated_executor.hpp>

#include "executors.hpp"

namespace {

using ::testing::ElementsAre;

class SequenceTest : public ::testing::Test {
 protected:
  SequenceTest() { executor_.add_node(node_); }

  rclcpp::Subscription<String>::SharedPtr listener(const std::string& topic,
                                                   std::size_t depth = 10) {
    return node_->create_subscription<String>(topic, depth, [this, topic](const String& message) {
      heard_.push_back(topic + message.data);
    });
  }
  rclcpp::Publisher<String>::SharedPtr talker(const std::string& topic) {
    return node_->create_publisher<String>(topic, 10);
  }
  std::vector<std::string> heard() { return std::exchange(heard_, {}); }

  const rclcpp::Node::SharedPtr node_ = std::make_shared<rclcpp::Node>("robot");
  rclcpp::executors::SingleThreadedExecutor executor_;
  std::vector<std::string> heard_;
};

// Sense, plan, act: the sensing one runs when laser and IMU are both there.
TEST_F(SequenceTest, FusionWaitsForBothSensorsAndThenReadsThemInItsOrder) {
  const auto laser = listener("laser"), imu = listener("imu");
  const auto to_laser = talker("laser"), to_imu = talker("imu");
  executor_.enable_callback_sequence({rclcpp::trigger_all()}, laser, imu);
  to_imu->publish(text("1"));
  to_imu->publish(text("2"));
  executor_.spin_some();
  EXPECT_THAT(heard(), ElementsAre());
  to_laser->publish(text("1"));
  executor_.spin_some();
  EXPECT_THAT(heard(), ElementsAre("laser1", "imu1"));
  executor_.spin_some();
  EXPECT_THAT(heard(), ElementsAre());
}

// What a trigger holds back waits in its history: the oldest are dropped there.
TEST_F(SequenceTest, HistorySaysWhichMessagesATriggerKeeps) {
  const auto laser = listener("laser"), imu = listener("imu", 1);
  const auto to_imu = talker("imu");
  executor_.enable_callback_sequence({rclcpp::trigger_one(0)}, laser, imu);
  for (const char* number : {"1", "2", "3"}) to_imu->publish(text(number));
  executor_.spin_some();
  talker("laser")->publish(text("1"));
  executor_.spin_some();
  EXPECT_THAT(heard(), ElementsAre("laser1", "imu3"));
}

// Obstacle avoidance between sensing and planning: the order of the sequence, not of arrival.
TEST_F(SequenceTest, TheOrderIsThatOfTheSequence) {
  const auto sense = listener("sense"), avoid = listener("avoid"), plan = listener("plan");
  executor_.enable_callback_sequence({}, sense, avoid, plan);
  for (const char* topic : {"plan", "avoid", "sense"}) talker(topic)->publish(text(""));
  executor_.spin_once();
  EXPECT_THAT(heard(), ElementsAre("sense", "avoid", "plan"));
}

// Seed 004, 6.2: publish only when a message has come since.
TEST_F(SequenceTest, ATimerPublishesOnlyWithANewMessage) {
  const auto in = listener("in");
  const auto timer = node_->create_wall_timer(1ns, [this] { heard_.push_back("timer"); });
  const auto to_in = talker("in");
  executor_.enable_callback_sequence({rclcpp::trigger_all()}, in, timer);
  for (int i = 0; i < 5; ++i) executor_.spin_some();
  EXPECT_THAT(heard(), ElementsAre());
  to_in->publish(text("1"));
  while (!timer->is_ready()) std::this_thread::yield();
  executor_.spin_some();
  EXPECT_THAT(heard(), ElementsAre("in1", "timer"));
  for (int i = 0; i < 5; ++i) executor_.spin_some();
  EXPECT_THAT(heard(), ElementsAre());
}

// Logical execution time: a callback that publishes is heard in the next round, and does not change
// what the others of its round have read.
TEST_F(SequenceTest, WithLetARoundReadsEverythingBeforeItsFirstCallback) {
  const auto to_b = talker("b");
  const auto a = node_->create_subscription<String>("a", 10, [&](const String& message) {
    heard_.push_back("a" + message.data);
    to_b->publish(text("2"));
  });
  const auto b = listener("b", 1);  // keeps one: it would have lost the first
  const auto timer = node_->create_wall_timer(1ns, [this] { heard_.push_back("tick"); });
  executor_.enable_callback_sequence({rclcpp::trigger_one(2), true}, a, b, timer);
  talker("a")->publish(text("1"));
  to_b->publish(text("1"));
  while (!timer->is_ready()) std::this_thread::yield();
  executor_.spin_some();
  EXPECT_THAT(heard(), ElementsAre("a1", "b1", "tick"));
  timer->reset();
  while (!timer->is_ready()) std::this_thread::yield();
  executor_.spin_some();
  EXPECT_THAT(heard(), ElementsAre("b2", "tick"));
}

TEST_F(SequenceTest, ATriggerOfTheUserDecides) {
  const auto left = listener("left"), right = listener("right"), stop = listener("stop");
  const auto both_or_stop = [](const std::vector<bool>& ready) {
    return (ready[0] && ready[1]) || ready[2];
  };
  executor_.enable_callback_sequence({both_or_stop}, left, right, stop);
  talker("left")->publish(text(""));
  executor_.spin_some();
  EXPECT_THAT(heard(), ElementsAre());
  talker("stop")->publish(text(""));
  executor_.spin_some();
  EXPECT_THAT(heard(), ElementsAre("left", "stop"));
}

// A program of many threads too, from messages that another thread sends.
TEST_F(SequenceTest, SpinRunsRoundsOnOneThreadAndNothingIsLost) {
  constexpr int kEach = 200;
  FourThreads four;
  executor_.remove_node(node_);
  four.add_node(node_);
  std::set<std::thread::id> threads;
  std::atomic<int> pairs{0};
  int left = 0, right = 0;
  const auto group = node_->create_callback_group(rclcpp::CallbackGroupType::Reentrant);
  rclcpp::SubscriptionOptions options;
  options.callback_group = group;
  const rclcpp::QoS all = rclcpp::QoS(rclcpp::KeepAll());
  const auto first = node_->create_subscription<String>(
      "left", all,
      [&](const String&) {
        ++left;
        threads.insert(std::this_thread::get_id());
      },
      options);
  const auto second = node_->create_subscription<String>(
      "right", all,
      [&](const String&) {
        EXPECT_EQ(left, ++right);
        threads.insert(std::this_thread::get_id());
        ++pairs;
      },
      options);
  four.enable_callback_sequence({rclcpp::trigger_all()}, first, second);
  const auto to_left = node_->create_publisher<String>("left", all);
  const auto to_right = node_->create_publisher<String>("right", all);
  std::thread sender([&] {
    for (int i = 0; i < kEach; ++i) {
      to_left->publish(text(""));
      to_right->publish(text(""));
    }
  });
  std::thread spinner([&] { four.spin(); });
  while (pairs < kEach) std::this_thread::yield();
  four.cancel();
  spinner.join();
  sender.join();
  EXPECT_EQ(threads.size(), 1u);
}

TEST_F(SequenceTest, ARequestIsAnsweredBetweenRoundsAndInThem) {
  using AddTwoInts = example_interfaces::srv::AddTwoInts;
  const auto answer = [this](const std::shared_ptr<AddTwoInts::Request>& request,
                             const std::shared_ptr<AddTwoInts::Response>& response) {
    heard_.push_back("service");
    response->sum = request->a;
  };
  const auto named = node_->create_service<AddTwoInts>("named", answer);
  const auto other = node_->create_service<AddTwoInts>("other", answer);
  const auto laser = listener("laser");
  executor_.enable_callback_sequence({rclcpp::trigger_all()}, named, laser);
  const auto to_named = node_->create_client<AddTwoInts>("named");
  const auto to_other = node_->create_client<AddTwoInts>("other");
  auto held = to_named->async_send_request(std::make_shared<AddTwoInts::Request>());
  auto answered = to_other->async_send_request(std::make_shared<AddTwoInts::Request>());
  EXPECT_EQ(executor_.spin_until_future_complete(answered), rclcpp::FutureReturnCode::SUCCESS);
  EXPECT_THAT(heard(), ElementsAre("service"));
  talker("laser")->publish(text(""));
  EXPECT_EQ(executor_.spin_until_future_complete(held), rclcpp::FutureReturnCode::SUCCESS);
  EXPECT_THAT(heard(), ElementsAre("service", "laser"));
}

// A node that goes on to another executor takes with it what a trigger held back.
TEST_F(SequenceTest, ANodeTakesWhatWasHeldBackToItsNextExecutor) {
  const auto laser = listener("laser"), imu = listener("imu");
  executor_.enable_callback_sequence({rclcpp::trigger_all()}, laser, imu);
  talker("imu")->publish(text("1"));
  executor_.spin_some();
  executor_.remove_node(node_);
  rclcpp::executors::SingleThreadedExecutor next;
  next.add_node(node_);
  next.spin_some();
  EXPECT_THAT(heard(), ElementsAre("imu1"));
}

TEST_F(SequenceTest, AnExecutorWhoseGroupsHaveThreadsRefusesIt) {
  const auto laser = listener("laser");
  rclcpp::executors::CallbackIsolatedExecutor isolated;
  EXPECT_THROW(isolated.enable_callback_sequence({}, laser), std::runtime_error);
}

// Else a trigger of several callbacks would wait for ever in each of their groups.
TEST_F(SequenceTest, AFileLeavesGroupsWithThreadsOfTheirOwnInTheOrderOfArrival) {
  const PolicyInForce file(
      "order: sequence\ntrigger: all\ncallbacks:\n"
      "  - {id: \"/robot@Subscription(/laser)\"}\n  - {id: \"/robot@Subscription(/imu)\"}\n");
  const auto context = std::make_shared<rclcpp::Context>();
  context->init(0, nullptr);
  rclcpp::ExecutorOptions options;
  options.context = context;
  rclcpp::executors::CallbackIsolatedExecutor isolated(options);
  const auto node = std::make_shared<rclcpp::Node>("robot", rclcpp::NodeOptions().context(context));
  isolated.add_node(node);
  const auto imu =
      node->create_subscription<String>("imu", 10, [&](const String&) { isolated.cancel(); });
  const auto laser = node->create_subscription<String>("laser", 10, [](const String&) {});
  node->create_publisher<String>("imu", 10)->publish(text(""));
  isolated.spin();
  context->shutdown("end of the test");
}

TEST_F(SequenceTest, NothingIsSequencedThatIsNotThereOrWhileItSpins) {
  const rclcpp::Subscription<String>::SharedPtr nobody;
  EXPECT_THROW(executor_.enable_callback_sequence({}, nobody), std::invalid_argument);
  const auto laser = listener("laser");
  const auto timer = node_->create_wall_timer(1ns, [&] {
    EXPECT_THROW(executor_.enable_callback_sequence({}, laser), std::runtime_error);
    executor_.cancel();
  });
  executor_.spin();
}

}  // namespace
