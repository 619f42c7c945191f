// Publishers and subscriptions as users hold them: names of types, counts,
// qualities, taking and lending.
#include <gmock/gmock.h>

#include <rosgraph_msgs/msg/clock.hpp>
#include <type_traits>

#include "clock_message.hpp"
#include "covers.h"
#include "rclcpp/serialization.hpp"
#include "running.hpp"

namespace {

using rclcpp::IntraProcessSetting;
using rosgraph_msgs::msg::Clock;
using testing::ElementsAre;
using Publisher = rclcpp::Publisher<Clock>;
using Subscription = rclcpp::Subscription<Clock>;

class TopicTest : public Running {
 protected:
  TopicTest() {
    init({"-r", "__ns:=/tower"});
    node_ = node("own");
  }
  ~TopicTest() override { node_.reset(); }

  rclcpp::Node::SharedPtr node_;
};

TEST_F(TopicTest, MessagesArePublishedInEveryForm) {
  COVERS("rclcpp::Publisher", "publish", "borrow_loaned_message", "MessageUniquePtr",
         "MessageSharedPtr", "PublishedType", "ROSMessageType");
  COVERS("rclcpp::LoanedMessage", "get", "is_valid", "release");
  COVERS("rclcpp::PublisherBase", "can_loan_messages");
  static_assert(std::is_same_v<Publisher::PublishedType, Clock> &&
                std::is_same_v<Publisher::ROSMessageType, Clock>);
  static_assert(std::is_same_v<Publisher::MessageSharedPtr, std::shared_ptr<const Clock>>);
  std::vector<int> got;
  const auto subscription = node_->create_subscription<Clock>(
      "a", 10, [&](const Clock& clock) { got.push_back(clock.clock.sec); });
  const auto publisher = node_->create_publisher<Clock>("a", 10);
  publisher->publish(clock_of(1));
  Publisher::MessageUniquePtr unique = std::make_unique<Clock>(clock_of(2));
  publisher->publish(std::move(unique));
  rclcpp::LoanedMessage<Clock> loan = publisher->borrow_loaned_message();
  EXPECT_TRUE(loan.is_valid());
  loan.get() = clock_of(3);
  publisher->publish(std::move(loan));
  auto kept = publisher->borrow_loaned_message();
  kept.get() = clock_of(4);
  EXPECT_EQ(*kept.release(), clock_of(4));
  EXPECT_FALSE(kept.is_valid());
  EXPECT_THROW(publisher->publish(std::move(kept)), std::runtime_error);
  EXPECT_THROW(publisher->publish(Publisher::MessageUniquePtr()), std::runtime_error);
  wait_until([&] { return got.size() == 3; });
  EXPECT_THAT(got, ElementsAre(1, 2, 3));
  EXPECT_TRUE(publisher->can_loan_messages()) << "its type has a fixed size";
}

TEST_F(TopicTest, NothingIsLentWhereTheEnvironmentSaysSo) {
  ::setenv("ROS_DISABLE_LOANED_MESSAGES", "1", 1);
  const auto publisher = node_->create_publisher<Clock>("a", 10);
  int got = 0;
  const auto subscription = node_->create_subscription<Clock>(
      "a", 10, [&](const Clock& clock) { got = clock.clock.sec; });
  EXPECT_FALSE(publisher->can_loan_messages());
  EXPECT_FALSE(subscription->can_loan_messages());
  ::unsetenv("ROS_DISABLE_LOANED_MESSAGES");
  rclcpp::LoanedMessage<Clock> own = publisher->borrow_loaned_message();
  own.get() = clock_of(3);
  publisher->publish(std::move(own));
  wait_until([&] { return got == 3; });
}

TEST_F(TopicTest, PublishersTellWhatTheyAreAndWhomTheyReach) {
  COVERS("rclcpp::PublisherBase", "get_topic_name", "get_queue_size", "get_actual_qos", "get_gid",
         "operator==", "get_subscription_count", "get_intra_process_subscription_count",
         "is_durability_transient_local");
  rclcpp::PublisherOptions from_network;
  from_network.use_intra_process_comm = IntraProcessSetting::Disable;
  const auto publisher =
      node_->create_publisher<Clock>("a", rclcpp::QoS(7).transient_local(), from_network);
  const auto other = node_->create_publisher<Clock>("a", rclcpp::SystemDefaultsQoS());
  EXPECT_STREQ(publisher->get_topic_name(), "/tower/a");
  EXPECT_EQ(publisher->get_queue_size(), 7u);
  EXPECT_EQ(publisher->get_actual_qos().durability(), rclcpp::DurabilityPolicy::TransientLocal);
  EXPECT_EQ(other->get_actual_qos().reliability(), rclcpp::ReliabilityPolicy::Reliable);
  EXPECT_TRUE(publisher->is_durability_transient_local());
  EXPECT_FALSE(other->is_durability_transient_local());
  EXPECT_TRUE(*publisher == publisher->get_gid());
  EXPECT_TRUE(*publisher == &publisher->get_gid());
  EXPECT_FALSE(*publisher == other->get_gid());
  EXPECT_EQ(publisher->get_subscription_count(), 0u);
  rclcpp::SubscriptionOptions by_network;
  by_network.use_intra_process_comm = IntraProcessSetting::Disable;
  const auto ignore = [](const Clock&) {};
  const auto near = node_->create_subscription<Clock>("a", 1, ignore);
  const auto far = node_->create_subscription<Clock>("a", 1, ignore, by_network);
  wait_until([&] { return publisher->get_subscription_count() == 2; });
  EXPECT_EQ(publisher->get_intra_process_subscription_count(), 1u)
      << "a pair uses the network if both ends ask for it";
}

TEST_F(TopicTest, SubscriptionsTellWhatTheyAreAndWhoReachesThem) {
  COVERS("rclcpp::SubscriptionBase", "get_topic_name", "get_actual_qos", "get_publisher_count",
         "get_message_type_support_handle", "is_serialized", "can_loan_messages");
  COVERS("rclcpp::Subscription", "SubscribedType", "ROSMessageType", "MessageUniquePtr",
         "ConstMessageSharedPtr");
  static_assert(std::is_same_v<Subscription::SubscribedType, Clock>);
  static_assert(std::is_same_v<Subscription::ROSMessageType, Clock>);
  const auto typed = node_->create_subscription<Clock>("a", rclcpp::QoS(3).best_effort(),
                                                       [](Subscription::MessageUniquePtr) {});
  const auto shared =
      node_->create_subscription<Clock>("a", 1, [](Subscription::ConstMessageSharedPtr) {});
  const auto bytes =
      node_->create_subscription<Clock>("a", 1, [](std::shared_ptr<rclcpp::SerializedMessage>) {});
  EXPECT_STREQ(typed->get_topic_name(), "/tower/a");
  EXPECT_EQ(typed->get_actual_qos().depth(), 3u);
  EXPECT_EQ(typed->get_actual_qos().reliability(), rclcpp::ReliabilityPolicy::BestEffort);
  EXPECT_EQ(&typed->get_message_type_support_handle(),
            rosidl_typesupport_cpp::get_message_type_support_handle<Clock>());
  EXPECT_FALSE(typed->is_serialized() || shared->is_serialized());
  EXPECT_TRUE(bytes->is_serialized());
  EXPECT_TRUE(typed->can_loan_messages()) << "its type has a fixed size";
  EXPECT_EQ(typed->get_publisher_count(), 0u);
  const auto publisher = node_->create_publisher<Clock>("a", 1);
  wait_until([&] { return typed->get_publisher_count() == 1; });
}

TEST_F(TopicTest, MessagesAreTakenPastTheExecutorWithTheirInfo) {
  COVERS("rclcpp::Subscription", "take");
  COVERS("rclcpp::MessageInfo", "get_rmw_message_info");
  const auto other = std::make_shared<rclcpp::Node>("other");  // nobody spins it
  const auto subscription = other->create_subscription<Clock>("a", 10, [](const Clock&) {});
  const auto publisher = node_->create_publisher<Clock>("a", 10);
  Clock clock;
  rclcpp::MessageInfo info;
  EXPECT_FALSE(subscription->take(clock, info));
  publisher->publish(clock_of(5));
  ASSERT_TRUE(subscription->take(clock, info));
  EXPECT_EQ(clock, clock_of(5));
  EXPECT_TRUE(*publisher == info.get_rmw_message_info().publisher_gid);
  EXPECT_TRUE(info.get_rmw_message_info().from_intra_process);
  EXPECT_FALSE(subscription->take(clock, info));
}

TEST_F(TopicTest, TheSettingDecidesWhetherAPairUsesTheNetwork) {
  COVERS("rclcpp::IntraProcessSetting", "Enable", "Disable", "NodeDefault");
  COVERS("rclcpp::IntraProcessBufferType", "SharedPtr", "UniquePtr", "CallbackDefault");
  COVERS("rclcpp::PublisherOptionsBase");
  COVERS("rclcpp::SubscriptionOptionsBase");
  COVERS("rclcpp", "PublisherOptions", "SubscriptionOptions");
  const auto is_near = [&](IntraProcessSetting setting, rclcpp::IntraProcessBufferType buffer) {
    rclcpp::PublisherOptionsBase at_publisher;
    at_publisher.use_intra_process_comm = setting;
    rclcpp::SubscriptionOptionsBase at_subscription;
    at_subscription.use_intra_process_comm = setting;
    at_subscription.intra_process_buffer_type = buffer;
    bool near = false, got = false;
    const auto subscription = node_->create_subscription<Clock>(
        "a", 10,
        [&](const Clock&, const rclcpp::MessageInfo& info) {
          near = info.get_rmw_message_info().from_intra_process;
          got = true;
        },
        rclcpp::SubscriptionOptions(at_subscription));
    const auto publisher =
        node_->create_publisher<Clock>("a", 10, rclcpp::PublisherOptions(at_publisher));
    wait_until([&] { return publisher->get_subscription_count() == 1; });
    publisher->publish(clock_of(1));
    wait_until([&] { return got; });
    return near;
  };
  using rclcpp::IntraProcessBufferType;
  EXPECT_TRUE(is_near(IntraProcessSetting::Enable, IntraProcessBufferType::SharedPtr));
  EXPECT_TRUE(is_near(IntraProcessSetting::NodeDefault, IntraProcessBufferType::UniquePtr));
  EXPECT_FALSE(is_near(IntraProcessSetting::Disable, IntraProcessBufferType::CallbackDefault));
}

TEST_F(TopicTest, OptionsGiveTheAllocatorThatTheyWereGivenOrADefault) {
  COVERS("rclcpp::PublisherOptionsWithAllocator", "get_allocator");
  COVERS("rclcpp::SubscriptionOptionsWithAllocator", "get_allocator");
  rclcpp::PublisherOptionsWithAllocator<std::allocator<void>> out;
  rclcpp::SubscriptionOptionsWithAllocator<std::allocator<void>> in;
  EXPECT_NE(out.get_allocator(), nullptr);
  EXPECT_NE(in.get_allocator(), nullptr);
  in.allocator = out.allocator = std::make_shared<std::allocator<void>>();
  EXPECT_EQ(out.get_allocator(), out.allocator);
  EXPECT_EQ(in.get_allocator(), out.allocator);
}

TEST(SerializedMessageTest, OwnsItsBytes) {
  COVERS("rclcpp::SerializedMessage", "capacity", "reserve", "size",
         "operator=", "release_rcl_serialized_message", "get_rcl_serialized_message");
  rclcpp::SerializedMessage bytes(4);
  EXPECT_EQ(bytes.capacity(), 4u);
  EXPECT_EQ(bytes.size(), 0u);
  bytes.reserve(8);
  EXPECT_EQ(bytes.capacity(), 8u);
  bytes.get_rcl_serialized_message().buffer[0] = 42;
  bytes.get_rcl_serialized_message().buffer_length = 1;
  rclcpp::SerializedMessage copy;
  copy = bytes;
  EXPECT_EQ(copy.size(), 1u);
  EXPECT_NE(copy.get_rcl_serialized_message().buffer, bytes.get_rcl_serialized_message().buffer);
  const uint8_t* const memory = bytes.get_rcl_serialized_message().buffer;
  rclcpp::SerializedMessage moved;
  moved = std::move(bytes);
  EXPECT_EQ(moved.get_rcl_serialized_message().buffer, memory);
  auto released = moved.release_rcl_serialized_message();
  EXPECT_EQ(released.buffer[0], 42);
  EXPECT_EQ(moved.size(), 0u);
  released.allocator.deallocate(released.buffer, released.allocator.state);
}

}  // namespace
