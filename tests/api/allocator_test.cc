// Allocators of users.
#include <gtest/gtest.h>

#include <rosgraph_msgs/msg/clock.hpp>

#include "covers.h"
#include "rclcpp/allocator/allocator_common.hpp"
#include "rclcpp/allocator/allocator_deleter.hpp"
#include "running.hpp"

namespace {

using rosgraph_msgs::msg::Clock;

/// Counts in a place that its copies share.
struct Counts {
  int allocated = 0;
  int given_back = 0;
};
template <class T = void>
struct CountingAllocator {
  using value_type = T;
  CountingAllocator() : counts(std::make_shared<Counts>()) {}
  explicit CountingAllocator(std::shared_ptr<Counts> shared) : counts(std::move(shared)) {}
  template <class U>
  CountingAllocator(const CountingAllocator<U>& other)
      : counts(other.counts) {}  // NOLINT: rebinding
  T* allocate(std::size_t count) {
    ++counts->allocated;
    return std::allocator<T>().allocate(count);
  }
  void deallocate(T* block, std::size_t count) {
    ++counts->given_back;
    std::allocator<T>().deallocate(block, count);
  }
  template <class U>
  bool operator==(const CountingAllocator<U>& other) const {
    return counts == other.counts;
  }
  template <class U>
  bool operator!=(const CountingAllocator<U>& other) const {
    return counts != other.counts;
  }
  std::shared_ptr<Counts> counts;
};

using Deleter = rclcpp::allocator::Deleter<CountingAllocator<Clock>, Clock>;
static_assert(std::is_same_v<rclcpp::allocator::Deleter<std::allocator<void>, Clock>,
                             std::default_delete<Clock>>);
static_assert(
    std::is_same_v<Deleter, rclcpp::allocator::AllocatorDeleter<CountingAllocator<Clock>>>);
static_assert(
    std::is_same_v<rclcpp::allocator::AllocRebind<Clock, CountingAllocator<>>::allocator_type,
                   CountingAllocator<Clock>>);

TEST(AllocatorTypes, EndpointsNameWhatTheirAllocatorMakes) {
  COVERS("rclcpp::Publisher", "MessageAllocator", "MessageAllocatorTraits", "MessageSharedPtr",
         "PublishedTypeAllocatorTraits", "PublishedTypeDeleter", "ROSMessageTypeAllocator",
         "ROSMessageTypeDeleter");
  COVERS("rclcpp::Subscription", "ConstMessageSharedPtr", "MessageAllocator",
         "MessageAllocatorTraits", "MessageDeleter", "ROSMessageType", "ROSMessageTypeAllocator",
         "ROSMessageTypeAllocatorTraits", "ROSMessageTypeDeleter", "SubscribedTypeAllocator",
         "SubscribedTypeAllocatorTraits", "SubscribedTypeDeleter");
  using P = rclcpp::Publisher<Clock, CountingAllocator<>>;
  using S = rclcpp::Subscription<Clock, CountingAllocator<>>;
  using Alloc = CountingAllocator<Clock>;
  using Traits = std::allocator_traits<Alloc>;
  static_assert(std::is_same_v<P::MessageAllocator, Alloc>);
  static_assert(std::is_same_v<P::ROSMessageTypeAllocator, Alloc>);
  static_assert(std::is_same_v<P::MessageAllocatorTraits, Traits>);
  static_assert(std::is_same_v<P::PublishedTypeAllocatorTraits, Traits>);
  static_assert(std::is_same_v<P::PublishedTypeDeleter, Deleter>);
  static_assert(std::is_same_v<P::ROSMessageTypeDeleter, Deleter>);
  static_assert(std::is_same_v<P::MessageSharedPtr, std::shared_ptr<const Clock>>);
  static_assert(std::is_same_v<S::ConstMessageSharedPtr, std::shared_ptr<const Clock>>);
  static_assert(std::is_same_v<S::ROSMessageType, Clock>);
  static_assert(std::is_same_v<S::MessageAllocator, Alloc>);
  static_assert(std::is_same_v<S::ROSMessageTypeAllocator, Alloc>);
  static_assert(std::is_same_v<S::SubscribedTypeAllocator, Alloc>);
  static_assert(std::is_same_v<S::MessageAllocatorTraits, Traits>);
  static_assert(std::is_same_v<S::ROSMessageTypeAllocatorTraits, Traits>);
  static_assert(std::is_same_v<S::SubscribedTypeAllocatorTraits, Traits>);
  static_assert(std::is_same_v<S::MessageDeleter, Deleter>);
  static_assert(std::is_same_v<S::ROSMessageTypeDeleter, Deleter>);
  static_assert(std::is_same_v<S::SubscribedTypeDeleter, Deleter>);
}

class AllocatorTest : public Running {
 protected:
  AllocatorTest() {
    init();
    node_ = node("own");
  }
  ~AllocatorTest() override { node_.reset(); }
  rclcpp::PublisherOptionsWithAllocator<CountingAllocator<>> publishing() {
    rclcpp::PublisherOptionsWithAllocator<CountingAllocator<>> options;
    options.allocator = allocator_;
    return options;
  }

