// Wait sets: entities waited for and taken from by hand, past any executor.
#include "rclcpp/wait_set.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <example_interfaces/srv/add_two_ints.hpp>
#include <std_msgs/msg/string.hpp>
#include <thread>

#include "covers.h"
#include "rcl/wait.h"
#include "rclcpp/detail/add_guard_condition_to_rcl_wait_set.hpp"
#include "rclcpp/detail/template_unique.hpp"
#include "running.hpp"

namespace {

using AddTwoInts = example_interfaces::srv::AddTwoInts;
using std_msgs::msg::String;
using namespace std::chrono_literals;
using Kind = rclcpp::WaitResultKind;
using Entries = std::vector<rclcpp::WaitSet::SubscriptionEntry>;

String text(const std::string& data) {
  String message;
  message.data = data;
  return message;
}

class WaitSets : public Running {
 protected:
  WaitSets() {
    init();
    node_ = std::make_shared<rclcpp::Node>("waiter");
    // Of no executor, as the field's users of wait sets have it.
    options_.callback_group =
        node_->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  }
  ~WaitSets() override {
    options_ = {};
    node_.reset();
  }

  rclcpp::Subscription<String>::SharedPtr listen(const std::string& topic = "topic") {
    return node_->create_subscription<String>(
        topic, 10, [](const String&) { ADD_FAILURE() << "nobody executes this"; }, options_);
  }
  rclcpp::TimerBase::SharedPtr timer(std::chrono::nanoseconds period) {
    return node_->create_wall_timer(period, [this] { ++ticks_; }, options_.callback_group);
  }

  rclcpp::Node::SharedPtr node_;
  rclcpp::SubscriptionOptions options_;
  std::atomic<int> ticks_{0};
};

TEST_F(WaitSets, SayWhichSubscriptionHasAMessageInTheOrderOfTheirAddition) {
  COVERS("rclcpp", "WaitSet");
  COVERS("rclcpp::WaitSetTemplate", "get_rcl_wait_set");
  COVERS("rclcpp::WaitResult", "kind", "get_wait_set", "next_ready_subscription");
  COVERS("rclcpp::SubscriptionBase", "get_subscription_handle");
  const auto a = listen("a"), b = listen("b");
  const auto out = node_->create_publisher<String>("b", 10);
  rclcpp::WaitSet wait_set(Entries{{a}, {b}});
  EXPECT_EQ(wait_set.wait(0s).kind(), Kind::Timeout);
  out->publish(text("one"));
  auto result = wait_set.wait(10s);
  ASSERT_EQ(result.kind(), Kind::Ready);
  const auto& raw = result.get_wait_set().get_rcl_wait_set();
  ASSERT_EQ(raw.size_of_subscriptions, 2u);
  EXPECT_EQ(raw.subscriptions[0], nullptr);
  EXPECT_EQ(raw.subscriptions[1], b->get_subscription_handle().get());
  String message;
  rclcpp::MessageInfo info;
  EXPECT_FALSE(a->take(message, info));
  EXPECT_TRUE(b->take(message, info));
  EXPECT_EQ(message.data, "one");
  EXPECT_EQ(result.next_ready_subscription(), b);
  EXPECT_EQ(result.next_ready_subscription(), nullptr);
}

TEST_F(WaitSets, AreReadyUntilAllIsTaken) {
  const auto in = listen();
  const auto out = node_->create_publisher<String>("topic", 10);
  rclcpp::WaitSet wait_set(Entries{{in}});
  out->publish(text("1"));
  out->publish(text("2"));
  String message;
  rclcpp::MessageInfo info;
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(wait_set.wait(0s).kind(), Kind::Ready);
    EXPECT_TRUE(in->take(message, info));
  }
  EXPECT_EQ(wait_set.wait(0s).kind(), Kind::Timeout);
}

