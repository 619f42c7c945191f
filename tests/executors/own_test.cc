// What executors of users are made of: executables taken one by one, queues of
// events, memory strategies, and managers of timers.
#include <example_interfaces/srv/add_two_ints.hpp>

#include <algorithm>
#include <map>

#include "executors.hpp"
#include "rcl/wait.h"
#include "rclcpp/any_executable.hpp"
#include "rclcpp/experimental/timers_manager.hpp"
#include "rclcpp/memory_strategies.hpp"
#include "rclcpp/strategies/allocator_memory_strategy.hpp"

namespace {

using example_interfaces::srv::AddTwoInts;

/// Opens what derived executors may call.
class OpenExecutor : public OwnExecutor {
 public:
  using Executor::execute_any_executable;
  using Executor::execute_client;
  using Executor::execute_service;
  using Executor::execute_subscription;
  using Executor::execute_timer;
  using Executor::get_next_executable;
  using Executor::get_next_ready_executable;
  using Executor::wait_for_work;
};

class OwnExecutors : public ::testing::Test {
 protected:
  OwnExecutors() { executor_.add_node(node_); }
  rclcpp::Subscription<String>::SharedPtr listen(rclcpp::CallbackGroup::SharedPtr group = nullptr,
                                                 const std::string& topic = "topic") {
    rclcpp::SubscriptionOptions options;
    options.callback_group = group;
    return node_->create_subscription<String>(
        topic, 10, [this](const String& message) { heard_.push_back(message.data); }, options);
  }
  rclcpp::CallbackGroup::SharedPtr group() {
    return node_->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive);
  }

  const rclcpp::Node::SharedPtr node_ = std::make_shared<rclcpp::Node>("tester");
  OpenExecutor executor_;
  std::vector<std::string> heard_;
};

TEST_F(OwnExecutors, AreToldWhatIsNext) {
  COVERS("rclcpp::CallbackGroup", "can_be_taken_from");
  COVERS("rclcpp::AnyExecutable");
  const auto in = listen();
  const auto out = node_->create_publisher<String>("topic", 10);
  out->publish(text("x"));
  rclcpp::AnyExecutable any;
  ASSERT_TRUE(executor_.get_next_executable(any));
  EXPECT_EQ(any.subscription, in);
  EXPECT_EQ(any.callback_group, node_->get_node_base_interface()->get_default_callback_group());
  EXPECT_EQ(any.node_base, node_->get_node_base_interface());
  EXPECT_EQ(any.timer, nullptr);
  EXPECT_FALSE(any.callback_group->can_be_taken_from());
  OpenExecutor::execute_any_executable(any);
  EXPECT_EQ(heard_, std::vector<std::string>{"x"});
  EXPECT_TRUE(any.callback_group->can_be_taken_from());
  OpenExecutor::execute_any_executable(any);  // once is all
  EXPECT_EQ(heard_.size(), 1u);
  EXPECT_FALSE(executor_.get_next_executable(any, 1ms));
}

TEST_F(OwnExecutors, GetEveryKindAsWhatItIs) {
  std::map<std::string, int> seen;
  const auto timer = node_->create_wall_timer(1h, [] {});
  const auto soon = node_->create_wall_timer(1ms, [] {});
  const auto service = node_->create_service<AddTwoInts>(
      "add", [](const AddTwoInts::Request::SharedPtr, AddTwoInts::Response::SharedPtr) {});
  const auto client = node_->create_client<AddTwoInts>("add");
  bool answered = false;
  client->async_send_request(std::make_shared<AddTwoInts::Request>(),
                             [&](rclcpp::Client<AddTwoInts>::SharedFuture) { answered = true; });
  while (!answered || seen["timer"] == 0) {
    rclcpp::AnyExecutable any;
    if (!executor_.get_next_executable(any)) continue;
    seen["timer"] += any.timer == soon;
    seen["late"] += any.timer == timer;
    seen["service"] += any.service == service;
    seen["client"] += any.client == client;
    OpenExecutor::execute_any_executable(any);
  }
  EXPECT_GE(seen["timer"], 1);
  EXPECT_EQ(seen["late"], 0);
  EXPECT_EQ(seen["service"], 1);
  EXPECT_EQ(seen["client"], 1);
}

