// What a policy says holds on every executor: the order, the threads, and that nothing is lost.
#include <example_interfaces/srv/add_two_ints.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "policies.hpp"

namespace {

using rclcpp::CallbackGroupType;
using ::testing::ElementsAre;
using Order = Policy::Order;

class PolicyTest : public ExecutorTest {
 protected:
  using AddTwoInts = example_interfaces::srv::AddTwoInts;

  /// It lives as long as the test: nodes hold their groups weakly.
  rclcpp::CallbackGroup::SharedPtr group(bool automatic = true) {
    groups_.push_back(
        node_->create_callback_group(CallbackGroupType::MutuallyExclusive, automatic));
    return groups_.back();
  }
  rclcpp::Subscription<String>::SharedPtr listener(const std::string& topic) {
    return node_->create_subscription<String>(topic, 10,
                                              [this, topic](const String&) { hear(topic); });
  }
  /// By a callback; the callbacks of the node run one at a time.
  void hear(const std::string& what) {
    heard_.push_back(what);
    ++calls_;
  }
  /// Of callbacks that are ready at once.
  static std::vector<std::string> names_in(Order order) {
    if (order == Order::kArrival) return {"low", "plain", "high", "add"};
    return {"high", "add", "plain", "low"};
  }

  /// How often hear() was called: this alone may be read while the executor spins.
  std::atomic<int> calls_{0};
  std::vector<rclcpp::CallbackGroup::SharedPtr> groups_;
};
HELD_TO_EVERY_POLICY(PolicyTest);

TEST_P(PolicyTest, WhatIsReadyRunsInItsOrder) {
  const auto low = listener("low"), plain = listener("plain"), high = listener("high");
  const auto service = node_->create_service<AddTwoInts>(
      "add", [this](const AddTwoInts::Request::SharedPtr, AddTwoInts::Response::SharedPtr) {
        hear("add");
      });
  const auto client = node_->create_client<AddTwoInts>("add");
  const auto fill = [&] {
    heard_.clear();
    for (const char* topic : {"low", "plain", "high"}) talk(topic)->publish(text(""));
    client->async_send_request(std::make_shared<AddTwoInts::Request>());
  };
  fill();
  executor_.spin_some();
  EXPECT_EQ(heard_, names_in(GetParam().order_of_spin_some()));
  executor_.spin_all(1h);  // the answer
  calls_ = 0;
  fill();
  spin_until([&] { return calls_ >= 4; });
  EXPECT_EQ(heard_, names_in(GetParam().order()));
}

// Urgent callbacks wait for the one that runs, and elsewhere for one of each backlog.
TEST_P(PolicyTest, ABacklogHoldsUpWhatIsMoreUrgentByOneCallbackAtMost) {
  const auto high = listener("high");
  const auto to_high = talk("high"), to_low = talk("low");
  const auto low = node_->create_subscription<String>("low", 10, [&](const String& message) {
    hear(message.data);
    if (message.data == "2") to_high->publish(text(""));
  });
  for (const char* number : {"1", "2", "3", "4"}) to_low->publish(text(number));
  spin_until([&] { return calls_ >= 5; });
  const auto found = std::find(heard_.begin(), heard_.end(), "high") - heard_.begin();
  EXPECT_GE(found, 2) << testing::PrintToString(heard_);
  const bool urgent_first =
      GetParam().order() != Order::kArrival && !GetParam().executor->own_queue;
  EXPECT_LE(found, urgent_first ? 2 : 3) << testing::PrintToString(heard_);
}

TEST_P(PolicyTest, NothingIsLostOfWhatManyThreadsSend) {
  constexpr int kEach = 200, kThreads = 3;
  const rclcpp::QoS all = rclcpp::QoS(kThreads * kEach);
  struct Heard {
    std::vector<std::string> of[kThreads];  // by sender
  } alone;
  std::atomic<int> in_alone{0}, in_shared{0};
  rclcpp::SubscriptionOptions in_group, reentrant;
  in_group.callback_group = group();
  groups_.push_back(node_->create_callback_group(CallbackGroupType::Reentrant));
  reentrant.callback_group = groups_.back();
  const auto first = node_->create_subscription<String>(
      "topic", all,
      [&](const String& message) {
        alone.of[message.data[0] - '0'].push_back(message.data.substr(1));
        ++in_alone;
      },
      in_group);
  const auto second = node_->create_subscription<String>(
      "topic", all, [&](const String&) { ++in_shared; }, reentrant);
  std::vector<std::thread> senders;
  for (int sender = 0; sender < kThreads; ++sender) {
    senders.emplace_back([&, sender] {
      const auto out = node_->create_publisher<String>("topic", all);
      for (int i = 0; i < kEach; ++i) {
        out->publish(text(std::to_string(sender) + std::to_string(i)));
      }
    });
  }
  spin_until([&] { return in_alone >= kThreads * kEach && in_shared >= kThreads * kEach; });
  for (std::thread& sender : senders) sender.join();
  executor_.spin_some();
  EXPECT_EQ(in_shared, kThreads * kEach) << "none twice";
  std::vector<std::string> sent;
  for (int i = 0; i < kEach; ++i) sent.push_back(std::to_string(i));
  for (const auto& heard : alone.of) EXPECT_EQ(heard, sent);
}

TEST_P(PolicyTest, NothingIsLostWhileItsGroupComesAndGoes) {
  constexpr int kAll = 300;
  const auto comes_and_goes = group(false);
  const auto base = node_->get_node_base_interface();
  rclcpp::SubscriptionOptions in_group;
  in_group.callback_group = comes_and_goes;
  const auto in = node_->create_subscription<String>(
      "topic", kAll, [&](const String& message) { hear(message.data); }, in_group);
  std::thread sender([&] {
    const auto out = node_->create_publisher<String>("topic", kAll);
    for (int i = 0; i < kAll; ++i) out->publish(text(std::to_string(i)));
  });
  spin_until([&] { return calls_ == kAll; },
             [&] {
               const int before = calls_;
               executor_.add_callback_group(comes_and_goes, base);
               while (calls_ == before) std::this_thread::yield();
               executor_.remove_callback_group(comes_and_goes);
             });
  sender.join();
  std::vector<std::string> sent;
  for (int i = 0; i < kAll; ++i) sent.push_back(std::to_string(i));
  EXPECT_EQ(heard_, sent);
}

TEST_P(PolicyTest, CallbacksRunOnTheThreadsThatItSays) {
  constexpr int kEnough = 20;
  struct Group {
    std::set<pid_t> threads;
    std::atomic<int> calls{0};
    rclcpp::TimerBase::SharedPtr timer;
  } groups[2];
  for (Group& one : groups) {
    const auto call = [&one] {
      one.threads.insert(::gettid());
      ++one.calls;
    };
    one.timer = node_->create_wall_timer(100us, call, group());
  }
  spin_until([&] { return groups[0].calls >= kEnough && groups[1].calls >= kEnough; });
  std::set<pid_t> all = groups[0].threads;
  all.insert(groups[1].threads.begin(), groups[1].threads.end());
  switch (GetParam().shared_threads()) {
    case 0:
      EXPECT_EQ(groups[0].threads.size(), 1u);
      EXPECT_EQ(groups[1].threads.size(), 1u);
      EXPECT_EQ(all.size(), 2u);
      EXPECT_EQ(all.count(spinner_), 0u);
      break;
    case 1: EXPECT_THAT(all, ElementsAre(spinner_.load())); break;
    default: EXPECT_LE(all.size(), GetParam().shared_threads());
  }
}

class SideBySideTest : public PolicyTest {};
HELD_TO_PAIRS(SideBySideTest, [](const Pair& pair) { return pair.shared_threads() != 1; });

TEST_P(SideBySideTest, CallbacksOfDifferentGroupsRunAtTheSameTime) {
  std::atomic<int> inside{0};
  const auto meet = [&] {
    if (++inside > 2) return;
    while (inside < 2) std::this_thread::yield();
  };
  const auto one = node_->create_wall_timer(0ns, meet, group());
  const auto two = node_->create_wall_timer(0ns, meet, group());
  spin_until([&] { return inside >= 2; });
}

class OwnThreadTest : public PolicyTest {};
HELD_TO_PAIRS(OwnThreadTest, [](const Pair& pair) { return pair.groups_have_threads(); });

TEST_P(OwnThreadTest, AGroupIsHeldUpByNoOther) {
  constexpr int kMoreThanAnyPool = 8;
  std::atomic<bool> open{false};
  std::atomic<int> held{0}, ticks{0};
  const auto hold = [&] {
    ++held;
    while (!open) std::this_thread::yield();
  };
  std::vector<rclcpp::TimerBase::SharedPtr> holders;
  for (int i = 0; i < kMoreThanAnyPool; ++i) {
    holders.push_back(node_->create_wall_timer(1ms, hold, group()));
  }
  const auto timer =
      node_->create_wall_timer(1ms, [&] { ticks += held == kMoreThanAnyPool; }, group());
  spin_until([&] {
    open = ticks >= 5;
    return open.load();
  });
}

TEST(Pairs, EachIsATestOfCtest) {
  std::ifstream file(PAIRS_FILE);
  const std::vector<std::string> tests{std::istream_iterator<std::string>(file), {}};
  std::vector<std::string> pairs;
  for (const Pair& pair : pairs_where([](const Pair&) { return true; })) {
    pairs.push_back(pair.name());
  }
  EXPECT_EQ(tests, pairs);
}

}  // namespace
