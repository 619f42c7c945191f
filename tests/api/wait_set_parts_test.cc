// What wait sets are made of: their policies, entries, results and handles.
#include <gtest/gtest.h>

#include <example_interfaces/srv/add_two_ints.hpp>
#include <std_msgs/msg/string.hpp>
#include <thread>

#include "covers.h"
#include "rclcpp/wait_set.hpp"
#include "rclcpp/wait_set_policies/dynamic_storage.hpp"
#include "rclcpp/wait_set_policies/sequential_synchronization.hpp"
#include "rclcpp/wait_set_policies/static_storage.hpp"
#include "rclcpp/wait_set_policies/thread_safe_synchronization.hpp"
#include "running.hpp"

namespace {

using example_interfaces::srv::AddTwoInts;
using std_msgs::msg::String;
using namespace std::chrono_literals;
using Kind = rclcpp::WaitResultKind;
namespace policies = rclcpp::wait_set_policies;

class WaitSetParts : public Running {
 protected:
  WaitSetParts() {
    init();
    node_ = std::make_shared<rclcpp::Node>("waiter");  // of no executor
    in_ = listen();
  }
  ~WaitSetParts() override {
    in_.reset();
    node_.reset();
  }
  rclcpp::Subscription<String>::SharedPtr listen() {
    return node_->create_subscription<String>("topic", 10, [](const String&) {});
  }
  void talk() { node_->create_publisher<String>("topic", 10)->publish(String()); }

  rclcpp::Node::SharedPtr node_;
  rclcpp::Subscription<String>::SharedPtr in_;
};

/// A waitable that is ready by a guard condition.
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
  void execute(const std::shared_ptr<void>&) override {}
  rclcpp::GuardCondition guard;
};

TEST_F(WaitSetParts, TheSequentialPolicyRefusesAWaitWhileAResultIsInUse) {
  COVERS("rclcpp::wait_set_policies::SequentialSynchronization");
  COVERS("rclcpp::wait_set_policies::DynamicStorage");
  using Set =
      rclcpp::WaitSetTemplate<policies::SequentialSynchronization, policies::DynamicStorage>;
  static_assert(std::is_same_v<Set, rclcpp::WaitSet>);
  Set wait_set;
  EXPECT_EQ(wait_set.wait(0s).kind(), Kind::Empty);
  wait_set.add_subscription(in_);
  talk();
  auto result = wait_set.wait(0s);
  ASSERT_EQ(result.kind(), Kind::Ready);
  EXPECT_THROW((void)wait_set.wait(0s), std::runtime_error);
  auto gone = listen();
  const std::weak_ptr<rclcpp::SubscriptionBase> weak = gone;
  Set other;
  other.add_subscription(gone);
  gone.reset();
  EXPECT_TRUE(weak.expired()) << "the storage does not keep it";
}

TEST_F(WaitSetParts, TheThreadSafePolicyLetsOthersInDuringAWait) {
  COVERS("rclcpp::wait_set_policies::ThreadSafeSynchronization");
  using Set =
      rclcpp::WaitSetTemplate<policies::ThreadSafeSynchronization, policies::DynamicStorage>;
  Set wait_set;
  talk();
  std::thread other([&] { wait_set.add_subscription(in_); });
  EXPECT_EQ(wait_set.wait(30s).kind(), Kind::Ready);
  other.join();
}

TEST_F(WaitSetParts, TheStaticStorageHasItsEntitiesForEver) {
  COVERS("rclcpp::wait_set_policies::StaticStorage");
  COVERS("rclcpp::wait_set_policies::StaticStorage::SubscriptionEntry");
  COVERS("rclcpp::wait_set_policies::StaticStorage::WaitableEntry");
  using Storage = policies::StaticStorage<1, 0, 0, 0, 0, 1>;
  using Set = rclcpp::WaitSetTemplate<policies::SequentialSynchronization, Storage>;
  const Set::SubscriptionEntry messages{in_, {true, false, false}};
  auto flag = std::make_shared<Flag>();
  const std::weak_ptr<Flag> weak = flag;
  auto owner = std::make_shared<int>(0);
  {
    Set wait_set({messages}, {}, {}, {}, {}, {Set::WaitableEntry{flag, owner}});
    flag.reset();
    ASSERT_FALSE(weak.expired());
    EXPECT_EQ(wait_set.wait(0s).kind(), Kind::Timeout);
    weak.lock()->guard.trigger();
    talk();
    {
      auto result = wait_set.wait(0s);
      ASSERT_EQ(result.kind(), Kind::Ready);
      EXPECT_EQ(result.next_ready_subscription(), in_);
      EXPECT_EQ(result.next_ready_waitable(), weak.lock());
    }
    String message;
    rclcpp::MessageInfo info;
    ASSERT_TRUE(in_->take(message, info));
    owner.reset();
    weak.lock()->guard.trigger();
    EXPECT_EQ(wait_set.wait(0s).kind(), Kind::Timeout) << "what it belongs to is gone";
  }
  EXPECT_TRUE(weak.expired());
  EXPECT_THROW(Set(), std::runtime_error) << "it has no place that is empty";
}

