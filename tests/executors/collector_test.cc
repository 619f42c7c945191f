// Executors of users that wait on wait sets: their entities collected, and what
// of them is ready.
#include <example_interfaces/srv/add_two_ints.hpp>

#include <algorithm>

#include "executors.hpp"
#include "rclcpp/executors/executor_entities_collection.hpp"
#include "rclcpp/executors/executor_entities_collector.hpp"
#include "rclcpp/executors/executor_notify_waitable.hpp"
#include "waiting_executor.hpp"

namespace {

using example_interfaces::srv::AddTwoInts;
using rclcpp::executors::build_entities_collection;
using rclcpp::executors::ExecutorEntitiesCollection;
using rclcpp::executors::ExecutorEntitiesCollector;
using rclcpp::executors::ExecutorNotifyWaitable;
using rclcpp::executors::ready_executables;
using Groups = std::vector<rclcpp::CallbackGroup::WeakPtr>;

bool has(const Groups& groups, const rclcpp::CallbackGroup::SharedPtr& group) {
  return std::any_of(groups.begin(), groups.end(),
                     [&](const auto& weak) { return weak.lock() == group; });
}

class Collections : public ::testing::Test {
 protected:
  rclcpp::CallbackGroup::SharedPtr group(bool automatic = true) {
    return node_->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, automatic);
  }
  rclcpp::Subscription<String>::SharedPtr listen(rclcpp::CallbackGroup::SharedPtr group) {
    rclcpp::SubscriptionOptions options;
    options.callback_group = std::move(group);
    return node_->create_subscription<String>("topic", 10, [](const String&) {}, options);
  }
  const rclcpp::Node::SharedPtr node_ = std::make_shared<rclcpp::Node>("tester");
  const rclcpp::node_interfaces::NodeBaseInterface::SharedPtr base_ =
      node_->get_node_base_interface();
};

TEST_F(Collections, HoldWhatIsInTheGroups) {
  COVERS("rclcpp::executors", "build_entities_collection");
  COVERS("rclcpp::executors::ExecutorEntitiesCollection", "ClientCollection",
         "GuardConditionCollection", "ServiceCollection", "SubscriptionCollection",
         "TimerCollection", "WaitableCollection", "clear", "empty", "remove_expired_entities");
  COVERS("rclcpp::executors::CollectionEntry", "EntitySharedPtr", "EntityWeakPtr");
  COVERS("rclcpp::executors::EntityCollection", "EntitySharedPtr", "EntityWeakPtr", "Key");
  const auto one = group(), taken = group();
  auto in = listen(one);
  const auto of_taken = listen(taken);
  taken->can_be_taken_from() = false;
  const auto timer = node_->create_wall_timer(1h, [] {}, one);
  const auto service = node_->create_service<AddTwoInts>(
      "add", [](const AddTwoInts::Request::SharedPtr, AddTwoInts::Response::SharedPtr) {},
      rclcpp::ServicesQoS(), one);
  const auto client = node_->create_client<AddTwoInts>("add", rclcpp::ServicesQoS(), one);
  const auto waitable = std::make_shared<ExecutorNotifyWaitable>();
  node_->get_node_waitables_interface()->add_waitable(waitable, one);
  const auto gone = group();
  ExecutorEntitiesCollection all;
  EXPECT_TRUE(all.empty());
  all.subscriptions.insert({nullptr, {of_taken, taken}});  // of before
  build_entities_collection({one, taken, {}}, all);
  EXPECT_FALSE(all.empty());
  const ExecutorEntitiesCollection::SubscriptionCollection& subscriptions = all.subscriptions;
  ASSERT_EQ(subscriptions.size(), 1u) << "a group that is taken is left out";
  using Entry = rclcpp::executors::CollectionEntry<rclcpp::SubscriptionBase>;
  using Row = ExecutorEntitiesCollection::SubscriptionCollection;
  const Row::Key key = in->get_subscription_handle().get();
  const Entry& entry = subscriptions.at(key);
  const Entry::EntityWeakPtr weak = entry.entity;
  Entry::EntitySharedPtr held = weak.lock();
  EXPECT_EQ(held, in);
  EXPECT_EQ(entry.callback_group.lock(), one);
  static_assert(std::is_same_v<Row::EntityWeakPtr, Entry::EntityWeakPtr>);
  static_assert(std::is_same_v<Row::EntitySharedPtr, Entry::EntitySharedPtr>);
  const ExecutorEntitiesCollection::TimerCollection& timers = all.timers;
  EXPECT_EQ(timers.at(timer->get_timer_handle().get()).entity.lock(), timer);
  const ExecutorEntitiesCollection::ServiceCollection& services = all.services;
  EXPECT_EQ(services.at(service->get_service_handle().get()).entity.lock(), service);
  const ExecutorEntitiesCollection::ClientCollection& clients = all.clients;
  EXPECT_EQ(clients.at(client->get_client_handle().get()).entity.lock(), client);
  const ExecutorEntitiesCollection::WaitableCollection& waitables = all.waitables;
  EXPECT_EQ(waitables.at(waitable.get()).entity.lock(), waitable);
  const auto guard = std::make_shared<rclcpp::GuardCondition>();
  ExecutorEntitiesCollection::GuardConditionCollection& guards = all.guard_conditions;
  guards.insert({&guard->get_rcl_guard_condition(), {guard, {}}});
  EXPECT_EQ(all.remove_expired_entities(), 0u);
  held.reset();
  in.reset();
  EXPECT_EQ(all.remove_expired_entities(), 1u);
  EXPECT_TRUE(subscriptions.empty());
  all.clear();
  EXPECT_TRUE(all.empty());
  guards.insert({&guard->get_rcl_guard_condition(), {guard, {}}});
  EXPECT_FALSE(all.empty());
}