TEST_F(OwnExecutors, GetNothingOfAnExclusiveGroupThatTheyHold) {
  const auto one = group(), two = group();
  const auto a = listen(one, "a"), also_a = listen(one, "a"), b = listen(two, "b");
  node_->create_publisher<String>("a", 10)->publish(text("a"));
  node_->create_publisher<String>("b", 10)->publish(text("b"));
  rclcpp::AnyExecutable first, second, third;
  ASSERT_TRUE(executor_.get_next_ready_executable(first));
  ASSERT_TRUE(executor_.get_next_ready_executable(second));
  EXPECT_EQ(second.subscription, b) << "the other group's";
  EXPECT_FALSE(executor_.get_next_ready_executable(third));
  OpenExecutor::execute_any_executable(first);
  ASSERT_TRUE(executor_.get_next_ready_executable(third));
  EXPECT_EQ(third.callback_group, one);
  second = rclcpp::AnyExecutable();  // not run: ready again
  OpenExecutor::execute_any_executable(third);
  EXPECT_EQ(heard_, (std::vector<std::string>{"a", "a"}));
  EXPECT_TRUE(executor_.get_next_ready_executable(second));
  EXPECT_EQ(second.subscription, b);
}

TEST_F(OwnExecutors, FindWhatTheyWaitedForAlsoByOurSpins) {
  const auto in = listen();
  const auto out = node_->create_publisher<String>("topic", 10);
  std::thread talker([&] { out->publish(text("x")); });
  executor_.wait_for_work();
  talker.join();
  executor_.spin_some();
  EXPECT_EQ(heard_, std::vector<std::string>{"x"});
}

TEST_F(OwnExecutors, MayEndOrLoseANodeWithWorkTaken) {
  const auto in = listen();
  const auto out = node_->create_publisher<String>("topic", 10);
  rclcpp::AnyExecutable any;
  {
    OpenExecutor other;
    executor_.remove_node(node_);
    other.add_node(node_);
    out->publish(text("waited for"));
    other.wait_for_work();
    other.remove_node(node_);
    EXPECT_FALSE(other.get_next_ready_executable(any));
    other.add_node(node_);
    other.wait_for_work();
  }
  executor_.add_node(node_);
  ASSERT_TRUE(executor_.get_next_executable(any));
  OpenExecutor::execute_any_executable(any);
  EXPECT_EQ(heard_, std::vector<std::string>{"waited for"});
}

TEST_F(OwnExecutors, RememberACancelThatNobodyWaitedFor) {
  executor_.cancel();
  executor_.wait_for_work();  // returns
  rclcpp::AnyExecutable any;
  EXPECT_FALSE(executor_.get_next_executable(any, 1ms));
}

TEST_F(OwnExecutors, RunEntitiesThatAWaitSetSaysAreReady) {
  const auto apart =
      node_->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  const auto in = listen(apart);
  int ticks = 0;
  const auto timer = node_->create_wall_timer(1ms, [&] { ++ticks; }, apart);
  node_->create_publisher<String>("topic", 10)->publish(text("x"));
  rclcpp::WaitSet wait_set({{{in}}}, {}, {timer});
  while (ticks == 0 || heard_.empty()) {
    auto result = wait_set.wait();
    ASSERT_EQ(result.kind(), rclcpp::WaitResultKind::Ready);
    if (result.next_ready_subscription()) OpenExecutor::execute_subscription(in);
    const auto [ready, index] = result.peek_next_ready_timer();
    if (ready) OpenExecutor::execute_timer(ready, ready->call());
  }
  EXPECT_EQ(heard_, std::vector<std::string>{"x"});
}

