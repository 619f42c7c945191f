// Memory strategies: how executors of users collected entities into wait sets.
#include <example_interfaces/srv/add_two_ints.hpp>

#include "executors.hpp"
#include "rcl/wait.h"
#include "rclcpp/memory_strategies.hpp"
#include "rclcpp/strategies/allocator_memory_strategy.hpp"

namespace {

using example_interfaces::srv::AddTwoInts;
using rclcpp::memory_strategy::MemoryStrategy;
template <class Alloc>
using Collecting =
    rclcpp::memory_strategies::allocator_memory_strategy::AllocatorMemoryStrategy<Alloc>;

/// Is ready when it is told so, once.
class Flag : public rclcpp::Waitable {
 public:
  size_t get_number_of_ready_guard_conditions() override { return 1; }
  size_t get_number_of_ready_events() override { return 2; }
  void add_to_wait_set(rcl_wait_set_t& wait_set) override { guard.add_to_wait_set(wait_set); }
  bool is_ready(const rcl_wait_set_t& wait_set) override {
    for (size_t i = 0; i < wait_set.size_of_guard_conditions; ++i) {
      if (wait_set.guard_conditions[i] == &guard.get_rcl_guard_condition()) return true;
    }
    return false;
  }
  std::shared_ptr<void> take_data() override { return std::make_shared<int>(7); }
  void execute(const std::shared_ptr<void>& data) override {
    executed = *std::static_pointer_cast<int>(data);
  }
  rclcpp::GuardCondition guard;
  int executed = 0;
};

class Open : public OwnExecutor {
 public:
  using Executor::execute_any_executable;
};

/// A group with one entity of each kind, all ready but the client.
class MemoryStrategies : public ::testing::Test {
 protected:
  MemoryStrategies() {
    rclcpp::SubscriptionOptions options;
    options.callback_group = group_;
    in_ = node_->create_subscription<String>(
        "topic", 10, [this](const String&) { ran_.push_back("subscription"); }, options);
    timer_ = node_->create_wall_timer(1ns, [this] { ran_.push_back("timer"); }, group_);
    service_ = node_->create_service<AddTwoInts>(
        "add",
        [this](const AddTwoInts::Request::SharedPtr, AddTwoInts::Response::SharedPtr) {
          ran_.push_back("service");
        },
        rclcpp::ServicesQoS(), group_);
    client_ = node_->create_client<AddTwoInts>("add", rclcpp::ServicesQoS(), group_);
    node_->get_node_waitables_interface()->add_waitable(flag_, group_);
    node_->create_publisher<String>("topic", 10)->publish(String());
    client_->async_send_request(
        std::make_shared<AddTwoInts::Request>(),
        [this](rclcpp::Client<AddTwoInts>::SharedFuture) { ran_.push_back("client"); });
    flag_->guard.trigger();
  }

  /// Waits for what is collected, and leaves what is ready.
  void wait(MemoryStrategy& strategy) {
    const auto made =
        wait_set_.impl != nullptr
            ? rcl_wait_set_clear(&wait_set_)
            : rcl_wait_set_init(
                  &wait_set_, 1, 1, 1, 1, 1, 1,
                  rclcpp::contexts::get_global_default_context()->get_rcl_context().get(),
                  strategy.get_allocator());
    ASSERT_EQ(made, RCL_RET_OK);
    ASSERT_TRUE(strategy.add_handles_to_wait_set(&wait_set_));
    ASSERT_EQ(rcl_wait(&wait_set_, 0), RCL_RET_OK);
    strategy.remove_null_handles(&wait_set_);
  }
  void TearDown() override { EXPECT_EQ(rcl_wait_set_fini(&wait_set_), RCL_RET_OK); }
  // One, because a guard condition stays with the wait set that it was added to.
  rcl_wait_set_t wait_set_ = rcl_get_zero_initialized_wait_set();
  using Next = void (MemoryStrategy::*)(rclcpp::AnyExecutable&,
                                        const MemoryStrategy::WeakCallbackGroupsToNodesMap&);
  /// Runs the next of a kind; false if there is none.
  bool run(MemoryStrategy& strategy, Next next) {
    rclcpp::AnyExecutable any;
    (strategy.*next)(any, groups_);
    if (!any.callback_group) return false;
    EXPECT_EQ(any.callback_group, group_);
    EXPECT_EQ(any.node_base, node_->get_node_base_interface());
    EXPECT_FALSE(group_->can_be_taken_from());
    rclcpp::AnyExecutable nothing;
    (strategy.*next)(nothing, groups_);
    EXPECT_EQ(nothing.callback_group, nullptr) << "its group is taken";
    Open::execute_any_executable(any);
    EXPECT_TRUE(group_->can_be_taken_from());
    return true;
  }

