// Callback groups: what runs side by side, what does not, and which executor
// runs it.
#include <algorithm>
#include <mutex>
#include <set>

#include "executors.hpp"

namespace {

template <class Executor>
class GroupTest : public ExecutorTest<Executor> {
 protected:
  rclcpp::CallbackGroup::SharedPtr group(rclcpp::CallbackGroupType type, bool automatic = true) {
    return this->node_->create_callback_group(type, automatic);
  }
  static bool has(const std::vector<rclcpp::CallbackGroup::WeakPtr>& groups,
                  const rclcpp::CallbackGroup::SharedPtr& group) {
    return std::any_of(groups.begin(), groups.end(),
                       [&](const auto& weak) { return weak.lock() == group; });
  }
};
TYPED_TEST_SUITE(GroupTest, Executors, NameOfExecutor);

TYPED_TEST(GroupTest, AnExclusiveGroupNeverOverlapsItself) {
  const auto group = this->group(rclcpp::CallbackGroupType::MutuallyExclusive);
  std::atomic<int> inside{0}, overlaps{0}, calls{0};
  const auto call = [&] {
    if (++inside != 1) ++overlaps;
    std::this_thread::yield();
    --inside;
    ++calls;
  };
  rclcpp::SubscriptionOptions options;
  options.callback_group = group;
  const auto in = this->node_->template create_subscription<String>(
      "topic", 10, [&](const String&) { call(); }, options);
  const auto out = this->talk();
  std::vector<rclcpp::TimerBase::SharedPtr> timers;
  for (int i = 0; i < 3; ++i) timers.push_back(this->node_->create_wall_timer(0ns, call, group));
  this->spin_until([&] { return calls > 200; }, [&] { out->publish(text("x")); });
  EXPECT_EQ(overlaps, 0);
}

TYPED_TEST(GroupTest, AReentrantGroupRunsEverythingToo) {
  const auto group = this->group(rclcpp::CallbackGroupType::Reentrant);
  std::atomic<int> one{0}, two{0};
  const auto first = this->node_->create_wall_timer(0ns, [&] { ++one; }, group);
  const auto second = this->node_->create_wall_timer(0ns, [&] { ++two; }, group);
  this->spin_until([&] { return one > 20 && two > 20; });
}

TYPED_TEST(GroupTest, GroupsAreListedByHowTheyCame) {
  COVERS("rclcpp::{Executor,experimental::executors::EventsExecutor}", "get_all_callback_groups",
         "get_manually_added_callback_groups", "get_automatically_added_callback_groups_from_nodes",
         "add_callback_group", "remove_callback_group");
  const auto automatic = this->group(rclcpp::CallbackGroupType::MutuallyExclusive);
  const auto manual = this->group(rclcpp::CallbackGroupType::Reentrant, false);
  auto& executor = this->executor_;
  EXPECT_FALSE(this->has(executor.get_all_callback_groups(), manual));
  EXPECT_FALSE(manual->get_associated_with_executor_atomic());
  executor.add_callback_group(manual, this->node_->get_node_base_interface());
  EXPECT_TRUE(manual->get_associated_with_executor_atomic());
  EXPECT_TRUE(this->has(executor.get_all_callback_groups(), manual));
  EXPECT_TRUE(this->has(executor.get_all_callback_groups(), automatic));
  EXPECT_TRUE(this->has(executor.get_manually_added_callback_groups(), manual));
  EXPECT_FALSE(this->has(executor.get_manually_added_callback_groups(), automatic));
  EXPECT_TRUE(this->has(executor.get_automatically_added_callback_groups_from_nodes(), automatic));
  EXPECT_FALSE(this->has(executor.get_automatically_added_callback_groups_from_nodes(), manual));
  executor.remove_callback_group(manual);
  EXPECT_FALSE(this->has(executor.get_all_callback_groups(), manual));
  EXPECT_THROW(executor.remove_callback_group(manual), std::runtime_error);
}

TYPED_TEST(GroupTest, OneAddedByItselfStaysWhenItsNodeGoesAndComesWithItOnceRemoved) {
  const auto group = this->group(rclcpp::CallbackGroupType::MutuallyExclusive);
  auto& executor = this->executor_;
  const auto base = this->node_->get_node_base_interface();
  executor.remove_node(base);
  executor.add_callback_group(group, base);
  executor.add_node(base);
  EXPECT_THROW(executor.add_node(base), std::runtime_error);
  EXPECT_TRUE(this->has(executor.get_manually_added_callback_groups(), group));
  EXPECT_FALSE(this->has(executor.get_automatically_added_callback_groups_from_nodes(), group));
  executor.remove_node(base);
  EXPECT_TRUE(group->get_associated_with_executor_atomic());
  std::atomic<int> ticks{0};
  const auto timer = this->node_->create_wall_timer(0ns, [&] { ++ticks; }, group);
  this->spin_until([&] { return ticks > 0; });
  executor.add_node(base);
  executor.remove_callback_group(group);
  EXPECT_TRUE(this->has(executor.get_automatically_added_callback_groups_from_nodes(), group));
  this->spin_until([&] { return ticks > 1; });
}

TYPED_TEST(GroupTest, AGroupMayComeAndGoWhileItSpins) {
  const auto manual = this->group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  std::atomic<int> ticks{0};
  const auto timer = this->node_->create_wall_timer(0ns, [&] { ++ticks; }, manual);
  const auto base = this->node_->get_node_base_interface();
  int rounds = 0;
  this->spin_until([&] { return rounds == 50; },
                   [&] {
                     const int before = ticks;
                     this->executor_.add_callback_group(manual, base);
                     while (ticks == before) std::this_thread::yield();
                     this->executor_.remove_callback_group(manual);
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

TEST(MultiThreadedExecutor, AnExclusiveGroupNeverOverlapsItself) {
  const auto node = std::make_shared<rclcpp::Node>("tester");
  rclcpp::executors::MultiThreadedExecutor executor(rclcpp::ExecutorOptions(), 4);
  executor.add_node(node);
  std::atomic<int> inside{0}, overlaps{0}, calls{0};
  const auto call = [&] {
    if (++inside != 1) ++overlaps;
    std::this_thread::yield();
    --inside;
    if (++calls > 100) executor.cancel();
  };
  std::vector<rclcpp::TimerBase::SharedPtr> timers;
  for (int i = 0; i < 4; ++i) timers.push_back(node->create_wall_timer(0ns, call));
  executor.spin();
  EXPECT_EQ(overlaps, 0);
}

TEST(MultiThreadedExecutor, DifferentGroupsRunSideBySide) {
  COVERS("rclcpp::executors::MultiThreadedExecutor", "get_number_of_threads", "spin");
  const auto node = std::make_shared<rclcpp::Node>("tester");
  rclcpp::executors::MultiThreadedExecutor executor(rclcpp::ExecutorOptions(), 2);
  EXPECT_EQ(executor.get_number_of_threads(), 2u);
  executor.add_node(node);
  std::atomic<int> inside{0};
  const auto meet = [&] {
    if (++inside > 2) return;
    while (inside < 2) std::this_thread::yield();
    executor.cancel();
  };
  std::vector<rclcpp::CallbackGroup::SharedPtr> groups;
  std::vector<rclcpp::TimerBase::SharedPtr> timers;
  for (int i = 0; i < 2; ++i) {
    groups.push_back(node->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive));
    timers.push_back(node->create_wall_timer(0ns, meet, groups.back()));
  }
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
