// Allocators of users.
#include <gtest/gtest.h>

#include <rosgraph_msgs/msg/clock.hpp>

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
struct Counting {
  using value_type = T;
  Counting() : counts(std::make_shared<Counts>()) {}
  explicit Counting(std::shared_ptr<Counts> shared) : counts(std::move(shared)) {}
  template <class U>
  Counting(const Counting<U>& other) : counts(other.counts) {}  // NOLINT: rebinding
  T* allocate(std::size_t count) {
    ++counts->allocated;
    return std::allocator<T>().allocate(count);
  }
  void deallocate(T* block, std::size_t count) {
    ++counts->given_back;
    std::allocator<T>().deallocate(block, count);
  }
  template <class U>
  bool operator==(const Counting<U>& other) const { return counts == other.counts; }
  template <class U>
  bool operator!=(const Counting<U>& other) const { return counts != other.counts; }
  std::shared_ptr<Counts> counts;
};

using Deleter = rclcpp::allocator::Deleter<Counting<>, Clock>;
static_assert(std::is_same_v<rclcpp::allocator::Deleter<std::allocator<void>, Clock>,
                             std::default_delete<Clock>>);
static_assert(std::is_same_v<Deleter, rclcpp::allocator::AllocatorDeleter<Counting<>>>);
static_assert(std::is_same_v<rclcpp::allocator::AllocRebind<Clock, Counting<>>::allocator_type,
                             Counting<Clock>>);

class AllocatorTest : public Running {
 protected:
  AllocatorTest() {
    init();
    node_ = node("own");
  }
  ~AllocatorTest() override { node_.reset(); }
  rclcpp::PublisherOptionsWithAllocator<Counting<>> publishing() {
    rclcpp::PublisherOptionsWithAllocator<Counting<>> options;
    options.allocator = allocator_;
    return options;
  }

  rclcpp::Node::SharedPtr node_;
  std::shared_ptr<Counts> counts_ = std::make_shared<Counts>();
  std::shared_ptr<Counting<>> allocator_ = std::make_shared<Counting<>>(counts_);
};

TEST_F(AllocatorTest, MessagesOfAnAllocatorGoBackToIt) {
  auto publisher = node_->create_publisher<Clock, Counting<>>("a", 10, publishing());
  EXPECT_EQ(publisher->get_allocator(), allocator_);
  using Publisher = rclcpp::Publisher<Clock, Counting<>>;
  static_assert(std::is_same_v<Publisher::MessageDeleter, Deleter>);
  static_assert(std::is_same_v<Publisher::PublishedTypeAllocator, Counting<Clock>>);
  static_assert(std::is_same_v<Publisher::ROSMessageTypeAllocatorTraits,
                               std::allocator_traits<Counting<Clock>>>);
  Counting<Clock> of_messages = publisher->get_published_type_allocator();
  EXPECT_EQ(of_messages.counts, counts_);
  EXPECT_EQ(publisher->get_ros_message_type_allocator().counts, counts_);
  int got = 0;
  auto subscription = node_->create_subscription<Clock>(
      "a", 10, [&](const Clock& clock) { got = clock.clock.sec; });
  Clock* message = of_messages.allocate(1);
  new (message) Clock();
  message->clock.sec = 5;
  publisher->publish(Publisher::MessageUniquePtr(message, Deleter(allocator_.get())));
  EXPECT_EQ(counts_->given_back, 1);
  wait_until([&] { return got == 5; });
  publisher->publish(Clock());
  wait_until([&] { return got == 0; });
  EXPECT_EQ(counts_->allocated, 1);
}

TEST_F(AllocatorTest, LoansAreOfTheAllocator) {
  auto publisher = node_->create_publisher<Clock, Counting<>>("a", 10, publishing());
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
  rclcpp::SubscriptionOptionsWithAllocator<Counting<>> options;
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
  rclcpp::SubscriptionOptionsWithAllocator<Counting<>> options;
  int got = 0;
  auto subscription = node_->create_subscription<Clock>(
      "a", 10, [&](std::shared_ptr<const Clock>) { ++got; }, options);
  auto publisher = node_->create_publisher<Clock, Counting<>>(
      "a", 10, rclcpp::PublisherOptionsWithAllocator<Counting<>>());
  publisher->publish(Clock());
  wait_until([&] { return got == 1; });
}

TEST(AllocatorFunctions, AnAllocatorOfCAsksTheOneOfCpp) {
  Counting<char> counting;
  rcl_allocator_t c = rclcpp::allocator::get_rcl_allocator<char>(counting);
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
  Counting<> allocator;
  Deleter deleter;
  EXPECT_EQ(deleter.get_allocator(), nullptr);
  rclcpp::allocator::set_allocator_for_deleter(&deleter, &allocator);
  EXPECT_EQ(deleter.get_allocator(), &allocator);
  Clock* clock = Counting<Clock>(allocator).allocate(1);
  deleter(new (clock) Clock());
  EXPECT_EQ(allocator.counts->given_back, 1);
  using Null = Counting<>*;
  EXPECT_THROW(rclcpp::allocator::set_allocator_for_deleter(&deleter, Null(nullptr)),
               std::invalid_argument);
  std::default_delete<Clock> heap;
  std::allocator<Clock> plain;
  rclcpp::allocator::set_allocator_for_deleter(&heap, &plain);
}

}  // namespace