TEST_F(Collections, TellWhatComesAndGoesWithAnUpdate) {
  COVERS("rclcpp::executors::EntityCollection", "update");
  COVERS("rclcpp::executors", "update_entities");
  using Timers = ExecutorEntitiesCollection::TimerCollection;
  using Timer = rclcpp::TimerBase::SharedPtr;
  const auto made = [this]() -> Timer { return node_->create_wall_timer(1h, [] {}); };
  auto first = made(), second = made();
  const auto third = made();
  const auto entry_of = [](const Timer& timer) {
    return Timers::value_type(timer->get_timer_handle().get(), {timer, {}});
  };
  Timers now, next{};
  std::vector<Timer> added, removed;
  const auto on_added = [&](const Timer& timer) { added.push_back(timer); };
  const auto on_removed = [&](const Timer& timer) { removed.push_back(timer); };
  next.insert(entry_of(first));
  next.insert(entry_of(second));
  now.update(next, on_added, on_removed);
  EXPECT_EQ(now.size(), 2u);
  EXPECT_EQ(added.size(), 2u);
  EXPECT_TRUE(removed.empty());
  now.update(next, on_added, on_removed);
  EXPECT_EQ(added.size(), 2u) << "nothing new";
  added.clear();
  next.erase(first->get_timer_handle().get());
  next.insert(entry_of(third));
  rclcpp::executors::update_entities<Timers>(next, now, on_added, on_removed);
  EXPECT_EQ(added, std::vector<Timer>{third});
  EXPECT_EQ(removed, std::vector<Timer>{first});
  EXPECT_EQ(now.size(), 2u);
  next.erase(second->get_timer_handle().get());
  removed.clear();
  second.reset();
  now.update(next, on_added, on_removed);
  EXPECT_TRUE(removed.empty()) << "what is gone is told of to nobody";
  EXPECT_EQ(now.size(), 1u);
}

