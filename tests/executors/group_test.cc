// Callback groups: what runs side by side, what does not, and which executor
// runs it.
#include <algorithm>
#include <mutex>
#include <set>

#include "policies.hpp"

namespace {

class GroupTest : public ExecutorTest {
 protected:
  rclcpp::CallbackGroup::SharedPtr make_group(rclcpp::CallbackGroupType type,
                                              bool automatic = true) {
    return node_->create_callback_group(type, automatic);
  }
  static bool has(const std::vector<rclcpp::CallbackGroup::WeakPtr>& groups,
                  const rclcpp::CallbackGroup::SharedPtr& group) {
    return std::any_of(groups.begin(), groups.end(),
                       [&](const auto& weak) { return weak.lock() == group; });
  }
};
HELD_TO_EVERY_POLICY(GroupTest);

TEST_P(GroupTest, AnExclusiveGroupNeverOverlapsItself) {
  const auto group = make_group(rclcpp::CallbackGroupType::MutuallyExclusive);
  std::atomic<int> inside{0}, overlaps{0}, calls{0};
  const auto call = [&] {
    if (++inside != 1) ++overlaps;
    std::this_thread::yield();
    --inside;
    ++calls;
  };
  rclcpp::SubscriptionOptions options;
  options.callback_group = group;
  const auto in =
      node_->create_subscription<String>("topic", 10, [&](const String&) { call(); }, options);
  const auto out = talk();
  std::vector<rclcpp::TimerBase::SharedPtr> timers;
  for (int i = 0; i < 3; ++i) timers.push_back(node_->create_wall_timer(0ns, call, group));
  spin_until([&] { return calls > 200; }, [&] { out->publish(text("x")); });
  EXPECT_EQ(overlaps, 0);
}

TEST_P(GroupTest, AReentrantGroupRunsEverythingToo) {
  const auto group = make_group(rclcpp::CallbackGroupType::Reentrant);
  std::atomic<int> one{0}, two{0};
  const auto first = node_->create_wall_timer(0ns, [&] { ++one; }, group);
  const auto second = node_->create_wall_timer(0ns, [&] { ++two; }, group);
  spin_until([&] { return one > 20 && two > 20; });
}

TEST_P(GroupTest, GroupsAreListedByHowTheyCame) {
  COVERS("rclcpp::{Executor,experimental::executors::EventsExecutor}", "get_all_callback_groups",
         "get_manually_added_callback_groups", "get_automatically_added_callback_groups_from_nodes",
         "add_callback_group", "remove_callback_group");
  const auto automatic = make_group(rclcpp::CallbackGroupType::MutuallyExclusive);
  const auto manual = make_group(rclcpp::CallbackGroupType::Reentrant, false);
  auto& executor = executor_;
  EXPECT_FALSE(has(executor.get_all_callback_groups(), manual));
  EXPECT_FALSE(manual->get_associated_with_executor_atomic());
  executor.add_callback_group(manual, node_->get_node_base_interface());
  EXPECT_TRUE(manual->get_associated_with_executor_atomic());
  EXPECT_TRUE(has(executor.get_all_callback_groups(), manual));
  EXPECT_TRUE(has(executor.get_all_callback_groups(), automatic));
  EXPECT_TRUE(has(executor.get_manually_added_callback_groups(), manual));
  EXPECT_FALSE(has(executor.get_manually_added_callback_groups(), automatic));
  EXPECT_TRUE(has(executor.get_automatically_added_callback_groups_from_nodes(), automatic));
  EXPECT_FALSE(has(executor.get_automatically_added_callback_groups_from_nodes(), manual));
  executor.remove_callback_group(manual);
  EXPECT_FALSE(has(executor.get_all_callback_groups(), manual));
  EXPECT_THROW(executor.remove_callback_group(manual), std::runtime_error);
}

TEST_P(GroupTest, OneAddedByItselfStaysWhenItsNodeGoesAndComesWithItOnceRemoved) {
  const auto group = make_group(rclcpp::CallbackGroupType::MutuallyExclusive);
  auto& executor = executor_;
  const auto base = node_->get_node_base_interface();
  executor.remove_node(base);
  executor.add_callback_group(group, base);
  executor.add_node(base);
  EXPECT_THROW(executor.add_node(base), std::runtime_error);
  EXPECT_TRUE(has(executor.get_manually_added_callback_groups(), group));
  EXPECT_FALSE(has(executor.get_automatically_added_callback_groups_from_nodes(), group));
  executor.remove_node(base);
  EXPECT_TRUE(group->get_associated_with_executor_atomic());
  std::atomic<int> ticks{0};
  const auto timer = node_->create_wall_timer(0ns, [&] { ++ticks; }, group);
  spin_until([&] { return ticks > 0; });
  executor.add_node(base);
  executor.remove_callback_group(group);
  EXPECT_TRUE(has(executor.get_automatically_added_callback_groups_from_nodes(), group));
  spin_until([&] { return ticks > 1; });
}

TEST_P(GroupTest, AGroupMayComeAndGoWhileItSpins) {
  const auto manual = make_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  std::atomic<int> ticks{0};
  const auto timer = node_->create_wall_timer(0ns, [&] { ++ticks; }, manual);
  const auto base = node_->get_node_base_interface();
  int rounds = 0;
  spin_until([&] { return rounds == 50; },
             [&] {
               const int before = ticks;
               executor_.add_callback_group(manual, base);
               while (ticks == before) std::this_thread::yield();
               executor_.remove_callback_group(manual);
               ++rounds;
             });
  EXPECT_GE(ticks, 50);
}

TEST(MultiThreadedExecutor, AReentrantGroupRunsOnSeveralThreadsAtOnce) {
  COVERS("rclcpp::CallbackGroupType", "Reentrant");
  const auto node = std::make_shared<rclcpp::Node>("tester");
  rclcpp::executors::MultiThreadedExecutor executor(rclcpp::ExecutorOptions(), 2);
  executor.add_node(node);
  const auto group = node->create_callback_group(rclcpp::CallbackGroupType::Reentrant);
  std::atomic<int> inside{0};
  const auto meet = [&] {  // returns when the other is inside as well
    if (++inside > 2) return;
    while (inside < 2) std::this_thread::yield();
    executor.cancel();
  };
  const auto one = node->create_wall_timer(0ns, meet, group);
  const auto two = node->create_wall_timer(0ns, meet, group);
  executor.spin();
  EXPECT_GE(inside, 2);
}

TEST(EventsExecutor, ATimerNeedNotWaitForOthersWithASecondThread) {
  namespace events = rclcpp::experimental::executors;
  const auto node = std::make_shared<rclcpp::Node>("tester");
  events::EventsExecutor executor(std::make_unique<events::SimpleEventsQueue>(), true);
  executor.add_node(node);
  const auto own = node->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive);
  std::atomic<bool> ticked{false};
  rclcpp::SubscriptionOptions options;
  options.callback_group = own;
  const auto in = node->create_subscription<String>(
      "topic", 10,
      [&](const String&) {
        while (!ticked) std::this_thread::yield();
        executor.cancel();
      },
      options);
  rclcpp::TimerBase::SharedPtr timer;
  const auto out = node->create_publisher<String>("topic", 10);
  out->publish(text("x"));
  timer = node->create_wall_timer(1ms, [&] { ticked = true; });
  executor.spin();
  EXPECT_TRUE(ticked);
}

}  // namespace
