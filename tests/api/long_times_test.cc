// Spans and points of time that are as long as they can be: they never pass, and
// nothing that counts with them passes its range.
#include <rcl_interfaces/srv/get_parameters.hpp>
#include <rosgraph_msgs/msg/clock.hpp>
#include <std_msgs/msg/int32.hpp>

#include <cmath>
#include <future>
#include <thread>

#include "covers.h"
#include "rclcpp/experimental/executors/events_executor/events_executor.hpp"
#include "rclcpp/experimental/timers_manager.hpp"
#include "rclcpp/wait_for_message.hpp"
#include "running.hpp"

namespace {

using namespace std::chrono_literals;
using rcl_interfaces::srv::GetParameters;
using rclcpp::Duration;
using std::chrono::nanoseconds;
using std_msgs::msg::Int32;

constexpr nanoseconds kMost = nanoseconds::max();
constexpr nanoseconds kLeast = nanoseconds::min();
constexpr std::chrono::duration<double> kBeyond(1e300);

class LongTimes : public Running {
 protected:
  LongTimes() {
    init();
    node_ = node("own");
  }
  ~LongTimes() override { node_.reset(); }

  /// Waits on a thread of its own until `end` ends it, which is called again and
  /// again; what it gave.
  bool ended_by(const std::function<void()>& end, std::function<bool()> wait) {
    auto result = std::async(std::launch::async, std::move(wait));
    while (result.wait_for(1ms) != std::future_status::ready) end();
    return result.get();
  }