TEST_F(Collections, GiveWhatAWaitFoundAsExecutables) {
  COVERS("rclcpp::executors", "ready_executables");
  const auto one = group(), other = group();
  const auto in = listen(one), late = listen(other);
  const auto timer = node_->create_wall_timer(1ns, [] {}, one);
  node_->create_publisher<String>("topic", 10)->publish(String());
  ExecutorEntitiesCollection all;
  build_entities_collection({one, other}, all);
  rclcpp::WaitSet wait_set({{{in}, {late}}}, {}, {timer});
  std::deque<rclcpp::AnyExecutable> ready(1);
  {
    auto nothing = rclcpp::WaitResult<rclcpp::WaitSet>::from_timeout_wait_result_kind();
    EXPECT_EQ(ready_executables(all, nothing, ready), 0u);
  }
  auto result = wait_set.wait(30s);
  other->can_be_taken_from() = false;
  EXPECT_EQ(ready_executables(all, result, ready), 2u) << "of the group that is free";
  ASSERT_EQ(ready.size(), 3u) << "appended";
  EXPECT_EQ(ready[1].timer, timer);
  EXPECT_NE(ready[1].data, nullptr) << "it was called";
  EXPECT_EQ(ready[2].subscription, in);
  EXPECT_EQ(ready[2].callback_group, one);
  timer->cancel();
  other->can_be_taken_from() = true;
  all.subscriptions.erase(in->get_subscription_handle().get());
  ready.clear();
  EXPECT_EQ(ready_executables(all, result, ready), 1u);
  EXPECT_EQ(ready[0].subscription, late);
}

class Collectors : public Collections {
 protected:
  const std::shared_ptr<ExecutorNotifyWaitable> notify_ =
      std::make_shared<ExecutorNotifyWaitable>();
  ExecutorEntitiesCollector collector_{notify_};
};

TEST_F(Collectors, ShowTheGroupsOfTheirNodesAfterAnUpdate) {
  COVERS("rclcpp::executors::ExecutorEntitiesCollector", "add_node", "remove_node", "has_pending",
         "update_collections", "get_all_callback_groups",
         "get_automatically_added_callback_groups");
  const auto own = group(), apart = group(false);
  EXPECT_FALSE(collector_.has_pending());
  collector_.add_node(base_);
  EXPECT_TRUE(base_->get_associated_with_executor_atomic());
  EXPECT_TRUE(collector_.has_pending());
  EXPECT_TRUE(collector_.get_all_callback_groups().empty());
  collector_.update_collections();
  EXPECT_FALSE(collector_.has_pending());
  const auto shown = collector_.get_automatically_added_callback_groups();
  EXPECT_EQ(shown.size(), 2u);
  EXPECT_TRUE(has(shown, own));
  EXPECT_TRUE(has(shown, base_->get_default_callback_group()));
  EXPECT_EQ(collector_.get_all_callback_groups().size(), 2u);
  const auto later = group();
  collector_.update_collections();
  EXPECT_TRUE(has(collector_.get_automatically_added_callback_groups(), later));
  EXPECT_THROW(collector_.add_node(base_), std::runtime_error);
  OwnExecutor executor;
  EXPECT_THROW(executor.add_node(base_), std::runtime_error);
  collector_.remove_node(base_);
  EXPECT_FALSE(base_->get_associated_with_executor_atomic());
  EXPECT_TRUE(collector_.has_pending());
  executor.add_node(base_);
  collector_.update_collections();
  EXPECT_TRUE(collector_.get_all_callback_groups().empty());
  EXPECT_THROW(collector_.remove_node(base_), std::runtime_error);
  EXPECT_THROW(collector_.add_node(base_), std::runtime_error) << "an executor has it";
}

TEST_F(Collectors, HaveGroupsByThemselves) {
  COVERS("rclcpp::executors::ExecutorEntitiesCollector", "add_callback_group",
         "remove_callback_group", "get_manually_added_callback_groups");
  auto apart = group(false);
  const auto other = group();
  collector_.add_callback_group(apart);
  collector_.add_callback_group(other);
  EXPECT_TRUE(collector_.has_pending());
  EXPECT_THROW(collector_.add_callback_group(apart), std::runtime_error);
  OwnExecutor executor;
  EXPECT_THROW(executor.add_callback_group(apart, base_), std::runtime_error);
  collector_.add_node(base_);
  collector_.update_collections();
  const auto manual = collector_.get_manually_added_callback_groups();
  EXPECT_EQ(manual.size(), 2u);
  EXPECT_TRUE(has(manual, apart));
  EXPECT_FALSE(has(collector_.get_automatically_added_callback_groups(), other)) << "once";
  EXPECT_EQ(collector_.get_all_callback_groups().size(), 3u);
  collector_.remove_callback_group(other);
  EXPECT_THROW(collector_.remove_callback_group(other), std::runtime_error);
  collector_.update_collections();
  EXPECT_TRUE(has(collector_.get_automatically_added_callback_groups(), other))
      << "it goes with its node again";
  apart.reset();
  collector_.update_collections();
  EXPECT_TRUE(collector_.get_manually_added_callback_groups().empty());
}

