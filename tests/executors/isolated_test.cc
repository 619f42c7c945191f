// The executor with a thread for each callback group.
#include <gmock/gmock.h>
#include <sched.h>

#include <mutex>
#include <set>

#include "cie_thread_configurator/cie_thread_configurator.hpp"
#include "eventually.h"
#include "policies.hpp"

namespace {

using ranvier::support::eventually;
using rclcpp::CallbackGroupType;
using testing::AllOf;
using testing::HasSubstr;

class IsolatedTest : public FileTest {
 protected:
  ~IsolatedTest() override { end(); }

 private:
  const ExecutorKind& kind() const override {
    return *executors_where(&ExecutorKind::isolates).at(0);
  }
};

TEST_F(IsolatedTest, EachGroupHasAThreadNamedByItsNodeAndFirstEntity) {
  const auto node = make_node("lidar");
  const auto group = node->create_callback_group(CallbackGroupType::MutuallyExclusive);
  std::string of_timer, of_topic;
  std::atomic<int> told{0};
  const auto timer = node->create_wall_timer(
      10ms,
      [&] {
        if (!of_timer.empty()) return;
        of_timer = name_of_this_thread();
        ++told;
      },
      group);
  const auto in = node->create_subscription<String>("points_raw", 10, [&](const String&) {
    of_topic = name_of_this_thread();
    ++told;
  });
  const auto out = node->create_publisher<String>("points_raw", 10);
  executor().add_node(node);
  out->publish(text("a"));
  begin();
  EXPECT_TRUE(eventually([&] { return told == 2; }));
  end();
  EXPECT_EQ(of_timer, "lidar.10ms");
  EXPECT_EQ(of_topic, "lidar.points_ra");
}

TEST_F(IsolatedTest, WhatComesWhileItSpinsHasItsThreadAtOnce) {
  begin();
  std::mutex mutex;
  std::set<std::string> names;
  const auto tell = [&] {
    const std::lock_guard lock(mutex);
    names.insert(name_of_this_thread());
  };
  const auto has = [&](const std::string& name) {
    return eventually([&] {
      const std::lock_guard lock(mutex);
      return names.count(name) == 1;
    });
  };
  const auto node = make_node("late");
  executor().add_node(node);
  const auto first = node->create_wall_timer(1ms, tell);
  EXPECT_TRUE(has("late.1ms"));
  const auto group = node->create_callback_group(CallbackGroupType::Reentrant);
  const auto second = node->create_wall_timer(2ms, tell, group);
  EXPECT_TRUE(has("late.2ms"));
  const auto manual = node->create_callback_group(CallbackGroupType::MutuallyExclusive, false);
  const auto third = node->create_wall_timer(3ms, tell, manual);
  executor().add_callback_group(manual, node->get_node_base_interface());
  EXPECT_TRUE(has("late.3ms"));
  end();  // before what the callbacks use goes
}

TEST_F(IsolatedTest, AThreadIsNamedAnewWhenItsGroupHasAnotherEntity) {
  const auto node = make_node("grows");
  executor().add_node(node);
  begin();
  std::mutex mutex;
  std::string name;
  const auto group = node->create_callback_group(CallbackGroupType::MutuallyExclusive);
  const auto timer = node->create_wall_timer(
      1ms,
      [&] {
        const std::lock_guard lock(mutex);
        name = name_of_this_thread();
      },
      group);
  const auto named = [&](const std::string& wanted) {
    return eventually([&] {
      const std::lock_guard lock(mutex);
      return name == wanted;
    });
  };
  EXPECT_TRUE(named("grows.1ms"));
  rclcpp::SubscriptionOptions options;
  options.callback_group = group;
  const auto in = node->create_subscription<String>("in", 1, [](const String&) {}, options);
  EXPECT_TRUE(named("grows.in")) << "subscriptions stand before timers";
  end();  // before what the callbacks use goes
}

TEST_F(IsolatedTest, NoThreadIsLeftBehindByAGroupThatGoes) {
  const auto node = make_node("groups");
  executor().add_node(node);
  begin();
  const auto threads = [] {
    std::ifstream status("/proc/self/status");
    std::string word;
    while (status >> word && word != "Threads:") {}
    int count = 0;
    status >> count;
    return count;
  };
  std::atomic<int> ticks{0};
  const auto usual = node->create_wall_timer(1ms, [&] { ++ticks; });
  EXPECT_TRUE(eventually([&] { return ticks > 0; }));
  const int before = threads();
  for (int i = 0; i < 10; ++i) {
    const int seen = ticks;
    const auto group = node->create_callback_group(CallbackGroupType::MutuallyExclusive);
    const auto timer = node->create_wall_timer(1ms, [&] { ++ticks; }, group);
    EXPECT_TRUE(eventually([&] { return ticks > seen + 1; }));
  }
  EXPECT_TRUE(eventually([&] { return threads() <= before; })) << threads();
  end();  // before what the callbacks use goes
}

TEST_F(IsolatedTest, ItEndsWithItsContextAndEachThreadAfterTheCallbackThatSawIt) {
  const auto node = make_node("ends");
  const auto group = node->create_callback_group(CallbackGroupType::MutuallyExclusive);
  std::atomic<int> saw_the_end{0};
  const auto other =
      node->create_wall_timer(0ms, [&] { saw_the_end += !context_->is_valid(); }, group);
  const auto ends = node->create_wall_timer(1ms, [&] { context_->shutdown("the test says so"); });
  executor().add_node(node);
  executor().spin();
  EXPECT_FALSE(context_->is_valid());
  EXPECT_LE(saw_the_end, 1);
}

TEST_F(IsolatedTest, AServiceCalledFromACallbackOfAnotherGroupAnswers) {
  const auto node = make_node("asks");
  const auto group = node->create_callback_group(CallbackGroupType::MutuallyExclusive);
  const auto parameters =
      std::make_shared<rclcpp::AsyncParametersClient>(node, "asks", rclcpp::ParametersQoS(), group);
  std::atomic<bool> answered{false};
  std::atomic<bool> asked{false};
  const auto timer = node->create_wall_timer(1ms, [&] {
    if (asked.exchange(true)) return;
    parameters->list_parameters({}, 0, [&](auto) { answered = true; });
  });
  executor().add_node(node);
  begin();
  EXPECT_TRUE(eventually([&] { return answered.load(); }));
  end();  // before what the callbacks use goes
}

TEST_F(IsolatedTest, OtherSpinsAreThoseOfOneThread) {
  const auto node = make_node("some");
  const auto out = node->create_publisher<String>("topic", 10);
  const auto caller = ::gettid();
  int heard = 0;
  const auto in = node->create_subscription<String>("topic", 10, [&](const String&) {
    EXPECT_EQ(::gettid(), caller);
    ++heard;
  });
  executor().add_node(node);
  out->publish(text("a"));
  executor().spin_some();
  EXPECT_EQ(heard, 1);
  out->publish(text("b"));
  executor().spin_once(1s);
  EXPECT_EQ(heard, 2);
}

TEST_F(IsolatedTest, AThreadHasWhatTheFileSaysForItsGroup) {
  const PolicyInForce config(
      "callback_groups:\n"
      "  - {id: '/set@Timer(1000000)', policy: SCHED_BATCH, nice: 4, affinity: [" +
      std::to_string(::sched_getcpu()) + "]}\n");
  const auto node = make_node("set");
  const auto group = node->create_callback_group(CallbackGroupType::MutuallyExclusive);
  std::atomic<int> told{0};
  int policy = -1, cpus = 0, other_policy = -1;
  const auto timer = node->create_wall_timer(
      1ms,
      [&] {
        if (policy != -1) return;
        policy = ::sched_getscheduler(0);
        cpu_set_t set;
        ::sched_getaffinity(0, sizeof set, &set);
        cpus = CPU_COUNT(&set);
        ++told;
      },
      group);
  const auto usual = node->create_wall_timer(2ms, [&] {
    if (other_policy != -1) return;
    other_policy = ::sched_getscheduler(0);
    ++told;
  });
  executor().add_node(node);
  begin();
  EXPECT_TRUE(eventually([&] { return told == 2; }));
  end();
  EXPECT_EQ(policy, SCHED_BATCH);
  EXPECT_EQ(cpus, 1);
  EXPECT_EQ(other_policy, SCHED_OTHER);
}

TEST_F(IsolatedTest, AGroupThatGrowsIntoAnIdOfTheFileGetsItsSettings) {
  const PolicyInForce config(
      "callback_groups: [{id: '/set@Timer(1000000)@Timer(3600000000000)', policy: SCHED_BATCH}]");
  const auto node = make_node("set");
  std::atomic<int> policy{-1};
  executor().add_node(node);
  begin();
  const auto timer = node->create_wall_timer(1ms, [&] { policy = ::sched_getscheduler(0); });
  EXPECT_TRUE(eventually([&] { return policy == SCHED_OTHER; }));
  const auto second = node->create_wall_timer(1h, [] {});
  EXPECT_TRUE(eventually([&] { return policy == SCHED_BATCH; }));
  end();  // before what the callbacks use goes
}

TEST_F(IsolatedTest, WhatTheFileAsksInVainIsSaidInOneLineEach) {
  const PolicyInForce config(
      "callback_groups:\n"
      "  - {id: '/set@Timer(1000000)', policy: SCHED_BATCH, affinity: [1023]}\n"
      "  - {id: '/set@Timer(7)', policy: SCHED_BATCH}\n"
      "  - {id: '/elsewhere@Timer(7)', policy: SCHED_BATCH}\n");
  const auto node = make_node("set");
  std::atomic<int> policy{-1};
  const auto timer = node->create_wall_timer(1ms, [&] { policy = ::sched_getscheduler(0); });
  executor().add_node(node);
  testing::internal::CaptureStderr();
  begin();
  EXPECT_TRUE(eventually([&] { return policy == SCHED_BATCH; })) << "the rest is given";
  end();
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_THAT(said, HasSubstr("Callback group '/set@Timer(1000000)': affinity [1023] was not set: "
                              "CPU 1023 is not there."));
  EXPECT_THAT(said, HasSubstr("RANVIER_EXECUTOR_POLICY: no callback group is '/set@Timer(7)'."));
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 2) << said;
}

TEST_F(IsolatedTest, AThreadOfAUserHasWhatTheFileSaysForItsName) {
  const PolicyInForce config(
      "non_ros_threads: [{id: worker_of_mine_1, policy: SCHED_BATCH, nice: 2}]");
  std::string name;
  int policy = -1, sum = 0;
  cie_thread_configurator::spawn_non_ros2_thread(
      "worker_of_mine_1",
      [&](int a, int b) {
        name = name_of_this_thread();
        policy = ::sched_getscheduler(0);
        sum = a + b;
      },
      2, 3)
      .join();
  EXPECT_EQ(name, "worker_of_mine_");
  EXPECT_EQ(policy, SCHED_BATCH);
  EXPECT_EQ(sum, 5);
}

TEST_F(IsolatedTest, AThreadOfAUserRunsThoughItsFileIsWrong) {
  const PolicyInForce config("non_ros_threads: 7");
  testing::internal::CaptureStderr();
  bool ran = false;
  cie_thread_configurator::spawn_non_ros2_thread("worker", [&] { ran = true; }).join();
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("non_ros_threads is a list"));
  EXPECT_TRUE(ran);
}

}  // namespace
