// Waitables and guard conditions, by callback and by wait set.
#include <gmock/gmock.h>

#include <atomic>
#include <deque>
#include <mutex>
#include <thread>

#include "covers.h"
#include "running.hpp"

namespace {

using testing::ElementsAre;

class GuardConditions : public Running {
 protected:
  GuardConditions() { init(); }
};

TEST_F(GuardConditions, TellTheirCallbackOfEveryTriggerThoseBeforeItToo) {
  COVERS("rclcpp::GuardCondition", "trigger", "set_on_trigger_callback", "get_rcl_guard_condition");
  rclcpp::GuardCondition guard;
  std::vector<size_t> told;
  guard.trigger();
  guard.trigger();
  guard.set_on_trigger_callback([&](size_t count) { told.push_back(count); });
  guard.trigger();
  EXPECT_EQ(rcl_trigger_guard_condition(&guard.get_rcl_guard_condition()), RCL_RET_OK);
  guard.set_on_trigger_callback(nullptr);
  guard.trigger();
  guard.set_on_trigger_callback([&](size_t count) { told.push_back(10 + count); });
  EXPECT_THAT(told, ElementsAre(2, 1, 1, 11));
}

TEST_F(GuardConditions, NeedAContextAndAHandle) {
  COVERS("rclcpp::GuardCondition", "exchange_in_use_by_wait_set_state");
  EXPECT_THROW(rclcpp::GuardCondition(nullptr), std::invalid_argument);
  rcl_guard_condition_t none{};
  EXPECT_EQ(rcl_trigger_guard_condition(&none), RCL_RET_INVALID_ARGUMENT);
  EXPECT_EQ(rcl_trigger_guard_condition(nullptr), RCL_RET_INVALID_ARGUMENT);
  rclcpp::GuardCondition guard;
  EXPECT_FALSE(guard.exchange_in_use_by_wait_set_state(true));
  EXPECT_TRUE(guard.exchange_in_use_by_wait_set_state(false));
}

/// A queue of numbers that is ready by its on-ready callback, as actions are.
class Queue : public rclcpp::Waitable {
 public:
  void push(int number, int entity = 0) {
    const std::lock_guard lock(mutex_);
    numbers_[entity].push_back(number);
    if (on_ready_) {
      on_ready_(1, entity);
    } else {
      ++missed_;
    }
  }

  void add_to_wait_set(rcl_wait_set_t&) override {}
  bool is_ready(const rcl_wait_set_t&) override { return false; }
  std::shared_ptr<void> take_data() override { return take_data_by_entity_id(0); }
  std::shared_ptr<void> take_data_by_entity_id(size_t id) override {
    const std::lock_guard lock(mutex_);
    auto number = std::make_shared<int>(numbers_[id].front() + 100 * static_cast<int>(id));
    numbers_[id].pop_front();
    return number;
  }
  void execute(const std::shared_ptr<void>& data) override {
    executed.push_back(*std::static_pointer_cast<int>(data));
  }
  void set_on_ready_callback(std::function<void(size_t, int)> callback) override {
    const std::lock_guard lock(mutex_);
    on_ready_ = std::move(callback);
    if (missed_ > 0) on_ready_(std::exchange(missed_, 0), 0);
  }
  void clear_on_ready_callback() override {
    const std::lock_guard lock(mutex_);
    on_ready_ = nullptr;
  }
  bool has_callback() const { return on_ready_ != nullptr; }

  std::vector<int> executed;

 private:
  std::mutex mutex_;
  std::function<void(size_t, int)> on_ready_;
  size_t missed_ = 0;
  std::deque<int> numbers_[2];
};

/// The same with a guard condition and the older functions, as before on-ready
/// callbacks were there.
class OldQueue : public rclcpp::Waitable {
 public:
  void push(int number) {
    {
      const std::lock_guard lock(mutex_);
      numbers_.push_back(number);
    }
    guard_.trigger();
  }

  size_t get_number_of_ready_guard_conditions() override { return 1; }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverloaded-virtual"
  void add_to_wait_set(rcl_wait_set_t* wait_set) override {
    rcl_wait_set_add_guard_condition(wait_set, &guard_.get_rcl_guard_condition(), &index_);
  }
  bool is_ready(rcl_wait_set_t* wait_set) override {
    const std::lock_guard lock(mutex_);
    asked_with_trigger += wait_set->guard_conditions[index_] != nullptr;
    return !numbers_.empty();
  }
  void execute(std::shared_ptr<void>& data) override {
    executed.push_back(*std::static_pointer_cast<int>(data));
    data.reset();
  }
#pragma GCC diagnostic pop
  std::shared_ptr<void> take_data() override {
    const std::lock_guard lock(mutex_);
    auto number = std::make_shared<int>(numbers_.front());
    numbers_.pop_front();
    if (!numbers_.empty()) guard_.trigger();
    return number;
  }

  std::vector<int> executed;
  int asked_with_trigger = 0;

 private:
  rclcpp::GuardCondition guard_;
  size_t index_ = 99;
  std::mutex mutex_;
  std::deque<int> numbers_;
};

class Waitables : public GuardConditions {
 protected:
  Waitables() : node_(node("own")) {}
  ~Waitables() override { node_.reset(); }

  template <class T>
  std::shared_ptr<T> added(std::shared_ptr<T> waitable = std::make_shared<T>()) {
    node_->get_node_waitables_interface()->add_waitable(waitable, nullptr);
    return waitable;
  }