TEST_F(Collectors, ForgetNodesThatAreGoneAndGiveAllBackAtTheirEnd) {
  auto other = std::make_shared<rclcpp::Node>("other");
  const auto apart = group(false);
  {
    ExecutorEntitiesCollector short_lived(notify_);
    short_lived.add_node(other->get_node_base_interface());
    short_lived.add_node(base_);
    short_lived.add_callback_group(apart);
    short_lived.update_collections();
    EXPECT_GT(notify_->get_number_of_ready_guard_conditions(), 0u);
    const auto in = other->create_subscription<String>("topic", 10, [](const String&) {});
    node_->create_publisher<String>("topic", 10)->publish(String());
    other.reset();  // its core lives on with the subscription
    short_lived.update_collections();
    EXPECT_EQ(short_lived.get_automatically_added_callback_groups().size(), 1u);
  }
  EXPECT_EQ(notify_->get_number_of_ready_guard_conditions(), 0u);
  EXPECT_FALSE(base_->get_associated_with_executor_atomic());
  EXPECT_FALSE(apart->get_associated_with_executor_atomic());
  EXPECT_THROW(ExecutorEntitiesCollector nothing(nullptr), std::invalid_argument);
}

TEST_F(Collectors, WakeTheirWaitableWhenSomethingComes) {
  COVERS("rclcpp::executors::ExecutorNotifyWaitable", "add_to_wait_set", "is_ready", "take_data",
         "take_data_by_entity_id", "execute", "get_number_of_ready_guard_conditions",
         "set_on_ready_callback", "clear_on_ready_callback");
  const auto apart = group(false);
  collector_.add_callback_group(apart);
  EXPECT_EQ(notify_->get_number_of_ready_guard_conditions(), 1u) << "at once";
  collector_.add_node(base_);
  collector_.update_collections();
  EXPECT_EQ(notify_->get_number_of_ready_guard_conditions(), 3u) << "of the node and of two groups";
  rclcpp::WaitSet wait_set;
  wait_set.add_waitable(notify_);
  EXPECT_EQ(wait_set.wait(0s).kind(), rclcpp::WaitResultKind::Timeout);
  const auto later = group();  // the node tells
  {
    auto result = wait_set.wait(0s);
    ASSERT_EQ(result.kind(), rclcpp::WaitResultKind::Ready);
    EXPECT_TRUE(notify_->is_ready(result.get_wait_set().get_rcl_wait_set()));
    EXPECT_EQ(notify_->take_data(), nullptr);
    EXPECT_EQ(notify_->take_data_by_entity_id(0), nullptr);
    notify_->execute(nullptr);  // nothing to do
  }
  const auto in = listen(apart);  // a group tells
  EXPECT_EQ(wait_set.wait(0s).kind(), rclcpp::WaitResultKind::Ready);
  wait_set.remove_waitable(notify_);
  rcl_wait_set_t foreign{};
  EXPECT_THROW(notify_->add_to_wait_set(foreign), std::runtime_error);
  int told = 0;
  notify_->set_on_ready_callback([&](size_t, int id) { told += id == 0 ? 1 : 100; });
  told = 0;  // of what happened before
  const auto more = listen(apart);
  EXPECT_EQ(told, 1);
  collector_.update_collections();  // with a group that came meanwhile
  const auto of_later = listen(later);
  EXPECT_EQ(told, 2);
  notify_->clear_on_ready_callback();
  const auto still_more = listen(apart);
  EXPECT_EQ(told, 2);
  EXPECT_THROW(notify_->set_on_ready_callback(nullptr), std::invalid_argument);
}