TEST_F(WaitSets, WakeForEveryMessageAlsoAfterSomeWereTaken) {
  const auto in = listen();
  rclcpp::WaitSet wait_set(Entries{{in}});
  std::atomic<int> taken{0};
  std::thread talker([&] {
    const auto out = node_->create_publisher<String>("topic", 10);
    for (int i = 0; i < 1000; ++i) {
      out->publish(text("x"));
      while (taken <= i) std::this_thread::yield();
    }
  });
  String message;
  rclcpp::MessageInfo info;
  while (taken < 1000) {
    ASSERT_EQ(wait_set.wait(30s).kind(), Kind::Ready);
    while (in->take(message, info)) ++taken;
  }
  talker.join();
}

TEST_F(WaitSets, WaitForMessagesOfOtherProcessesToo) {
  options_.use_intra_process_comm = rclcpp::IntraProcessSetting::Disable;
  const auto in = listen();
  rclcpp::PublisherOptions apart;
  apart.use_intra_process_comm = rclcpp::IntraProcessSetting::Disable;
  const auto out =
      node_->create_publisher<String>("topic", rclcpp::QoS(1).transient_local(), apart);
  while (in->get_publisher_count() == 0) std::this_thread::yield();
  rclcpp::WaitSet wait_set(Entries{{in}});
  out->publish(text("over DDS"));
  EXPECT_EQ(wait_set.wait(30s).kind(), Kind::Ready);
}

TEST_F(WaitSets, WakeForTimersAndCallThemByHand) {
  COVERS("rclcpp::WaitSetTemplate", "add_timer");
  COVERS("rclcpp::WaitResult", "peek_next_ready_timer", "clear_timer_with_index");
  COVERS("rclcpp::TimerBase", "call", "execute_callback");
  COVERS("rclcpp::GenericTimer", "call", "execute_callback");
  const auto soon = timer(1ms), late = timer(1h);
  rclcpp::WaitSet wait_set;
  wait_set.add_timer(late);
  wait_set.add_timer(soon);
  auto result = wait_set.wait();
  ASSERT_EQ(result.kind(), Kind::Ready);
  const auto [ready, index] = result.peek_next_ready_timer();
  EXPECT_EQ(ready, soon);
  EXPECT_EQ(index, 1u);
  EXPECT_EQ(result.peek_next_ready_timer().first, soon) << "it stays until it is cleared";
  const auto before = std::chrono::steady_clock::now();
  const auto data = ready->call();
  ASSERT_NE(data, nullptr);
  ready->execute_callback(data);
  EXPECT_EQ(ticks_, 1);
  const auto left = soon->time_until_trigger();
  EXPECT_GT(std::chrono::steady_clock::now() + left, before) << "call() moved it on";
  result.clear_timer_with_index(index);
  EXPECT_EQ(result.peek_next_ready_timer().first, nullptr);
  EXPECT_THROW(result.clear_timer_with_index(2), std::out_of_range);
  soon->cancel();
  EXPECT_EQ(soon->call(), nullptr);
}

TEST_F(WaitSets, WakeForATimerThatIsResetMeanwhile) {
  const auto tick = timer(1ms);
  tick->cancel();
  rclcpp::WaitSet wait_set;
  wait_set.add_timer(tick);
  std::thread resetter([&] { tick->reset(); });
  EXPECT_EQ(wait_set.wait(30s).kind(), Kind::Ready);
  resetter.join();
}

TEST_F(WaitSets, WaitForTimersOfNoNode) {
  const auto alone = std::make_shared<rclcpp::GenericTimer<std::function<void()>>>(
      std::make_shared<rclcpp::Clock>(RCL_STEADY_TIME), 1ms, [this] { ++ticks_; });
  rclcpp::WaitSet wait_set({}, {}, {alone});
  EXPECT_EQ(wait_set.wait(30s).kind(), Kind::Ready);
}

