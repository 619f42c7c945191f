// Threads of executors as RANVIER_EXECUTOR_POLICY says, in programs that know nothing of it.
#include <gmock/gmock.h>
#include <sched.h>
#include <sys/resource.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <tuple>

#include "eventually.h"
#include "policies.hpp"

namespace {

using ranvier::support::eventually;
using rclcpp::CallbackGroupType;
using testing::HasSubstr;

/// What the thread of a callback has.
struct Seen {
  std::string name;
  int policy = -1, nice = 0;
  bool operator<(const Seen& other) const {
    return std::tie(name, policy, nice) < std::tie(other.name, other.policy, other.nice);
  }
};

Seen seen_here() {
  return {name_of_this_thread(), ::sched_getscheduler(0), ::getpriority(PRIO_PROCESS, 0)};
}

/// Threads that were seen, by any of them.
class Sightings {
 public:
  void add() {
    const std::lock_guard lock(mutex_);
    all_.insert(seen_here());
  }
  bool has(const std::string& name, int policy, int nice = 0) const {
    const std::lock_guard lock(mutex_);
    return all_.count({name, policy, nice}) == 1;
  }
  bool any() const {
    const std::lock_guard lock(mutex_);
    return !all_.empty();
  }
  bool names(const std::string& name) const {
    const std::lock_guard lock(mutex_);
    return std::any_of(all_.begin(), all_.end(), [&](const Seen& one) { return one.name == name; });
  }

 private:
  mutable std::mutex mutex_;
  std::set<Seen> all_;
};

class SightingsTest : public FileTest {
 protected:
  ~SightingsTest() override { end(); }
  static rclcpp::CallbackGroup::SharedPtr group_of(
      const rclcpp::Node::SharedPtr& node,
      CallbackGroupType type = CallbackGroupType::MutuallyExclusive) {
    return node->create_callback_group(type);
  }