TEST_F(WaitSetParts, EntriesOwnAndWeakOnesDoNot) {
  COVERS("rclcpp::wait_set_policies::DynamicStorage::SubscriptionEntry", "reset");
  COVERS("rclcpp::wait_set_policies::DynamicStorage::WaitableEntry", "reset");
  COVERS("rclcpp::wait_set_policies::DynamicStorage::WeakSubscriptionEntry", "lock", "expired");
  COVERS("rclcpp::wait_set_policies::DynamicStorage::WeakWaitableEntry", "lock", "expired");
  COVERS("rclcpp::SubscriptionWaitSetMask");
  const rclcpp::SubscriptionWaitSetMask mask{true, false, false};
  policies::DynamicStorage::SubscriptionEntry entry(in_, mask);
  policies::DynamicStorage::WeakSubscriptionEntry weak(entry);
  EXPECT_FALSE(weak.mask.include_events);
  in_.reset();
  EXPECT_FALSE(weak.expired());
  EXPECT_EQ(weak.lock(), entry.subscription);
  entry.reset();
  EXPECT_TRUE(weak.expired());
  EXPECT_EQ(weak.lock(), nullptr);

  auto flag = std::make_shared<Flag>();
  auto owner = std::make_shared<int>(0);
  const std::weak_ptr<int> weak_owner = owner;
  policies::DynamicStorage::WaitableEntry of_flag(flag, owner);
  policies::DynamicStorage::WeakWaitableEntry weak_flag(of_flag);
  flag.reset();
  owner.reset();
  EXPECT_FALSE(weak_flag.expired());
  EXPECT_EQ(weak_flag.lock(), of_flag.waitable);
  EXPECT_FALSE(weak_flag.associated_entity.expired());
  of_flag.reset();
  EXPECT_TRUE(weak_flag.expired());
  EXPECT_EQ(weak_flag.lock(), nullptr);
  EXPECT_TRUE(weak_owner.expired());
}

TEST_F(WaitSetParts, ResultsSayWhatTheyAreMadeFor) {
  COVERS("rclcpp::WaitResult", "from_ready_wait_result_kind", "from_timeout_wait_result_kind",
         "from_empty_wait_result_kind");
  using Result = rclcpp::WaitResult<rclcpp::WaitSet>;
  rclcpp::WaitSet wait_set;
  const auto ready = Result::from_ready_wait_result_kind(wait_set);
  EXPECT_EQ(ready.kind(), Kind::Ready);
  EXPECT_EQ(&ready.get_wait_set(), &wait_set);
  const auto timeout = Result::from_timeout_wait_result_kind();
  EXPECT_EQ(timeout.kind(), Kind::Timeout);
  EXPECT_THROW(timeout.get_wait_set(), std::runtime_error);
  auto empty = Result::from_empty_wait_result_kind();
  EXPECT_EQ(empty.kind(), Kind::Empty);
  EXPECT_EQ(empty.next_ready_subscription(), nullptr);
}