TEST_F(WaitSets, ResetTheGuardConditionsThatTheyTellOf) {
  COVERS("rclcpp::WaitResultKind", "Ready", "Timeout");
  const auto guard = std::make_shared<rclcpp::GuardCondition>();
  rclcpp::WaitSet wait_set({}, {guard});
  guard->trigger();
  EXPECT_EQ(wait_set.wait(0s).kind(), Kind::Ready);
  EXPECT_EQ(wait_set.wait(0s).kind(), Kind::Timeout);
  std::thread trigger([&] { guard->trigger(); });
  EXPECT_EQ(wait_set.wait(30s).kind(), Kind::Ready);
  trigger.join();
}

TEST_F(WaitSets, TellOfRequestsAndReplies) {
  COVERS("rclcpp::WaitSetTemplate", "add_service", "add_client");
  COVERS("rclcpp::WaitResult", "next_ready_client", "next_ready_service");
  std::atomic<int> served{0};
  const auto service = node_->create_service<AddTwoInts>(
      "add",
      [&](const AddTwoInts::Request::SharedPtr request, AddTwoInts::Response::SharedPtr response) {
        response->sum = request->a + request->b;
        ++served;
      },
      rclcpp::ServicesQoS(), options_.callback_group);
  const auto client =
      node_->create_client<AddTwoInts>("add", rclcpp::ServicesQoS(), options_.callback_group);
  rclcpp::WaitSet wait_set;
  wait_set.add_service(service);
  wait_set.add_client(client);
  auto request = std::make_shared<AddTwoInts::Request>();
  request->a = 2;
  auto future = client->async_send_request(request);
  {
    auto result = wait_set.wait(30s);
    ASSERT_EQ(result.kind(), Kind::Ready);
    EXPECT_EQ(result.next_ready_client(), nullptr);
    EXPECT_EQ(result.next_ready_service(), service);
  }
  AddTwoInts::Request taken;
  rmw_request_id_t id;
  ASSERT_TRUE(service->take_type_erased_request(&taken, id));
  EXPECT_EQ(taken.a, 2);
  AddTwoInts::Response response;
  response.sum = 7;
  service->send_response(id, response);
  auto result = wait_set.wait(30s);
  ASSERT_EQ(result.kind(), Kind::Ready);
  EXPECT_EQ(result.next_ready_service(), nullptr);
  EXPECT_EQ(result.next_ready_client(), client);
  EXPECT_EQ(served, 0);
}

TEST_F(WaitSets, AskTheirWaitables) {
  COVERS("rclcpp::WaitResult", "next_ready_waitable");
  COVERS("rclcpp::GuardCondition", "add_to_wait_set");
  COVERS("rclcpp::Waitable", "add_to_wait_set", "is_ready", "take_data", "execute");
  class Flag : public rclcpp::Waitable {
   public:
    void add_to_wait_set(rcl_wait_set_t& wait_set) override { guard.add_to_wait_set(wait_set); }
    bool is_ready(const rcl_wait_set_t& wait_set) override {
      for (size_t i = 0; i < wait_set.size_of_guard_conditions; ++i) {
        if (wait_set.guard_conditions[i] == &guard.get_rcl_guard_condition()) return true;
      }
      return false;
    }
    std::shared_ptr<void> take_data() override { return nullptr; }
    void execute(const std::shared_ptr<void>&) override { ++executed; }
    rclcpp::GuardCondition guard;
    int executed = 0;
  };
  const auto one = std::make_shared<Flag>(), two = std::make_shared<Flag>();
  rclcpp::WaitSet wait_set({}, {}, {}, {}, {}, {{one}, {two}});
  two->guard.trigger();
  auto result = wait_set.wait(30s);
  ASSERT_EQ(result.kind(), Kind::Ready);
  const auto ready = result.next_ready_waitable();
  EXPECT_EQ(ready, two);
  ready->execute(ready->take_data());
  EXPECT_EQ(two->executed, 1);
  EXPECT_EQ(result.next_ready_waitable(), nullptr);
}