  rclcpp::Node::SharedPtr node_;
  std::shared_ptr<Counts> counts_ = std::make_shared<Counts>();
  std::shared_ptr<CountingAllocator<>> allocator_ = std::make_shared<CountingAllocator<>>(counts_);
};

TEST_F(AllocatorTest, MessagesOfAnAllocatorGoBackToIt) {
  COVERS("rclcpp::Publisher", "get_allocator", "get_published_type_allocator",
         "get_ros_message_type_allocator", "MessageDeleter", "MessageUniquePtr",
         "PublishedTypeAllocator", "ROSMessageTypeAllocatorTraits");
  auto publisher = node_->create_publisher<Clock, CountingAllocator<>>("a", 10, publishing());
  EXPECT_EQ(publisher->get_allocator(), allocator_);
  using Publisher = rclcpp::Publisher<Clock, CountingAllocator<>>;
  static_assert(std::is_same_v<Publisher::MessageDeleter, Deleter>);
  static_assert(std::is_same_v<Publisher::PublishedTypeAllocator, CountingAllocator<Clock>>);
  static_assert(std::is_same_v<Publisher::ROSMessageTypeAllocatorTraits,
                               std::allocator_traits<CountingAllocator<Clock>>>);
  CountingAllocator<Clock> of_messages = publisher->get_published_type_allocator();
  EXPECT_EQ(of_messages.counts, counts_);
  EXPECT_EQ(publisher->get_ros_message_type_allocator().counts, counts_);
  int got = 0;
  auto subscription = node_->create_subscription<Clock>(
      "a", 10, [&](const Clock& clock) { got = clock.clock.sec; });
  Clock* message = of_messages.allocate(1);
  new (message) Clock();
  message->clock.sec = 5;
  publisher->publish(Publisher::MessageUniquePtr(message, Deleter(&of_messages)));
  EXPECT_EQ(counts_->given_back, 1);
  wait_until([&] { return got == 5; });
  publisher->publish(Clock());
  wait_until([&] { return got == 0; });
  EXPECT_EQ(counts_->allocated, 1);
}

TEST_F(AllocatorTest, LoansAreOfTheAllocator) {
  auto publisher = node_->create_publisher<Clock, CountingAllocator<>>("a", 10, publishing());
  int got = 0;
  auto subscription = node_->create_subscription<Clock>(
      "a", 10, [&](const Clock& clock) { got = clock.clock.sec; });
  auto loan = publisher->borrow_loaned_message();
  EXPECT_EQ(counts_->allocated, 1);
  loan.get().clock.sec = 6;
  auto moved = std::move(loan);
  publisher->publish(std::move(moved));
  EXPECT_EQ(counts_->given_back, 1);
  wait_until([&] { return got == 6; });
}

TEST_F(AllocatorTest, ACallbackTakesAMessageOfTheAllocator) {
  COVERS("rclcpp::Subscription", "MessageUniquePtr");
  COVERS("rclcpp::SubscriptionOptionsWithAllocator", "get_allocator");
  rclcpp::SubscriptionOptionsWithAllocator<CountingAllocator<>> options;
  options.allocator = allocator_;
  EXPECT_EQ(options.get_allocator(), allocator_);
  int got = 0;
  auto subscription = node_->create_subscription<Clock>(
      "a", 10,
      [&](std::unique_ptr<Clock, Deleter> clock, const rclcpp::MessageInfo& info) {
        EXPECT_EQ(info.get_rmw_message_info().publication_sequence_number, 1u);
        EXPECT_EQ(counts_->allocated, 1);
        got = clock->clock.sec;
      },
      options);
  static_assert(std::is_same_v<decltype(subscription)::element_type::MessageUniquePtr,
                               std::unique_ptr<Clock, Deleter>>);
  Clock clock;
  clock.clock.sec = 7;
  node_->create_publisher<Clock>("a", 10)->publish(clock);
  wait_until([&] { return got == 7; });
  EXPECT_EQ(counts_->given_back, 1);
}

TEST_F(AllocatorTest, OtherCallbacksNeedNothingOfIt) {
  rclcpp::SubscriptionOptionsWithAllocator<CountingAllocator<>> options;
  int got = 0;
  auto subscription = node_->create_subscription<Clock>(
      "a", 10, [&](std::shared_ptr<const Clock>) { ++got; }, options);
  auto publisher = node_->create_publisher<Clock, CountingAllocator<>>(
      "a", 10, rclcpp::PublisherOptionsWithAllocator<CountingAllocator<>>());
  publisher->publish(Clock());
  wait_until([&] { return got == 1; });
}

TEST_F(AllocatorTest, AMemoryStrategyOfTheAllocatorLendsFromIt) {
  rclcpp::SubscriptionOptionsWithAllocator<CountingAllocator<>> options;
  options.allocator = allocator_;
  using Strategy =
      rclcpp::message_memory_strategy::MessageMemoryStrategy<Clock, CountingAllocator<>>;
  static_assert(std::is_same_v<Strategy::MessageDeleter, Deleter>);
  auto subscription = node_->create_subscription<Clock>(
      "a", 10, [](std::shared_ptr<const Clock>) {}, options,
      std::make_shared<Strategy>(allocator_));
  std::shared_ptr<void> message = subscription->create_message();
  EXPECT_EQ(counts_->allocated, 1);
  subscription->return_message(message);
  EXPECT_EQ(counts_->given_back, 1);
}

TEST_F(AllocatorTest, OptionsAndPublishersHaveTheirCForm) {
  COVERS("rclcpp::PublisherOptionsWithAllocator", "to_rcl_publisher_options");
  COVERS("rclcpp::SubscriptionOptionsWithAllocator", "to_rcl_subscription_options");
  COVERS("rclcpp::PublisherBase", "get_publisher_handle");
  auto options = publishing();
  options.require_unique_network_flow_endpoints =
      RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_OPTIONALLY_REQUIRED;
  const rcl_publisher_options_t c = options.to_rcl_publisher_options<Clock>(rclcpp::QoS(7));
  EXPECT_EQ(c.qos.depth, 7u);
  EXPECT_EQ(c.require_unique_network_flow_endpoints,
            RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_OPTIONALLY_REQUIRED);
  EXPECT_TRUE(rcutils_allocator_is_valid(&c.allocator));
  rclcpp::SubscriptionOptions subscribing;
  subscribing.ignore_local_publications = true;
  EXPECT_TRUE(
      subscribing.to_rcl_subscription_options<Clock>(rclcpp::QoS(8)).ignore_local_publications);
  EXPECT_EQ(subscribing.to_rcl_subscription_options<Clock>(rclcpp::QoS(8)).qos.depth, 8u);
  auto publisher = node_->create_publisher<Clock>("a", 10);
  auto handle = publisher->get_publisher_handle();
  ASSERT_NE(handle, nullptr);
  EXPECT_EQ(handle, std::as_const(*publisher).get_publisher_handle());
  publisher.reset();
  EXPECT_EQ(node_->count_publishers("a"), 1u);  // the handle keeps it
  handle.reset();
  EXPECT_EQ(node_->count_publishers("a"), 0u);
}

TEST(AllocatorFunctions, AnAllocatorOfCAsksTheOneOfCpp) {
  COVERS("rclcpp::allocator", "get_rcl_allocator", "AllocRebind", "retyped_allocate",
         "retyped_deallocate", "retyped_reallocate", "retyped_zero_allocate");
  CountingAllocator<char> counting;
  using namespace rclcpp::allocator;  // NOLINT: its functions are under test
  static_assert(std::is_same_v<AllocRebind<int, CountingAllocator<char>>::allocator_type,
                               CountingAllocator<int>>);
  rcl_allocator_t c = get_rcl_allocator<char>(counting);
  EXPECT_EQ(c.allocate, (&retyped_allocate<CountingAllocator<char>>));
  EXPECT_EQ(c.deallocate, (&retyped_deallocate<char, CountingAllocator<char>>));
  EXPECT_EQ(c.reallocate, (&retyped_reallocate<char, CountingAllocator<char>>));
  EXPECT_EQ(c.zero_allocate, (&retyped_zero_allocate<CountingAllocator<char>>));
  auto* block = static_cast<char*>(c.allocate(8, c.state));
  std::copy_n("1234567", 8, block);
  block = static_cast<char*>(c.reallocate(block, 100, c.state));
  EXPECT_STREQ(block, "1234567");
  block = static_cast<char*>(c.reallocate(block, 4, c.state));
  EXPECT_EQ(std::string(block, 4), "1234");
  c.deallocate(block, c.state);
  c.deallocate(nullptr, c.state);
  auto* zeros = static_cast<int*>(c.zero_allocate(4, sizeof(int), c.state));
  EXPECT_EQ(zeros[0] + zeros[3], 0);
  c.deallocate(zeros, c.state);
  EXPECT_EQ(counting.counts->allocated, 4);
  EXPECT_EQ(counting.counts->given_back, 4);
  EXPECT_THROW(c.allocate(1, nullptr), std::runtime_error);
  std::allocator<char> plain;
  EXPECT_EQ(rclcpp::allocator::get_rcl_allocator<char>(plain).allocate,
            rcutils_get_default_allocator().allocate);
}

TEST(AllocatorFunctions, DeletersAreToldTheirAllocator) {
  COVERS("rclcpp::allocator::AllocatorDeleter", "get_allocator", "operator()", "set_allocator");
  COVERS("rclcpp::allocator", "Deleter", "set_allocator_for_deleter");
  CountingAllocator<Clock> allocator;
  Deleter deleter;
  EXPECT_EQ(deleter.get_allocator(), nullptr);
  rclcpp::allocator::set_allocator_for_deleter(&deleter, &allocator);
  EXPECT_EQ(deleter.get_allocator(), &allocator);
  Deleter copy;
  copy.set_allocator(deleter.get_allocator());
  Clock* clock = allocator.allocate(1);
  copy.operator()(new (clock) Clock());
  EXPECT_EQ(allocator.counts->given_back, 1);
  using Null = CountingAllocator<Clock>*;
  EXPECT_THROW(rclcpp::allocator::set_allocator_for_deleter(&deleter, Null(nullptr)),
               std::invalid_argument);
  std::default_delete<Clock> heap;
  std::allocator<Clock> plain;
  rclcpp::allocator::set_allocator_for_deleter(&heap, &plain);
}

}  // namespace