  Sightings sightings_;
};

class ThreadsFromAFile : public SightingsTest,
                         public ::testing::WithParamInterface<const ExecutorKind*> {
 private:
  const ExecutorKind& kind() const override { return *GetParam(); }
};
INSTANTIATE_TEST_SUITE_P(Each, ThreadsFromAFile,
                         testing::ValuesIn(executors_where(&ExecutorKind::plans_threads)),
                         [](const auto& info) { return std::string(info.param->name); });

TEST_P(ThreadsFromAFile, ANamedGroupHasAThreadOfItsOwnWithItsSettings) {
  const PolicyInForce policy(
      "callback_groups: [{id: '/w@Timer(2000000)', policy: SCHED_BATCH, nice: 4}]");
  const auto node = make_node("w");
  const auto group = group_of(node);
  const auto usual = node->create_wall_timer(1ms, [this] { sightings_.add(); });
  const auto named = node->create_wall_timer(2ms, [this] { sightings_.add(); }, group);
  executor().add_node(node);
  begin();
  EXPECT_TRUE(eventually([&] { return sightings_.has("w.2ms", SCHED_BATCH, 4); }));
  EXPECT_FALSE(sightings_.has("w.2ms", SCHED_OTHER)) << "before its first callback";
  end();
}

TEST_P(ThreadsFromAFile, AGroupThatIsMadeLaterHasItsThread) {
  const PolicyInForce policy(
      "callback_groups: [{id: '/w@Timer(2000000)', policy: SCHED_BATCH, nice: 4}]");
  begin();
  const auto node = make_node("w");
  executor().add_node(node);
  const auto usual = node->create_wall_timer(1ms, [this] { sightings_.add(); });
  const auto group = group_of(node);
  const auto named = node->create_wall_timer(2ms, [this] { sightings_.add(); }, group);
  EXPECT_TRUE(eventually([&] { return sightings_.has("w.2ms", SCHED_BATCH, 4); }));
  end();
}

TEST_P(ThreadsFromAFile, ANodeThatComesAgainHasItsThreadAgain) {
  const PolicyInForce policy("callback_groups: [{id: /w, policy: SCHED_BATCH}]");
  begin();
  for (int i = 0; i < 5; ++i) {
    const auto node = make_node("w");
    std::atomic<bool> batch{false};
    const auto timer =
        node->create_wall_timer(1ms, [&] { batch = ::sched_getscheduler(0) == SCHED_BATCH; });
    executor().add_node(node);
    EXPECT_TRUE(eventually([&] { return batch.load(); }));
    executor().remove_node(node);
    end();  // a callback under way uses what goes here
    begin();
  }
  end();
}

TEST_P(ThreadsFromAFile, EachGroupHasAThreadIfTheFileSaysSo) {
  const PolicyInForce policy(
      "threads: {each: group, policy: SCHED_BATCH, nice: 3}\n"
      "callback_groups: [{id: '/w@Timer(2000000)', policy: SCHED_BATCH, nice: 7}]");
  const auto node = make_node("w");
  const auto group = group_of(node);
  const auto usual = node->create_wall_timer(1ms, [this] { sightings_.add(); });
  const auto named = node->create_wall_timer(2ms, [this] { sightings_.add(); }, group);
  executor().add_node(node);
  begin();
  EXPECT_TRUE(eventually([&] { return sightings_.has("w.1ms", SCHED_BATCH, 3); }));
  EXPECT_TRUE(eventually([&] { return sightings_.has("w.2ms", SCHED_BATCH, 7); }));
  end();
}

class PoolFromAFile : public SightingsTest {
 private:
  const ExecutorKind& kind() const override { return kExecutors[0]; }
};

TEST_F(PoolFromAFile, AnExecutorHasSoManyThreadsOfItsNodesName) {
  const PolicyInForce policy("threads: {count: 3, policy: SCHED_BATCH, nice: 2}");
  const auto node = make_node("w"), other = make_node("other");
  const auto group = group_of(node, CallbackGroupType::Reentrant);
  std::atomic<bool> open{false};
  std::atomic<int> inside{0};
  std::vector<rclcpp::TimerBase::SharedPtr> timers;
  for (int i = 0; i < 3; ++i) {
    timers.push_back(node->create_wall_timer(
        1ms,
        [&] {
          sightings_.add();
          ++inside;
          while (!open) std::this_thread::yield();
        },
        group));
  }
  executor().add_node(node);
  executor().add_node(other);
  begin();
  EXPECT_TRUE(eventually([&] { return inside == 3; }));
  open = true;
  end();
  EXPECT_TRUE(sightings_.has("w+1", SCHED_BATCH, 2));
}

TEST_F(PoolFromAFile, AThreadThatSpinsOnceOrSomeHasTheSettingsToo) {
  const PolicyInForce policy("threads: {policy: SCHED_BATCH, nice: 2}");
  const auto node = make_node("w");
  const auto out = node->create_publisher<String>("topic", 10);
  const auto in =
      node->create_subscription<String>("topic", 10, [this](const String&) { sightings_.add(); });
  executor().add_node(node);
  out->publish(text("a"));
  std::thread([this] { executor().spin_some(); }).join();
  EXPECT_TRUE(sightings_.has("w", SCHED_BATCH, 2));
}

TEST_F(PoolFromAFile, WhatIsRefusedIsOneLineAndTheRestIsGiven) {
  const PolicyInForce policy("threads: {count: 3, policy: SCHED_BATCH, affinity: [1023]}");
  const auto node = make_node("w");
  const auto timer = node->create_wall_timer(1ms, [this] { sightings_.add(); });
  executor().add_node(node);
  testing::internal::CaptureStderr();
  begin();
  EXPECT_TRUE(eventually([&] { return sightings_.has("w", SCHED_BATCH); }));
  end();
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_THAT(said, HasSubstr("The executor of '/w': affinity [1023] was not set: CPU 1023 is not "
                              "there."));
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
}

TEST_F(PoolFromAFile, AGroupThatGrowsIntoAnEntryMovesToItsThreadWhileItSpins) {
  const PolicyInForce policy(
      "callback_groups: [{id: '/w@Timer(3600000000000)', nice: 5, policy: SCHED_BATCH}]");
  const auto node = make_node("w");
  const auto group = group_of(node);
  const auto first = node->create_wall_timer(1ms, [this] { sightings_.add(); }, group);
  executor().add_node(node);
  begin();
  EXPECT_TRUE(eventually([&] { return sightings_.any(); }));
  EXPECT_FALSE(sightings_.names("w.1ms"));
  const auto second = node->create_wall_timer(1h, [] {}, group);
  EXPECT_TRUE(eventually([&] { return sightings_.has("w.1ms", SCHED_BATCH, 5); }));
  end();
}

TEST(ThreadsFromAFileOfEventsCBG, TheHandlerGetsWhatANamedGroupThrows) {
  const PolicyInForce policy("callback_groups: [{id: '/w@Timer(1000000)'}]");
  const auto context = std::make_shared<rclcpp::Context>();
  context->init(0, nullptr);
  const auto node = std::make_shared<rclcpp::Node>("w", rclcpp::NodeOptions().context(context));
  const auto group = node->create_callback_group(CallbackGroupType::MutuallyExclusive);
  const auto fails =
      node->create_wall_timer(1ms, [] { throw std::runtime_error("it fails"); }, group);
  rclcpp::ExecutorOptions options;
  options.context = context;
  rclcpp::executors::EventsCBGExecutor executor(options, 1);
  executor.add_node(node);
  std::atomic<int> failures{0};
  executor.spin([&](const std::exception&) {
    if (++failures == 3) executor.cancel();
  });
  EXPECT_GE(failures, 3) << "it went on after each";
}

}  // namespace