TEST_F(WaitSets, TellOfTheEventsOfASubscription) {
  COVERS("rclcpp::WaitSetTemplate", "add_subscription");
  COVERS("rclcpp::SubscriptionBase", "get_event_handlers");
  std::atomic<int> matched{0};
  options_.event_callbacks.matched_callback = [&](rclcpp::MatchedInfo& info) {
    matched = static_cast<int>(info.current_count);
  };
  const auto in = listen();
  rclcpp::WaitSet wait_set;
  wait_set.add_subscription(in);
  EXPECT_EQ(wait_set.wait(0s).kind(), Kind::Timeout);
  const auto out = node_->create_publisher<String>("topic", 10);
  auto result = wait_set.wait(30s);
  ASSERT_EQ(result.kind(), Kind::Ready);
  EXPECT_EQ(result.next_ready_subscription(), nullptr);
  const auto event = result.next_ready_waitable();
  EXPECT_EQ(event, in->get_event_handlers().at(RMW_EVENT_SUBSCRIPTION_MATCHED));
  event->execute(event->take_data());
  EXPECT_EQ(matched, 1);
}

TEST_F(WaitSets, LeaveOutWhatTheMaskLeavesOut) {
  COVERS("rclcpp::WaitSetTemplate", "remove_subscription");
  const auto in = listen();
  rclcpp::WaitSet wait_set;
  wait_set.add_subscription(in, {false, true, false});
  node_->create_publisher<String>("topic", 10)->publish(text("x"));
  EXPECT_EQ(wait_set.wait(0s).kind(), Kind::Timeout);
  rclcpp::WaitSet other;
  other.add_subscription(in, {true, false, false});
  EXPECT_EQ(other.wait(0s).kind(), Kind::Ready);
  other.remove_subscription(in, {true, false, false});
  EXPECT_THROW(other.remove_subscription(in, {true, false, false}), std::runtime_error);
}

TEST_F(WaitSets, ShareNoEntity) {
  COVERS("rclcpp::WaitSetTemplate", "add_guard_condition", "remove_timer");
  const auto in = listen();
  const auto guard = std::make_shared<rclcpp::GuardCondition>();
  const auto tick = timer(1h);
  {
    rclcpp::WaitSet one;
    one.add_subscription(in);
    one.add_guard_condition(guard);
    one.add_timer(tick);
    rclcpp::WaitSet other;
    EXPECT_THROW(other.add_subscription(in), std::runtime_error);
    EXPECT_THROW(other.add_guard_condition(guard), std::runtime_error);
    EXPECT_THROW(other.add_timer(tick), std::runtime_error);
    one.remove_timer(tick);
    other.add_timer(tick);
    EXPECT_THROW(one.remove_timer(tick), std::runtime_error);
    EXPECT_THROW(one.add_timer(nullptr), std::invalid_argument);
  }
  rclcpp::WaitSet later;  // the end of a set frees what is in it
  later.add_subscription(in);
  later.add_guard_condition(guard);
}

TEST_F(WaitSets, ForgetWhatIsGoneAndSayThatTheyAreEmpty) {
  COVERS("rclcpp::WaitSetTemplate", "prune_deleted_entities");
  COVERS("rclcpp::WaitResultKind", "Empty");
  rclcpp::WaitSet wait_set;
  EXPECT_EQ(wait_set.wait(0s).kind(), Kind::Empty);
  auto in = listen();
  wait_set.add_subscription(in);
  in.reset();
  EXPECT_EQ(wait_set.wait(0s).kind(), Kind::Timeout);
  wait_set.prune_deleted_entities();
  EXPECT_EQ(wait_set.wait(0s).kind(), Kind::Empty);
}