TEST_F(OwnExecutors, CallbackGroupsKnowWhatIsInThem) {
  COVERS("rclcpp::CallbackGroup", "size", "find_subscription_ptrs_if", "find_timer_ptrs_if",
         "find_service_ptrs_if", "find_client_ptrs_if", "find_waitable_ptrs_if", "collect_all_ptrs",
         "get_notify_guard_condition");
  const auto own = group();
  const auto in = listen(own);
  auto timer = node_->create_wall_timer(1h, [] {}, own);
  EXPECT_EQ(own->size(), 2u);
  const auto any = [](const auto&) { return true; };
  EXPECT_EQ(own->find_subscription_ptrs_if(any), in);
  EXPECT_EQ(own->find_timer_ptrs_if(any), timer);
  EXPECT_EQ(own->find_service_ptrs_if(any), nullptr);
  EXPECT_EQ(own->find_client_ptrs_if(any), nullptr);
  EXPECT_EQ(own->find_waitable_ptrs_if(any), nullptr);
  EXPECT_EQ(own->find_timer_ptrs_if([](const auto&) { return false; }), nullptr);
  const auto takes_no_const = [&](rclcpp::TimerBase::SharedPtr& one) { return one == timer; };
  EXPECT_EQ(own->find_timer_ptrs_if(takes_no_const), timer);
  timer.reset();
  EXPECT_EQ(own->size(), 1u);
  int seen = 0;
  own->collect_all_ptrs([&](const auto&) { ++seen; }, any, any, any, any);
  EXPECT_EQ(seen, 1);
  const auto notify = own->get_notify_guard_condition();
  rclcpp::WaitSet wait_set({}, {notify});
  const auto later = node_->create_wall_timer(1h, [] {}, own);
  EXPECT_EQ(wait_set.wait(0s).kind(), rclcpp::WaitResultKind::Ready);
}

TEST_F(OwnExecutors, MayHaveGroupsOfNoNode) {
  COVERS("rclcpp::CallbackGroup", "type", "get_associated_with_executor_atomic");
  const auto own = std::make_shared<rclcpp::CallbackGroup>(
      rclcpp::CallbackGroupType::Reentrant, rclcpp::contexts::get_global_default_context(), false);
  EXPECT_EQ(own->type(), rclcpp::CallbackGroupType::Reentrant);
  executor_.add_callback_group(own, node_->get_node_base_interface());
  EXPECT_TRUE(own->get_associated_with_executor_atomic());
}

/// One turn of a loop as executors had it that collect by a memory strategy.
void turn(rclcpp::memory_strategy::MemoryStrategy& strategy,
          const rclcpp::memory_strategy::MemoryStrategy::WeakCallbackGroupsToNodesMap& groups) {
  rcl_wait_set_t wait_set = rcl_get_zero_initialized_wait_set();
  ASSERT_EQ(
      rcl_wait_set_init(&wait_set, strategy.number_of_ready_subscriptions(), 0, 0, 0, 0, 0,
                        rclcpp::contexts::get_global_default_context()->get_rcl_context().get(),
                        strategy.get_allocator()),
      RCL_RET_OK);
  ASSERT_TRUE(strategy.add_handles_to_wait_set(&wait_set));
  ASSERT_EQ(rcl_wait(&wait_set, -1), RCL_RET_OK);
  strategy.remove_null_handles(&wait_set);
  ASSERT_EQ(rcl_wait_set_fini(&wait_set), RCL_RET_OK);
  rclcpp::AnyExecutable any;
  strategy.get_next_timer(any, groups);
  if (!any.timer) strategy.get_next_subscription(any, groups);
  if (any.callback_group) {
    EXPECT_FALSE(any.callback_group->can_be_taken_from());
  }
  OpenExecutor::execute_any_executable(any);
}

TEST_F(OwnExecutors, MayCollectByAMemoryStrategy) {
  COVERS("rclcpp::memory_strategies::allocator_memory_strategy::AllocatorMemoryStrategy",
         "clear_handles", "collect_entities", "number_of_ready_subscriptions",
         "number_of_ready_timers");
  COVERS("rclcpp::memory_strategy::MemoryStrategy", "WeakCallbackGroupsToNodesMap");
  executor_.remove_node(node_);
  const auto own = group();
  const auto in = listen(own);
  int ticks = 0;
  const auto timer = node_->create_wall_timer(1ms, [&] { ++ticks; }, own);
  const auto out = node_->create_publisher<String>("topic", 10);
  out->publish(text("x"));
  rclcpp::memory_strategies::allocator_memory_strategy::AllocatorMemoryStrategy<> strategy;
  const rclcpp::memory_strategy::MemoryStrategy::WeakCallbackGroupsToNodesMap groups{
      {own, node_->get_node_base_interface()}};
  while (ticks == 0 || heard_.empty()) {
    strategy.clear_handles();
    EXPECT_FALSE(strategy.collect_entities(groups));
    EXPECT_EQ(strategy.number_of_ready_subscriptions(), 1u);
    EXPECT_EQ(strategy.number_of_ready_timers(), 1u);
    turn(strategy, groups);
  }
  EXPECT_TRUE(own->can_be_taken_from());
}