  rclcpp::Node::SharedPtr node_;
};

// ---- timers ----

class LongPeriods : public LongTimes, public testing::WithParamInterface<nanoseconds> {};

TEST_P(LongPeriods, NeverFireAndHinderNobody) {
  int fired = 0, ticks = 0;
  const auto by_clock = [&](rcl_clock_type_t type) {
    return rclcpp::create_timer(node_, std::make_shared<rclcpp::Clock>(type), Duration(GetParam()),
                                [&] { ++fired; });
  };
  const std::vector<rclcpp::TimerBase::SharedPtr> timers = {
      node_->create_wall_timer(GetParam(), [&] { ++fired; }), by_clock(RCL_STEADY_TIME),
      by_clock(RCL_SYSTEM_TIME), by_clock(RCL_ROS_TIME)};
  executor_->spin_some();
  const auto soon = node_->create_wall_timer(1ms, [&] { ++ticks; });
  wait_until([&] { return ticks >= 3; });
  soon->cancel();
  executor_->spin_all(1ms);
  executor_->spin_once(1ms);
  for (const auto& timer : timers) {
    EXPECT_FALSE(timer->is_ready());
    EXPECT_GT(timer->time_until_trigger(), 24h * 365 * 100 - 1h);
    timer->reset();
    EXPECT_FALSE(timer->is_ready());
    EXPECT_NE(timer->call(), nullptr);
    EXPECT_FALSE(timer->is_ready()) << "it was called by hand, early";
    (void)timer->call_info();
  }
  EXPECT_EQ(fired, 0);
}

TEST_P(LongPeriods, NeverFireBySimulatedTime) {
  const auto clock = node_->get_clock();
  const auto topic = node_->create_publisher<rosgraph_msgs::msg::Clock>("/clock", 10);
  node_->set_parameter({"use_sim_time", true});
  int fired = 0;
  const auto timer = rclcpp::create_timer(node_, clock, Duration(GetParam()), [&] { ++fired; });
  for (const int second : {5, 1, INT32_MAX}) {  // also back
    rosgraph_msgs::msg::Clock now;
    now.clock.sec = second;
    topic->publish(now);
    wait_until([&] { return clock->now() == rclcpp::Time(second, 0, RCL_ROS_TIME); });
    EXPECT_EQ(timer->is_ready(), false);
  }
  executor_->spin_some();
  EXPECT_EQ(fired, 0);
  timer->call();
  EXPECT_FALSE(timer->is_ready());
}

INSTANTIATE_TEST_SUITE_P(LongTimes, LongPeriods,
                         testing::Values(kMost, kMost - 1ns, nanoseconds(24h * 365 * 290),
                                         Duration::max().to_chrono<nanoseconds>() * 4));

TEST_F(LongTimes, APeriodIsExactAndWithinItsRange) {
  COVERS("rclcpp", "create_wall_timer");
  using rclcpp::detail::timer_period;
  EXPECT_EQ(timer_period(std::chrono::duration<double>(0.3)), 300ms);
  EXPECT_EQ(timer_period(std::chrono::hours(1)), 1h);
  EXPECT_EQ(timer_period(kMost), kMost);
  EXPECT_EQ(timer_period(0ns), 0ns);
  const auto make = [&](auto period) {
    rclcpp::create_wall_timer(
        period, [] {}, nullptr, node_->get_node_base_interface().get(),
        node_->get_node_timers_interface().get());
  };
  EXPECT_THROW(make(-1ns), std::invalid_argument);
  EXPECT_THROW(make(kLeast), std::invalid_argument);
  EXPECT_THROW(make(std::chrono::hours::max()), std::invalid_argument);
  EXPECT_THROW(make(kBeyond), std::invalid_argument);
  EXPECT_THROW(make(std::chrono::duration<double>(NAN)), std::invalid_argument);
}

TEST_F(LongTimes, ATimersManagerSleepsUntilAnotherTimerIsDue) {
  rclcpp::experimental::TimersManager manager(node_->get_node_base_interface()->get_context());
  std::atomic<int> fired{0}, ticks{0};
  const auto late = node_->create_wall_timer(kMost, [&] { ++fired; });
  const auto soon = node_->create_wall_timer(1ms, [&] { ++ticks; });
  manager.add_timer(late);
  manager.start();
  manager.add_timer(soon);
  while (ticks < 2) std::this_thread::yield();
  manager.stop();
  EXPECT_EQ(fired, 0);
}

// ---- waits ----

TEST_F(LongTimes, AWaitForAServiceLastsUntilItIsThere) {
  const auto client = node_->create_client<GetParameters>("ask");
  rclcpp::AsyncParametersClient parameters(node_);
  EXPECT_FALSE(client->wait_for_service(0ns));
  for (const auto timeout : {kMost, kMost - 1ns, nanoseconds(-1), kLeast}) {
    const auto serve = [](const std::shared_ptr<GetParameters::Request>,
                          const std::shared_ptr<GetParameters::Response>) {};
    rclcpp::Service<GetParameters>::SharedPtr service;
    EXPECT_TRUE(ended_by(
        [&] {
          if (!service) service = node_->create_service<GetParameters>("ask", serve);
        },
        [&] { return client->wait_for_service(timeout); }));
    EXPECT_TRUE(parameters.wait_for_service(timeout));
  }
  const auto service = node_->create_service<GetParameters>(
      "ask", [](const std::shared_ptr<GetParameters::Request>,
                const std::shared_ptr<GetParameters::Response>) {});
  EXPECT_TRUE(client->wait_for_service(std::chrono::hours::max()));
  EXPECT_TRUE(client->wait_for_service(kBeyond));
}

TEST_F(LongTimes, AWaitSetSleepsUntilItIsRung) {
  const auto guard = std::make_shared<rclcpp::GuardCondition>();
  rclcpp::WaitSet set({}, {guard});
  const auto ring = [&] { guard->trigger(); };
  const auto ready = [&](auto timeout) {
    return set.wait(timeout).kind() == rclcpp::WaitResultKind::Ready;
  };
  EXPECT_FALSE(ready(0ns));
  EXPECT_TRUE(ended_by(ring, [&] { return ready(kMost); }));
  EXPECT_TRUE(ended_by(ring, [&] { return ready(kLeast); }));
  EXPECT_TRUE(ended_by(ring, [&] { return ready(std::chrono::hours::max()); }));
  EXPECT_TRUE(ended_by(ring, [&] { return ready(kBeyond); }));
}

TEST_F(LongTimes, AWaitForAMessageLastsUntilOneComes) {
  const auto publisher = node_->create_publisher<Int32>("numbers", 10);
  const auto subscription = node_->create_subscription<Int32>("numbers", 10, [](const Int32&) {});
  executor_->remove_node(node_);
  const auto publish = [&] { publisher->publish(Int32().set__data(7)); };
  const auto context = node_->get_node_base_interface()->get_context();
  const auto wait = [&](auto timeout) {
    Int32 message;
    return rclcpp::wait_for_message(message, subscription, context, timeout) && message.data == 7;
  };
  EXPECT_FALSE(wait(0ns));
  for (const auto timeout : {kMost, kMost - 1ns, kLeast}) {
    EXPECT_TRUE(ended_by(publish, [&] { return wait(timeout); }));
  }
  EXPECT_TRUE(ended_by(publish, [&] { return wait(std::chrono::hours::max()); }));
  executor_->add_node(node_);
}

TEST_F(LongTimes, AFutureIsSpunForUntilItIsThere) {
  const auto spin = [&](auto timeout) {
    std::promise<void> promise;
    const auto future = promise.get_future().share();
    const auto timer = node_->create_wall_timer(1ms, [&, done = false]() mutable {
      if (!std::exchange(done, true)) promise.set_value();
    });
    return executor_->spin_until_future_complete(future, timeout);
  };
  EXPECT_EQ(spin(kMost), rclcpp::FutureReturnCode::SUCCESS);
  EXPECT_EQ(spin(kLeast), rclcpp::FutureReturnCode::SUCCESS);
  EXPECT_EQ(spin(std::chrono::hours::max()), rclcpp::FutureReturnCode::SUCCESS);
  EXPECT_EQ(spin(kBeyond), rclcpp::FutureReturnCode::SUCCESS);
  std::promise<void> never;
  EXPECT_EQ(executor_->spin_until_future_complete(never.get_future(), 0ns),
            rclcpp::FutureReturnCode::TIMEOUT);
}

TEST_F(LongTimes, ASpinOfTheLongestTimeEndsWhenThereIsNothingLeft) {
  executor_->spin_some(kMost);
  executor_->spin_all(kMost);
  executor_->spin_some(kLeast);
  EXPECT_THROW(executor_->spin_all(kLeast), std::invalid_argument);
}

TEST_F(LongTimes, AWaitForTheGraphLastsUntilItChanges) {
  const auto event = node_->get_graph_event();
  for (const auto timeout : {kMost, kMost - 1ns, kLeast}) {
    event->check_and_clear();
    std::vector<rclcpp::Publisher<Int32>::SharedPtr> made;
    EXPECT_TRUE(ended_by([&] { made.push_back(node_->create_publisher<Int32>("more", 1)); },
                         [&] {
                           node_->wait_for_graph_change(event, timeout);
                           return event->check();
                         }));
  }
}

TEST_F(LongTimes, AQueueOfEventsIsWaitedForUntilThereIsOne) {
  using namespace rclcpp::experimental::executors;
  for (const auto timeout : {kMost, kMost - 1ns}) {
    SimpleEventsQueue queue;
    ExecutorEvent event{};
    EXPECT_TRUE(
        ended_by([&] { queue.enqueue({}); }, [&] { return queue.dequeue(event, timeout); }));
  }
  SimpleEventsQueue queue;
  ExecutorEvent event{};
  EXPECT_FALSE(queue.dequeue(event, 0ns));
  EXPECT_FALSE(queue.dequeue(event, kLeast));
}

TEST_F(LongTimes, AcknowledgementsAreWaitedForAsLongAsNeeded) {
  const auto publisher = node_->create_publisher<Int32>("numbers", 10);
  EXPECT_TRUE(publisher->wait_for_all_acked(kMost));
  EXPECT_TRUE(publisher->wait_for_all_acked(kMost - 1ns));
  EXPECT_TRUE(publisher->wait_for_all_acked(kLeast));
  EXPECT_TRUE(publisher->wait_for_all_acked(std::chrono::hours::max()));
}

// ---- sleeps and rates ----

TEST_F(LongTimes, ASleepLastsUntilItIsEnded) {
  for (const auto type : {RCL_STEADY_TIME, RCL_SYSTEM_TIME, RCL_ROS_TIME}) {
    rclcpp::Clock clock(type);
    const auto cancel = [&] { clock.cancel_sleep_or_wait(); };
    for (const Duration& span : {Duration(kMost), Duration(kMost - 1ns), Duration::max()}) {
      EXPECT_FALSE(ended_by(cancel, [&] { return clock.sleep_for(span); }));
    }
    rclcpp::Clock other(type);  // no cancel waits for it
    EXPECT_TRUE(other.sleep_for(Duration(0ns)));
    EXPECT_TRUE(other.sleep_for(Duration(kLeast)));
    EXPECT_TRUE(other.wait_until_started(Duration(kMost)));
    EXPECT_TRUE(other.wait_until_started(Duration(kLeast)));
  }
}

TEST_F(LongTimes, ASleepByTheContextLastsUntilItIsInterrupted) {
  const auto context = node_->get_node_base_interface()->get_context();
  for (const auto span : {kMost, kMost - 1ns}) {
    EXPECT_FALSE(ended_by([&] { context->interrupt_all_sleep_for(); },
                          [&] { return rclcpp::sleep_for(span); }));
  }
  EXPECT_TRUE(rclcpp::sleep_for(0ns));
  EXPECT_TRUE(rclcpp::sleep_for(kLeast));
}

TEST_F(LongTimes, ARateMayBeAsSlowAsItLikes) {
  const auto clock = std::make_shared<rclcpp::Clock>(RCL_STEADY_TIME);
  const auto cancel = [&] { clock->cancel_sleep_or_wait(); };
  for (auto rate : {rclcpp::Rate(1e-300, clock), rclcpp::Rate(Duration(kMost), clock),
                    rclcpp::Rate(Duration::max(), clock)}) {
    EXPECT_FALSE(ended_by(cancel, [&] { return rate.sleep(); }));
    EXPECT_FALSE(ended_by(cancel, [&] { return rate.sleep(); }));
  }
  EXPECT_EQ(rclcpp::Rate(1e-300).period(), kMost);
  EXPECT_EQ(rclcpp::GenericRate<std::chrono::steady_clock>(1e-300).period(), kMost);
  EXPECT_THROW(rclcpp::Rate(Duration(kLeast)), std::invalid_argument);
  EXPECT_THROW(rclcpp::GenericRate<std::chrono::steady_clock>(0.0), std::invalid_argument);
  EXPECT_THROW(rclcpp::GenericRate<std::chrono::steady_clock>(NAN), std::invalid_argument);
}

TEST_F(LongTimes, ALineThatIsThrottledForEverIsLoggedOnce) {
  rclcpp::detail::LogThrottle throttle;
  EXPECT_TRUE(throttle.pass(1'000'000'000, INT64_MAX));
  EXPECT_FALSE(throttle.pass(3'600'000'000'000, INT64_MAX));
  EXPECT_FALSE(throttle.pass(INT64_MAX, INT64_MAX));
  EXPECT_TRUE(throttle.pass(3'600'000'000'000, INT64_MIN));
  EXPECT_TRUE(throttle.pass(3'600'000'000'000, 0));
  EXPECT_FALSE(throttle.pass(3'600'000'000'001, 1));
  EXPECT_TRUE(throttle.pass(3'600'001'000'000, 1));
}

// ---- policies ----

class LongPolicies : public LongTimes, public testing::WithParamInterface<nanoseconds> {};

// In this process, and in another context over what is between processes.
TEST_P(LongPolicies, NeverPass) {
  const rclcpp::QoS qos = rclcpp::QoS(10)
                              .deadline(GetParam())
                              .lifespan(GetParam())
                              .liveliness(rclcpp::LivelinessPolicy::ManualByTopic)
                              .liveliness_lease_duration(GetParam());
  int events = 0;
  rclcpp::PublisherOptions out;
  out.event_callbacks.deadline_callback = [&](auto&) { ++events; };
  out.event_callbacks.liveliness_callback = [&](auto&) { ++events; };
  rclcpp::SubscriptionOptions in;
  in.event_callbacks.deadline_callback = [&](auto&) { ++events; };
  const auto context = std::make_shared<rclcpp::Context>();
  context->init(0, nullptr);
  const auto far = std::make_shared<rclcpp::Node>("far", rclcpp::NodeOptions().context(context));
  int here = 0, there = 0;
  const auto publisher = node_->create_publisher<Int32>("numbers", qos, out);
  const auto near_one =
      node_->create_subscription<Int32>("numbers", qos, [&](const Int32&) { ++here; }, in);
  const auto far_one =
      far->create_subscription<Int32>("numbers", qos, [&](const Int32&) { ++there; }, in);
  rclcpp::ExecutorOptions options;
  options.context = context;
  rclcpp::executors::SingleThreadedExecutor executor(options);
  executor.add_node(far);
  wait_until([&] { return publisher->get_subscription_count() == 2; });
  for (int i = 0; i < 3; ++i) publisher->publish(Int32());
  wait_until([&] {
    executor.spin_some();
    return here == 3 && there == 3;
  });
  EXPECT_EQ(events, 0);
}

INSTANTIATE_TEST_SUITE_P(LongTimes, LongPolicies,
                         testing::Values(kMost, kMost - 2ns, nanoseconds(2147483648s),
                                         Duration::max().to_chrono<nanoseconds>()));

}  // namespace