TEST_F(WaitSets, InvalidateAResultWhenTheyChange) {
  COVERS("rclcpp::WaitResultKind", "Invalid");
  const auto guard = std::make_shared<rclcpp::GuardCondition>();
  const auto in = listen();
  rclcpp::WaitSet wait_set({}, {guard});
  guard->trigger();
  auto result = wait_set.wait(0s);
  ASSERT_EQ(result.kind(), Kind::Ready);
  EXPECT_THROW((void)wait_set.wait(0s), std::runtime_error);
  wait_set.add_subscription(in);
  EXPECT_EQ(result.next_ready_subscription(), nullptr);
  EXPECT_EQ(result.kind(), Kind::Invalid);
  EXPECT_THROW(result.get_wait_set(), std::runtime_error);
}

TEST_F(WaitSets, ThatAreStaticKeepTheirEntities) {
  COVERS("rclcpp", "StaticWaitSet");
  auto in = listen();
  const auto guard = std::make_shared<rclcpp::GuardCondition>();
  const std::weak_ptr<rclcpp::SubscriptionBase> weak = in;
  {
    rclcpp::StaticWaitSet<1, 1, 0, 0, 0, 0> wait_set({{{in}}}, {guard}, {}, {}, {}, {});
    in.reset();
    EXPECT_FALSE(weak.expired());
    node_->create_publisher<String>("topic", 10)->publish(text("x"));
    auto result = wait_set.wait(30s);
    ASSERT_EQ(result.kind(), Kind::Ready);
    EXPECT_EQ(result.next_ready_subscription(), weak.lock());
  }
  EXPECT_TRUE(weak.expired());
}

TEST_F(WaitSets, ThatAreThreadSafeMayChangeDuringAWait) {
  COVERS("rclcpp", "ThreadSafeWaitSet");
  rclcpp::ThreadSafeWaitSet wait_set;
  const auto in = listen();
  const auto out = node_->create_publisher<String>("topic", 10);
  for (int i = 0; i < 50; ++i) {
    std::thread other([&] {
      wait_set.add_subscription(in);
      out->publish(text("x"));
    });
    {
      auto result = wait_set.wait(30s);
      ASSERT_EQ(result.kind(), Kind::Ready);
      String message;
      rclcpp::MessageInfo info;
      while (in->take(message, info)) {}
    }
    other.join();
    std::thread remover([&] { wait_set.remove_subscription(in); });
    EXPECT_EQ(wait_set.wait(1ms).kind(), Kind::Timeout);
    remover.join();
  }
}

TEST_F(WaitSets, EndTheirWaitWithTheContext) {
  const auto in = listen();
  rclcpp::WaitSet wait_set(Entries{{in}});
  std::thread end([] { rclcpp::shutdown(); });
  EXPECT_EQ(wait_set.wait().kind(), Kind::Timeout);
  end.join();
}

TEST_F(WaitSets, WorkBesideAnExecutorThatHasTheNode) {
  const auto in = node_->create_subscription<String>("topic", 10, [](const String&) {});
  executor_->add_node(node_);  // and nobody spins
  rclcpp::WaitSet wait_set(Entries{{in}});
  const auto out = node_->create_publisher<String>("topic", 10);
  String message;
  rclcpp::MessageInfo info;
  for (int i = 0; i < 3; ++i) {
    out->publish(text("x"));
    EXPECT_EQ(wait_set.wait(30s).kind(), Kind::Ready);
    EXPECT_TRUE(in->take(message, info));
  }
  executor_->spin_some();
  executor_->remove_node(node_);
}

rcl_context_t* context_of_c() {
  return rclcpp::contexts::get_global_default_context()->get_rcl_context().get();
}