TEST_F(OwnExecutors, MemoryStrategiesFindEntitiesByTheirHandles) {
  COVERS("rclcpp::memory_strategy::MemoryStrategy", "get_subscription_by_handle",
         "get_timer_by_handle", "get_group_by_subscription", "get_group_by_timer",
         "get_node_by_group");
  COVERS("rclcpp::memory_strategies", "create_default_strategy");
  using rclcpp::memory_strategy::MemoryStrategy;
  const auto own = group();
  const auto in = listen(own);
  const auto timer = node_->create_wall_timer(1h, [] {}, own);
  const MemoryStrategy::WeakCallbackGroupsToNodesMap groups{
      {own, node_->get_node_base_interface()}};
  EXPECT_EQ(MemoryStrategy::get_subscription_by_handle(in->get_subscription_handle(), groups), in);
  EXPECT_EQ(MemoryStrategy::get_timer_by_handle(timer->get_timer_handle(), groups), timer);
  EXPECT_EQ(MemoryStrategy::get_group_by_subscription(in, groups), own);
  EXPECT_EQ(MemoryStrategy::get_group_by_timer(timer, groups), own);
  EXPECT_EQ(MemoryStrategy::get_node_by_group(own, groups), node_->get_node_base_interface());
  EXPECT_EQ(MemoryStrategy::get_group_by_service(nullptr, groups), nullptr);
  EXPECT_NE(rclcpp::ExecutorOptions().memory_strategy, nullptr);
  EXPECT_NE(rclcpp::memory_strategies::create_default_strategy(), nullptr);
}

/// Gives back what came last.
class NewestFirst : public OwnQueue {
 public:
  void enqueue(const Event& event) override {
    seen.push_back(event);
    stack_.push_back(event);
  }
  bool dequeue(Event& event, std::chrono::nanoseconds) override {
    if (stack_.empty()) return false;
    event = stack_.back();
    stack_.pop_back();
    return true;
  }
  bool empty() const override { return stack_.empty(); }
  std::size_t size() const override { return stack_.size(); }
  std::vector<Event> seen;

 private:
  std::vector<Event> stack_;
};

TEST(EventsExecutor, AQueueOfTheUsersDecidesTheOrder) {
  COVERS("rclcpp::experimental::executors::EventsExecutor", "add_node", "spin_some");
  COVERS("rclcpp::experimental::executors::ExecutorEventType", "SUBSCRIPTION_EVENT");
  namespace events = rclcpp::experimental::executors;
  auto queue = std::make_unique<NewestFirst>();
  const auto& seen = queue->seen;
  events::EventsExecutor executor(std::move(queue));
  const auto node = std::make_shared<rclcpp::Node>("tester");
  executor.add_node(node);
  std::vector<std::string> heard;
  const auto note = [&](const String& message) { heard.push_back(message.data); };
  const auto a = node->create_subscription<String>("a", 10, note);
  const auto b = node->create_subscription<String>("b", 10, note);
  node->create_publisher<String>("a", 10)->publish(text("a"));
  node->create_publisher<String>("b", 10)->publish(text("b"));
  executor.spin_some();
  EXPECT_EQ(heard, (std::vector<std::string>{"b", "a"}));
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[0].entity_key, a->get_subscription_handle().get());
  EXPECT_EQ(seen[0].type, events::SUBSCRIPTION_EVENT);
  EXPECT_EQ(seen[0].num_events, 1u);
}

TEST(EventsExecutor, NeedsAQueue) {
  EXPECT_THROW(rclcpp::experimental::executors::EventsExecutor executor(nullptr, false),
               std::invalid_argument);
}

TEST(SimpleEventsQueue, IsFirstInFirstOutAndWaits) {
  COVERS("rclcpp::experimental::executors::EventsQueue", "dequeue", "empty", "enqueue", "size");
  COVERS("rclcpp::experimental::executors::ExecutorEvent");
  COVERS("rclcpp::experimental::executors::ExecutorEventType", "TIMER_EVENT", "CLIENT_EVENT");
  namespace events = rclcpp::experimental::executors;
  events::SimpleEventsQueue queue;
  events::ExecutorEvent event{};
  EXPECT_TRUE(queue.empty());
  EXPECT_FALSE(queue.dequeue(event, 1ms));
  std::thread other([&] {
    queue.enqueue({&queue, nullptr, 1, events::TIMER_EVENT, 1});
    queue.enqueue({&queue, nullptr, 2, events::CLIENT_EVENT, 1});
  });
  EXPECT_TRUE(queue.dequeue(event));
  EXPECT_EQ(event.waitable_data, 1);
  other.join();
  EXPECT_EQ(queue.size(), 1u);
  EXPECT_TRUE(queue.dequeue(event, 0ns));
  EXPECT_EQ(event.waitable_data, 2);
}