TEST_F(WaitSetParts, WhatIsRemovedIsWaitedForNoMore) {
  COVERS("rclcpp::WaitSetTemplate", "remove_client", "remove_guard_condition", "remove_service");
  const auto service = node_->create_service<AddTwoInts>(
      "add", [](const AddTwoInts::Request::SharedPtr, AddTwoInts::Response::SharedPtr) {});
  const auto client = node_->create_client<AddTwoInts>("add");
  const auto guard = std::make_shared<rclcpp::GuardCondition>();
  rclcpp::WaitSet wait_set;
  wait_set.add_service(service);
  wait_set.add_guard_condition(guard);
  wait_set.add_client(client);
  guard->trigger();
  (void)client->async_send_request(std::make_shared<AddTwoInts::Request>());
  ASSERT_EQ(wait_set.wait(30s).kind(), Kind::Ready);
  wait_set.remove_service(service);
  EXPECT_THROW(wait_set.remove_service(service), std::runtime_error);
  EXPECT_EQ(wait_set.wait(0s).kind(), Kind::Timeout);
  guard->trigger();
  wait_set.remove_guard_condition(guard);
  EXPECT_EQ(wait_set.wait(0s).kind(), Kind::Timeout);
  auto header = service->create_request_header();
  auto request = service->create_request();
  ASSERT_TRUE(service->take_type_erased_request(request.get(), *header));
  service->handle_request(header, request);
  EXPECT_EQ(wait_set.wait(30s).kind(), Kind::Ready);
  wait_set.remove_client(client);
  EXPECT_EQ(wait_set.wait(0s).kind(), Kind::Empty);
  EXPECT_THROW(wait_set.remove_client(client), std::runtime_error);
  EXPECT_THROW(wait_set.remove_guard_condition(guard), std::runtime_error);
}

TEST_F(WaitSetParts, EndpointsHaveOneHandleAndAreInOneSet) {
  COVERS("rclcpp::ClientBase", "exchange_in_use_by_wait_set_state", "get_client_handle");
  COVERS("rclcpp::ServiceBase", "exchange_in_use_by_wait_set_state", "get_service_handle");
  COVERS("rclcpp::SubscriptionBase", "exchange_in_use_by_wait_set_state", "take_type_erased");
  const auto service = node_->create_service<AddTwoInts>(
      "add", [](const AddTwoInts::Request::SharedPtr, AddTwoInts::Response::SharedPtr) {});
  const auto client = node_->create_client<AddTwoInts>("add");
  rclcpp::WaitSet wait_set({}, {}, {}, {client}, {service});
  EXPECT_EQ(wait_set.wait(0s).kind(), Kind::Timeout);
  (void)client->async_send_request(std::make_shared<AddTwoInts::Request>());
  {
    const auto result = wait_set.wait(30s);
    ASSERT_EQ(result.kind(), Kind::Ready);
    const auto& raw = result.get_wait_set().get_rcl_wait_set();
    EXPECT_EQ(raw.services[0], service->get_service_handle().get());
    EXPECT_EQ(raw.clients[0], nullptr);
  }
  const std::shared_ptr<const rclcpp::ClientBase> constant = client;
  EXPECT_EQ(constant->get_client_handle(), client->get_client_handle());
  EXPECT_TRUE(client->exchange_in_use_by_wait_set_state(true)) << "it is in the set";
  EXPECT_TRUE(service->exchange_in_use_by_wait_set_state(true));
  wait_set.remove_service(service);
  EXPECT_FALSE(service->exchange_in_use_by_wait_set_state(false));

  EXPECT_FALSE(in_->exchange_in_use_by_wait_set_state(in_.get(), true));
  EXPECT_TRUE(in_->exchange_in_use_by_wait_set_state(in_.get(), false));
  EXPECT_THROW(in_->exchange_in_use_by_wait_set_state(&wait_set, true), std::runtime_error);
  String message;
  rclcpp::MessageInfo info;
  EXPECT_FALSE(in_->take_type_erased(&message, info));
  talk();
  EXPECT_TRUE(in_->take_type_erased(&message, info));
}

// A wait for ever would be one.
TEST_F(WaitSetParts, AreEmptyWhenNothingOfThemCouldBecomeReady) {
  class Idle : public rclcpp::Waitable {
   public:
    void add_to_wait_set(rcl_wait_set_t&) override {}
    bool is_ready(const rcl_wait_set_t&) override { return false; }
    std::shared_ptr<void> take_data() override { return nullptr; }
    void execute(const std::shared_ptr<void>&) override {}
  };
  rclcpp::WaitSet wait_set({}, {}, {}, {}, {}, {{std::make_shared<Idle>()}});
  EXPECT_EQ(wait_set.wait().kind(), Kind::Empty);
  const auto guard = std::make_shared<rclcpp::GuardCondition>();
  guard->trigger();
  wait_set.add_guard_condition(guard);
  EXPECT_EQ(wait_set.wait().kind(), Kind::Ready);
}

}  // namespace