TEST_F(WaitSets, OfTheCInterfaceWaitToo) {
  rcl_wait_set_t wait_set = rcl_get_zero_initialized_wait_set();
  EXPECT_FALSE(rcl_wait_set_is_valid(&wait_set));
  EXPECT_EQ(rcl_wait(&wait_set, 0), RCL_RET_WAIT_SET_INVALID);
  ASSERT_EQ(
      rcl_wait_set_init(&wait_set, 1, 1, 1, 0, 0, 0, context_of_c(), rcl_get_default_allocator()),
      RCL_RET_OK);
  EXPECT_EQ(
      rcl_wait_set_init(&wait_set, 0, 0, 0, 0, 0, 0, context_of_c(), rcl_get_default_allocator()),
      RCL_RET_ALREADY_INIT);
  EXPECT_EQ(rcl_wait(&wait_set, 0), RCL_RET_WAIT_SET_EMPTY);
  const auto in = listen();
  const auto tick = timer(1ms);
  size_t place = 9;
  EXPECT_EQ(rcl_wait_set_add_subscription(&wait_set, in->get_subscription_handle().get(), &place),
            RCL_RET_OK);
  EXPECT_EQ(place, 0u);
  EXPECT_EQ(rcl_wait_set_add_timer(&wait_set, tick->get_timer_handle().get(), &place), RCL_RET_OK);
  EXPECT_EQ(rcl_wait_set_add_client(&wait_set, nullptr, nullptr), RCL_RET_INVALID_ARGUMENT);
  EXPECT_EQ(rcl_wait(&wait_set, -1), RCL_RET_OK);
  EXPECT_EQ(wait_set.subscriptions[0], nullptr);
  EXPECT_NE(wait_set.timers[0], nullptr);
  EXPECT_EQ(rcl_wait_set_clear(&wait_set), RCL_RET_OK);
  EXPECT_EQ(wait_set.size_of_timers, 0u);
  rcl_wait_set_add_subscription(&wait_set, in->get_subscription_handle().get(), nullptr);
  EXPECT_EQ(rcl_wait(&wait_set, 1000), RCL_RET_TIMEOUT);
  EXPECT_EQ(rcl_wait_set_fini(&wait_set), RCL_RET_OK);
}

TEST_F(WaitSets, OfTheCInterfaceTakeGuardConditionsOfWaitables) {
  rcl_wait_set_t wait_set = rcl_get_zero_initialized_wait_set();
  rclcpp::GuardCondition guard;
  EXPECT_THROW(rclcpp::detail::add_guard_condition_to_rcl_wait_set(wait_set, guard),
               std::runtime_error);
  ASSERT_EQ(
      rcl_wait_set_init(&wait_set, 0, 1, 0, 0, 0, 0, context_of_c(), rcl_get_default_allocator()),
      RCL_RET_OK);
  rclcpp::detail::add_guard_condition_to_rcl_wait_set(wait_set, guard);
  guard.trigger();
  EXPECT_EQ(rcl_wait(&wait_set, -1), RCL_RET_OK);
  EXPECT_EQ(wait_set.guard_conditions[0], &guard.get_rcl_guard_condition());
  EXPECT_EQ(rcl_wait_set_fini(&wait_set), RCL_RET_OK);
}

static_assert(rclcpp::detail::template_contains_v<int, float, int>);
static_assert(!rclcpp::detail::template_contains_v<int>);
static_assert(rclcpp::detail::template_unique_v<int, float>);
static_assert(!rclcpp::detail::template_unique_v<float, int, int>);

TEST_F(WaitSets, TimersTellOfTheirResets) {
  COVERS("rclcpp::TimerBase", "set_on_reset_callback", "clear_on_reset_callback");
  const auto tick = timer(1h);
  std::vector<size_t> told;
  tick->reset();
  tick->reset();
  tick->set_on_reset_callback([&](size_t count) { told.push_back(count); });
  tick->reset();
  tick->clear_on_reset_callback();
  tick->reset();
  EXPECT_THAT(told, testing::ElementsAre(2, 1));
  EXPECT_THROW(tick->set_on_reset_callback(nullptr), std::invalid_argument);
}

}  // namespace