  rclcpp::Node::SharedPtr node_;
};

TEST_F(Waitables, RunOncePerReadyCountWithTheirEntity) {
  auto queue = std::make_shared<Queue>();
  queue->push(1);
  queue->push(2);
  added(queue);
  queue->push(3, 1);
  wait_until([&] { return queue->executed.size() == 3; });
  EXPECT_THAT(queue->executed, ElementsAre(1, 2, 103));
}

TEST_F(Waitables, WakeAnExecutorThatSleeps) {
  auto queue = added<Queue>();
  std::thread pusher([&] {
    for (int i = 0; i < 1000; ++i) queue->push(i);
  });
  wait_until([&] { return queue->executed.size() == 1000; });
  pusher.join();
  EXPECT_TRUE(std::is_sorted(queue->executed.begin(), queue->executed.end()));
}

TEST_F(Waitables, ThatOnlyHaveGuardConditionsRunAtTheirTrigger) {
  auto queue = std::make_shared<OldQueue>();
  queue->push(0);  // before it is added
  added(queue);
  std::thread pusher([&] {
    for (int i = 1; i < 1000; ++i) queue->push(i);
  });
  wait_until([&] { return queue->executed.size() == 1000; });
  pusher.join();
  EXPECT_TRUE(std::is_sorted(queue->executed.begin(), queue->executed.end()));
  EXPECT_GT(queue->asked_with_trigger, 0);
}

TEST_F(Waitables, EndWithTheirRemoval) {
  COVERS("rclcpp::node_interfaces::NodeWaitables{,Interface}", "remove_waitable");
  auto queue = added<Queue>();
  auto old = added<OldQueue>();
  auto waitables = node_->get_node_waitables_interface();
  waitables->remove_waitable(queue, nullptr);
  waitables->remove_waitable(old, nullptr);
  EXPECT_FALSE(queue->has_callback());
  queue->push(1);
  old->push(1);
  auto last = added<Queue>();
  last->push(1);
  wait_until([&] { return !last->executed.empty(); });
  EXPECT_TRUE(queue->executed.empty());
  EXPECT_TRUE(old->executed.empty());
}

TEST_F(Waitables, EndWithTheirNode) {
  auto own = std::make_shared<rclcpp::Node>("short");
  auto queue = std::make_shared<Queue>();
  own->get_node_waitables_interface()->add_waitable(queue, nullptr);
  executor_->add_node(own);
  queue->push(1);
  own.reset();
  EXPECT_FALSE(queue->has_callback());
  executor_->spin_some();
  EXPECT_TRUE(queue->executed.empty());
}

TEST_F(Waitables, AreNotKeptByTheirNode) {
  auto queue = added<Queue>();
  const std::weak_ptr<Queue> weak = queue;
  queue->push(1);
  queue.reset();
  EXPECT_TRUE(weak.expired());
  executor_->spin_some();
}

TEST_F(Waitables, BelongToGroupsOfTheirNode) {
  COVERS("rclcpp::node_interfaces::NodeWaitables{,Interface}", "add_waitable");
  COVERS("rclcpp::exceptions::MissingGroupNodeException");
  auto group = node_->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  auto queue = std::make_shared<Queue>();
  node_->get_node_waitables_interface()->add_waitable(queue, group);
  queue->push(1);
  executor_->spin_some();
  EXPECT_TRUE(queue->executed.empty());
  executor_->add_callback_group(group, node_->get_node_base_interface());
  wait_until([&] { return queue->executed.size() == 1; });
  executor_->remove_callback_group(group);
  auto foreign = node("other")->create_callback_group(rclcpp::CallbackGroupType::Reentrant);
  EXPECT_THROW(node_->get_node_waitables_interface()->add_waitable(queue, foreign),
               rclcpp::exceptions::MissingGroupNodeException);
  EXPECT_THROW(node_->get_node_waitables_interface()->add_waitable(nullptr, nullptr),
               std::invalid_argument);
}

TEST_F(Waitables, SayWhatTheyDoNotOverride) {
  COVERS("rclcpp::Waitable", "get_number_of_ready_guard_conditions",
         "get_number_of_ready_subscriptions", "get_number_of_ready_timers",
         "get_number_of_ready_clients", "get_number_of_ready_services",
         "get_number_of_ready_events", "exchange_in_use_by_wait_set_state");
  class Plain : public rclcpp::Waitable {
    std::shared_ptr<void> take_data() override { return nullptr; }
  };
  Plain plain;
  rclcpp::Waitable& waitable = plain;
  EXPECT_THROW(waitable.set_on_ready_callback([](size_t, int) {}), std::runtime_error);
  EXPECT_THROW(waitable.clear_on_ready_callback(), std::runtime_error);
  EXPECT_THROW(waitable.take_data_by_entity_id(0), std::runtime_error);
  EXPECT_EQ(waitable.get_number_of_ready_guard_conditions(), 0u);
  EXPECT_EQ(waitable.get_number_of_ready_subscriptions(), 0u);
  EXPECT_EQ(waitable.get_number_of_ready_timers(), 0u);
  EXPECT_EQ(waitable.get_number_of_ready_clients(), 0u);
  EXPECT_EQ(waitable.get_number_of_ready_services(), 0u);
  EXPECT_EQ(waitable.get_number_of_ready_events(), 0u);
  EXPECT_FALSE(waitable.exchange_in_use_by_wait_set_state(true));
  EXPECT_TRUE(waitable.exchange_in_use_by_wait_set_state(false));
}

}  // namespace
