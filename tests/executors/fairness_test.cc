// In which order things run, and that everything does.
#include <example_interfaces/srv/add_two_ints.hpp>

#include <algorithm>
#include <functional>
#include <map>

#include "policies.hpp"

namespace {

class FairnessTest : public ExecutorTest {};
HELD_TO_EVERY_POLICY(FairnessTest);

class DueTimerTest : public ExecutorTest {};
HELD_TO_PAIRS(DueTimerTest,
              [](const Pair& pair) { return pair.policy->order == Policy::Order::kArrival; });

TEST_P(DueTimerTest, ADueTimerGoesBeforeQueuedMessages) {
  const auto in = listen();
  talk()->publish(text("message"));
  const auto timer = node_->create_wall_timer(1ns, [&] { heard_.push_back("timer"); });
  while (!timer->is_ready()) std::this_thread::yield();
  executor_.spin_once();
  executor_.spin_once();
  EXPECT_EQ(heard_, (std::vector<std::string>{"timer", "message"}));
}

TEST_P(FairnessTest, AnEntityWithABacklogYields) {
  const auto in = listen("a"), other_in = listen("b");
  const auto a = talk("a"), b = talk("b");
  for (const char* word : {"a1", "a2", "a3"}) a->publish(text(word));
  b->publish(text("b1"));
  executor_.spin_all(1h);
  EXPECT_EQ(heard_, (std::vector<std::string>{"a1", "b1", "a2", "a3"}));
}

TEST_P(FairnessTest, TimersRunInTheOrderInWhichTheyAreDue) {
  rclcpp::TimerBase::SharedPtr late, early;
  do {  // again if this thread was held up in between
    late = node_->create_wall_timer(2ms, [&] { heard_.push_back("late"); });
    early = node_->create_wall_timer(1ms, [&] { heard_.push_back("early"); });
  } while (early->time_until_trigger() >= late->time_until_trigger());
  while (!late->is_ready() || !early->is_ready()) std::this_thread::yield();
  executor_.spin_some();
  EXPECT_EQ(heard_, (std::vector<std::string>{"early", "late"}));
}

// Periods that passed during a call are not made up for one after the other (ros2/rclcpp#2771).
TEST_P(FairnessTest, ATimerThatOverrunsDoesNotRunInBurstsAfterwards) {
  constexpr int kSlow = 2, kCalls = 6;
  std::atomic<int> calls{0};
  std::vector<std::int64_t> periods;  // in which each call was taken
  std::int64_t first = 0;
  const auto timer = node_->create_wall_timer(10ms, [&](const rclcpp::TimerInfo& info) {
    if (calls == kCalls) return;
    if (periods.empty()) first = info.expected_call_time.nanoseconds();
    periods.push_back((info.actual_call_time.nanoseconds() - first) / 10'000'000);
    const auto until = std::chrono::steady_clock::now() + 25ms;
    while (calls < kSlow && std::chrono::steady_clock::now() < until) std::this_thread::yield();
    ++calls;
  });
  spin_until([&] { return calls == kCalls; });
  EXPECT_EQ(std::adjacent_find(periods.begin(), periods.end(), std::greater_equal<>()),
            periods.end())
      << testing::PrintToString(periods);
}

TEST_P(FairnessTest, UnderOverloadTheBacklogIsAsLongAsTheDepthAndTheNewestStay) {
  const auto out = talk();
  std::atomic<int> heard{0};
  const auto in = node_->create_subscription<String>("topic", 3, [&](const String& message) {
    heard_.push_back(message.data);
    if (message.data == "first") {
      for (int i = 0; i < 100; ++i) out->publish(text(std::to_string(i)));
    }
    ++heard;
  });
  out->publish(text("first"));
  spin_until([&] { return heard >= 4; });
  executor_.spin_some();
  EXPECT_EQ(heard_, (std::vector<std::string>{"first", "97", "98", "99"}));
}

// Every kind is ready all the time, each by its own doing.
TEST_P(FairnessTest, NothingStarvesUnderASaturatingMix) {
  using AddTwoInts = example_interfaces::srv::AddTwoInts;
  constexpr int kEnough = 50;
  std::map<std::string, std::atomic<int>> runs;
  for (const char* kind : {"timer", "other timer", "message", "bulk", "service", "client"}) {
    runs[kind] = 0;
  }
  const auto again = talk("again"), bulk = talk("bulk");
  const auto in = node_->create_subscription<String>("again", 1, [&](const String&) {
    ++runs["message"];
    again->publish(text("x"));
  });
  const auto bulk_in =
      node_->create_subscription<String>("bulk", 100, [&](const String&) { ++runs["bulk"]; });
  const auto timer = node_->create_wall_timer(0ns, [&] { ++runs["timer"]; });
  const auto other = node_->create_wall_timer(0ns, [&] {
    ++runs["other timer"];
    for (int i = 0; i < 3; ++i) bulk->publish(text("x"));
  });
  const auto service = node_->create_service<AddTwoInts>(
      "add", [&](const AddTwoInts::Request::SharedPtr, AddTwoInts::Response::SharedPtr) {
        ++runs["service"];
      });
  const auto client = node_->create_client<AddTwoInts>("add");
  std::function<void()> ask = [&] {
    client->async_send_request(std::make_shared<AddTwoInts::Request>(),
                               [&](rclcpp::Client<AddTwoInts>::SharedFuture) {
                                 ++runs["client"];
                                 ask();
                               });
  };
  ask();
  again->publish(text("x"));
  spin_until([&] {
    for (const auto& [kind, count] : runs) {
      if (count < kEnough) return false;
    }
    return true;
  });
}

TEST_P(FairnessTest, SpinSomeStartsNothingAfterItsTimeButOne) {
  int calls = 0;
  const auto in = node_->create_subscription<String>("topic", 10, [&](const String&) {
    ++calls;
    const auto begun = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - begun < 100us) std::this_thread::yield();
  });
  const auto other =
      node_->create_subscription<String>("topic", 10, [&](const String&) { ++calls; });
  talk()->publish(text("x"));
  executor_.spin_some(1ns);
  EXPECT_EQ(calls, 1);
  executor_.spin_some();
  EXPECT_EQ(calls, 2);
}

TEST_P(FairnessTest, SpinAllEndsByTimeWhatWouldNeverEnd) {
  const auto out = talk();
  int calls = 0;
  const auto in = node_->create_subscription<String>("topic", 10, [&](const String&) {
    ++calls;
    out->publish(text("again"));
  });
  out->publish(text("first"));
  executor_.spin_all(5ms);
  EXPECT_GE(calls, 1);  // one that is kept waiting may run no more in that time
  EXPECT_THROW(executor_.spin_all(-1ns), std::invalid_argument);
}

TEST_P(FairnessTest, SpinOnceWaitsNoLongerThanItIsTold) {
  const auto before = std::chrono::steady_clock::now();
  executor_.spin_once(5ms);
  EXPECT_GE(std::chrono::steady_clock::now() - before, 5ms);
  executor_.spin_once(0ms);
}

}  // namespace