class TimersManagers : public OwnExecutors {
 protected:
  TimersManagers() : manager_(rclcpp::contexts::get_global_default_context()) {}
  rclcpp::TimerBase::SharedPtr timer(std::chrono::nanoseconds period, std::function<void()> call) {
    return std::make_shared<rclcpp::WallTimer<std::function<void()>>>(period, std::move(call));
  }
  rclcpp::experimental::TimersManager manager_;
};

TEST_F(TimersManagers, RunTimersOnAThreadOfTheirOwnUntilTheyStop) {
  std::atomic<int> one{0}, two{0};
  const auto first = timer(1ms, [&] { ++one; }), second = timer(1h, [&] { ++two; });
  manager_.add_timer(first);
  manager_.start();
  EXPECT_THROW(manager_.start(), std::runtime_error);
  EXPECT_THROW(manager_.get_head_timeout(), std::runtime_error);
  const auto third = timer(1ms, [&] { ++two; });
  manager_.add_timer(second);
  manager_.add_timer(third);
  while (one < 3 || two < 3) std::this_thread::yield();
  third->cancel();
  manager_.stop();
  const int now = one;
  EXPECT_EQ(one, now);
  EXPECT_THROW(manager_.add_timer(nullptr), std::invalid_argument);
}

TEST_F(TimersManagers, WakeForATimerThatIsReset) {
  std::atomic<int> ticks{0};
  const auto sleeper = timer(1ms, [&] { ++ticks; });
  manager_.add_timer(sleeper);
  sleeper->cancel();
  manager_.start();
  sleeper->reset();
  while (ticks == 0) std::this_thread::yield();
  manager_.stop();
}

TEST_F(TimersManagers, RunTheHeadAtTheirOwnersWord) {
  int ticks = 0;
  EXPECT_EQ(manager_.get_head_timeout(), std::chrono::nanoseconds::max());
  EXPECT_FALSE(manager_.execute_head_timer());
  const auto late = timer(1h, [] {});
  auto soon = timer(1ns, [&] { ++ticks; });
  manager_.add_timer(late);
  EXPECT_FALSE(manager_.execute_head_timer());
  EXPECT_EQ(manager_.get_number_ready_timers(), 0u);
  manager_.add_timer(soon);
  while (!soon->is_ready()) std::this_thread::yield();
  EXPECT_EQ(manager_.get_head_timeout(), 0ns);
  EXPECT_EQ(manager_.get_number_ready_timers(), 1u);
  EXPECT_TRUE(manager_.execute_head_timer());
  EXPECT_EQ(ticks, 1);
  manager_.execute_ready_timer(soon.get(), nullptr);
  EXPECT_EQ(ticks, 2);
  manager_.remove_timer(soon);
  manager_.execute_ready_timer(soon.get(), nullptr);
  EXPECT_EQ(ticks, 2);
  late->cancel();
  EXPECT_EQ(manager_.get_head_timeout(), std::nullopt);
  manager_.clear();
  EXPECT_EQ(manager_.get_head_timeout(), std::chrono::nanoseconds::max());
}

TEST_F(TimersManagers, HandOutWhatIsReadyIfAsked) {
  std::atomic<const rclcpp::TimerBase*> ready{nullptr};
  rclcpp::experimental::TimersManager telling(
      rclcpp::contexts::get_global_default_context(),
      [&](const rclcpp::TimerBase* timer, const std::shared_ptr<void>& data) {
        if (data) ready = timer;
      });
  const auto one = timer(1ms, [] { ADD_FAILURE() << "it is handed out, not run"; });
  telling.add_timer(one);
  telling.start();
  while (ready == nullptr) std::this_thread::yield();
  EXPECT_EQ(ready, one.get());
  telling.stop();
}

}  // namespace