TEST_F(Collectors, NotifyWaitablesDoWhatTheyWereMadeFor) {
  COVERS("rclcpp::executors::ExecutorNotifyWaitable", "add_guard_condition",
         "remove_guard_condition", "operator=");
  int executed = 0;
  ExecutorNotifyWaitable one([&] { ++executed; }), other;
  auto guard = std::make_shared<rclcpp::GuardCondition>();
  one.add_guard_condition(guard);
  one.add_guard_condition(guard);
  EXPECT_EQ(one.get_number_of_ready_guard_conditions(), 1u) << "once";
  other = one;
  ExecutorNotifyWaitable copy(one);
  other.execute(nullptr);
  copy.execute(nullptr);
  EXPECT_EQ(executed, 2);
  EXPECT_EQ(other.get_number_of_ready_guard_conditions(), 1u);
  EXPECT_EQ(copy.get_number_of_ready_guard_conditions(), 1u);
  one.remove_guard_condition(guard);
  one.remove_guard_condition(guard);
  EXPECT_EQ(one.get_number_of_ready_guard_conditions(), 0u);
  guard.reset();
  EXPECT_EQ(other.get_number_of_ready_guard_conditions(), 0u) << "it is not owned";
}

TEST_F(Collectors, AGuardConditionLivesAsLongAsItIsWaitedFor) {
  auto guard = std::make_shared<rclcpp::GuardCondition>();
  const std::weak_ptr<rclcpp::GuardCondition> weak = guard;
  notify_->add_guard_condition(guard);
  rclcpp::WaitSet wait_set;
  wait_set.add_waitable(notify_);
  guard->trigger();
  {
    auto result = wait_set.wait(0s);
    guard.reset();
    EXPECT_FALSE(weak.expired());
    EXPECT_EQ(result.next_ready_waitable(), notify_);
  }
  EXPECT_EQ(wait_set.wait(0s).kind(), rclcpp::WaitResultKind::Empty) << "nothing could wake it";
  EXPECT_TRUE(weak.expired());
}

class WaitingExecutors : public Collections {
 protected:
  WaitingExecutors() { executor_.add_node(node_); }
  WaitingExecutor executor_;
};

TEST_F(WaitingExecutors, RunWhateverComesToTheirNodes) {
  std::vector<std::string> ran;
  const auto timer = node_->create_wall_timer(1ms, [&] {
    if (ran.empty()) ran.push_back("timer");
  });
  const auto service = node_->create_service<AddTwoInts>(
      "add", [&](const AddTwoInts::Request::SharedPtr, AddTwoInts::Response::SharedPtr) {
        ran.push_back("service");
      });
  rclcpp::Subscription<String>::SharedPtr in;
  rclcpp::Client<AddTwoInts>::SharedPtr client;
  rclcpp::Publisher<String>::SharedPtr out;
  executor_.spin_while([&] { return ran.empty(); });
  rclcpp::SubscriptionOptions options;
  options.callback_group = group();  // kept by us alone, as in ROS 2
  in = node_->create_subscription<String>(
      "topic", 10, [&](const String& message) { ran.push_back(message.data); }, options);
  out = node_->create_publisher<String>("topic", 10);
  client = node_->create_client<AddTwoInts>("add");
  out->publish(text("message"));
  executor_.spin_while([&] { return ran.size() < 2; });
  client->async_send_request(
      std::make_shared<AddTwoInts::Request>(),
      [&](rclcpp::Client<AddTwoInts>::SharedFuture) { ran.push_back("client"); });
  executor_.spin_while([&] { return ran.size() < 4; });
  EXPECT_EQ(ran, (std::vector<std::string>{"timer", "message", "service", "client"}));
}

TEST_F(WaitingExecutors, WakeForWhatComesDuringAWait) {
  std::atomic<int> heard{0};
  std::thread other([&] {
    const auto in =
        node_->create_subscription<String>("topic", 10, [&](const String&) { ++heard; });
    const auto out = node_->create_publisher<String>("topic", 10);
    for (int i = 0; i < 100; ++i) {
      out->publish(text("x"));
      while (heard <= i) std::this_thread::yield();
    }
  });
  executor_.spin_while([&] { return heard < 100; });
  other.join();
}

}  // namespace