  const rclcpp::Node::SharedPtr node_ = std::make_shared<rclcpp::Node>("tester");
  const rclcpp::CallbackGroup::SharedPtr group_ =
      node_->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  const MemoryStrategy::WeakCallbackGroupsToNodesMap groups_{
      {group_, node_->get_node_base_interface()}};
  const std::shared_ptr<Flag> flag_ = std::make_shared<Flag>();
  rclcpp::SubscriptionBase::SharedPtr in_;
  rclcpp::TimerBase::SharedPtr timer_;
  rclcpp::ServiceBase::SharedPtr service_;
  rclcpp::Client<AddTwoInts>::SharedPtr client_;
  std::vector<std::string> ran_;
};

TEST_F(MemoryStrategies, GiveWhatIsReadyKindByKind) {
  COVERS("rclcpp::memory_strategies::allocator_memory_strategy::AllocatorMemoryStrategy",
         "number_of_ready_clients", "number_of_ready_services", "number_of_ready_events",
         "number_of_waitables", "number_of_guard_conditions");
  COVERS("rclcpp::memory_strategy::MemoryStrategy", "clear_handles", "collect_entities",
         "number_of_ready_subscriptions", "number_of_ready_clients", "number_of_ready_services",
         "number_of_ready_timers", "number_of_ready_events", "number_of_waitables",
         "number_of_guard_conditions");
  Collecting<std::allocator<void>> strategy;
  MemoryStrategy& base = strategy;
  EXPECT_EQ(strategy.number_of_waitables(), 0u);
  EXPECT_FALSE(base.collect_entities(groups_));
  EXPECT_EQ(base.number_of_ready_subscriptions(), 1u);
  EXPECT_EQ(base.number_of_ready_timers(), 1u);
  EXPECT_EQ(base.number_of_ready_clients(), 1u);
  EXPECT_EQ(base.number_of_ready_services(), 1u);
  EXPECT_EQ(base.number_of_ready_events(), 2u) << "of the waitable";
  EXPECT_EQ(base.number_of_guard_conditions(), 1u) << "of the waitable";
  EXPECT_EQ(base.number_of_waitables(), 1u);
  wait(strategy);
  EXPECT_EQ(strategy.number_of_ready_clients(), 0u) << "no reply yet";
  EXPECT_EQ(strategy.number_of_ready_services(), 1u);
  EXPECT_EQ(strategy.number_of_ready_events(), 2u);
  EXPECT_EQ(strategy.number_of_guard_conditions(), 1u);
  base.clear_handles();
  EXPECT_EQ(strategy.number_of_ready_services() + strategy.number_of_waitables(), 0u);
  EXPECT_TRUE(base.collect_entities({{rclcpp::CallbackGroup::WeakPtr(), {}}})) << "a group is gone";
}

TEST_F(MemoryStrategies, HandOutOneAtATimeOfAnExclusiveGroup) {
  COVERS("rclcpp::memory_strategies::allocator_memory_strategy::AllocatorMemoryStrategy",
         "get_next_client", "get_next_service", "get_next_subscription", "get_next_timer",
         "get_next_waitable", "add_handles_to_wait_set", "remove_null_handles");
  COVERS("rclcpp::memory_strategy::MemoryStrategy", "get_next_client", "get_next_service",
         "get_next_subscription", "get_next_timer", "get_next_waitable", "add_handles_to_wait_set",
         "remove_null_handles");
  Collecting<std::allocator<void>> strategy;
  strategy.collect_entities(groups_);
  wait(strategy);  // add_handles_to_wait_set() and remove_null_handles()
  EXPECT_FALSE(run(strategy, &MemoryStrategy::get_next_client));
  EXPECT_TRUE(run(strategy, &MemoryStrategy::get_next_timer));
  EXPECT_TRUE(run(strategy, &MemoryStrategy::get_next_subscription));
  EXPECT_TRUE(run(strategy, &MemoryStrategy::get_next_service));
  EXPECT_TRUE(run(strategy, &MemoryStrategy::get_next_waitable));
  EXPECT_EQ(flag_->executed, 7) << "with what it gave";
  EXPECT_FALSE(run(strategy, &MemoryStrategy::get_next_service)) << "once each";
  strategy.clear_handles();
  strategy.collect_entities(groups_);
  wait(strategy);
  EXPECT_TRUE(run(strategy, &MemoryStrategy::get_next_client)) << "the service has answered";
  EXPECT_EQ(ran_, (std::vector<std::string>{"timer", "subscription", "service", "client"}));
}

TEST_F(MemoryStrategies, TakeGuardConditionsAndWaitablesOfTheirOwn) {
  COVERS("rclcpp::memory_strategies::allocator_memory_strategy::AllocatorMemoryStrategy",
         "add_guard_condition", "remove_guard_condition", "add_waitable_handle");
  COVERS("rclcpp::memory_strategy::MemoryStrategy", "add_guard_condition", "remove_guard_condition",
         "add_waitable_handle");
  Collecting<std::allocator<void>> strategy;
  MemoryStrategy& base = strategy;
  rclcpp::GuardCondition guard;
  base.add_guard_condition(guard);
  strategy.add_guard_condition(guard);
  EXPECT_EQ(strategy.number_of_guard_conditions(), 1u) << "once";
  guard.trigger();
  wait(strategy);  // it wakes
  EXPECT_EQ(strategy.number_of_guard_conditions(), 1u) << "and stays";
  base.remove_guard_condition(&guard);
  strategy.remove_guard_condition(&guard);
  EXPECT_EQ(strategy.number_of_guard_conditions(), 0u);
  base.add_waitable_handle(flag_);
  EXPECT_EQ(strategy.number_of_waitables(), 1u);
  wait(strategy);
  EXPECT_TRUE(run(strategy, &MemoryStrategy::get_next_waitable));
  EXPECT_THROW(strategy.add_waitable_handle(nullptr), std::runtime_error);
}

TEST_F(MemoryStrategies, KnowTheOwnersOfHandlesAndEntities) {
  COVERS("rclcpp::memory_strategy::MemoryStrategy", "get_client_by_handle", "get_service_by_handle",
         "get_group_by_client", "get_group_by_service", "get_group_by_waitable");
  EXPECT_EQ(MemoryStrategy::get_client_by_handle(client_->get_client_handle(), groups_), client_);
  EXPECT_EQ(MemoryStrategy::get_service_by_handle(service_->get_service_handle(), groups_),
            service_);
  EXPECT_EQ(MemoryStrategy::get_group_by_client(client_, groups_), group_);
  EXPECT_EQ(MemoryStrategy::get_group_by_service(service_, groups_), group_);
  EXPECT_EQ(MemoryStrategy::get_group_by_waitable(flag_, groups_), group_);
  const auto other = node_->create_client<AddTwoInts>("add");  // of another group
  EXPECT_EQ(MemoryStrategy::get_client_by_handle(other->get_client_handle(), groups_), nullptr);
  EXPECT_EQ(MemoryStrategy::get_group_by_client(other, groups_), nullptr);
  EXPECT_EQ(MemoryStrategy::get_group_by_waitable(std::make_shared<Flag>(), groups_), nullptr);
}

/// An allocator that counts.
template <class T>
struct Counting {
  using value_type = T;
  explicit Counting(int* given) : count(given) {}
  template <class U>
  Counting(const Counting<U>& other) : count(other.count) {}
  T* allocate(std::size_t n) {
    ++*count;
    return std::allocator<T>().allocate(n);
  }
  void deallocate(T* pointer, std::size_t n) { std::allocator<T>().deallocate(pointer, n); }
  bool operator==(const Counting& other) const { return count == other.count; }
  bool operator!=(const Counting& other) const { return count != other.count; }
  int* count;
};

TEST(MemoryStrategy, GivesItsAllocatorToC) {
  COVERS("rclcpp::memory_strategies::allocator_memory_strategy::AllocatorMemoryStrategy",
         "VoidAlloc", "VoidAllocTraits", "get_allocator");
  COVERS("rclcpp::memory_strategy::MemoryStrategy", "get_allocator");
  using Strategy = Collecting<std::allocator<void>>;
  static_assert(std::is_same_v<Strategy::VoidAlloc, std::allocator<void*>>);
  using Traits = std::allocator_traits<std::allocator<void*>>;
  static_assert(std::is_same_v<Strategy::VoidAllocTraits, Traits>);
  Strategy plain;
  EXPECT_EQ(plain.get_allocator().allocate, rcl_get_default_allocator().allocate);
  int count = 0;
  Collecting<Counting<char>> strategy(std::make_shared<Counting<char>>(&count));
  MemoryStrategy& base = strategy;
  const rcl_allocator_t allocator = base.get_allocator();
  void* const memory = allocator.allocate(8, allocator.state);
  EXPECT_EQ(count, 1);
  allocator.deallocate(memory, allocator.state);
}

}  // namespace
