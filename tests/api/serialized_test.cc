// Bytes instead of messages, and types that are known by name alone.
#include <gmock/gmock.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

#include <rcl_interfaces/msg/log.hpp>
#include <rcl_interfaces/msg/parameter.hpp>
#include <rosgraph_msgs/msg/clock.hpp>

#include "clock_message.hpp"
#include "covers.h"
#include "rclcpp/create_generic_publisher.hpp"
#include "rclcpp/get_message_type_support_handle.hpp"
#include "rclcpp/serialization.hpp"
#include "rcpputils/asserts.hpp"
#include "running.hpp"
#include "sparse_bytes.h"

namespace {

using rcl_interfaces::msg::Log;
using rclcpp::SerializedMessage;
using rosgraph_msgs::msg::Clock;
using testing::HasSubstr;

constexpr const char* kClock = "rosgraph_msgs/msg/Clock";

template <class T>
SerializedMessage bytes_of(const T& message) {
  SerializedMessage bytes;
  rclcpp::Serialization<T>().serialize_message(&message, &bytes);
  return bytes;
}

template <class T>
T message_of(const SerializedMessage& bytes) {
  T message;
  rclcpp::Serialization<T>().deserialize_message(&bytes, &message);
  return message;
}

TEST(SerializationTest, GivesBackWhatItWasGiven) {
  COVERS("rclcpp::SerializedMessage", "size", "get_rcl_serialized_message");
  Log log;
  log.name = "name";
  log.msg = "text";
  log.line = 77;
  EXPECT_EQ(message_of<Log>(bytes_of(log)), log);
  const auto bytes = bytes_of(clock_of(1));
  ASSERT_EQ(bytes.size(), 12u);  // four of the header, two numbers
  EXPECT_EQ(bytes.get_rcl_serialized_message().buffer[4], 1);
}

TEST(SerializationTest, RefusesNullAndForeignBytesWithTheirType) {
  COVERS("rclcpp::SerializationBase", "serialize_message", "deserialize_message");
  COVERS("rclcpp::Serialization");
  rclcpp::Serialization<Clock> serialization;
  SerializedMessage bytes;
  Clock clock;
  using rcpputils::IllegalStateException;
  EXPECT_THROW(serialization.serialize_message(nullptr, &bytes), IllegalStateException);
  EXPECT_THROW(serialization.serialize_message(&clock, nullptr), IllegalStateException);
  EXPECT_THROW(serialization.deserialize_message(nullptr, &clock), IllegalStateException);
  EXPECT_THROW(serialization.deserialize_message(&bytes, nullptr), IllegalStateException);
  EXPECT_THROW(rclcpp::SerializationBase(nullptr), IllegalStateException);
  EXPECT_THROW(serialization.deserialize_message(&bytes, &clock), IllegalStateException);
  bytes.reserve(1);
  bytes.get_rcl_serialized_message().buffer[0] = 0;
  bytes.get_rcl_serialized_message().buffer_length = 1;
  try {
    serialization.deserialize_message(&bytes, &clock);
    FAIL() << "one byte is no clock";
  } catch (const rclcpp::exceptions::RCLError& error) {
    EXPECT_THAT(error.what(), HasSubstr(kClock));
    EXPECT_THAT(error.what(), testing::StartsWith("Failed to deserialize ROS message.: "));
  }
}

#ifdef __GLIBCXX__
// 2^32 + 100 elements were written as 100.
TEST(SerializationTest, MoreElementsThanCdrCountsAreRefusedByTheirField) {
  const ranvier::support::SparseBytes zeros((std::size_t{1} << 32) + 100);
  ASSERT_NE(zeros.data(), nullptr);
  rcl_interfaces::msg::Parameter parameter;
  std::vector<std::uint8_t>& bytes = parameter.value.byte_array_value;
  const std::uint8_t* const ends[] = {zeros.data(), zeros.data() + zeros.size(),
                                      zeros.data() + zeros.size()};
  static_assert(sizeof ends == sizeof bytes, "libstdc++'s vector is three pointers");
  std::memcpy(static_cast<void*>(&bytes), ends, sizeof ends);
  ASSERT_EQ(bytes.size(), zeros.size());
  try {
    bytes_of(parameter);
    ADD_FAILURE() << "it was serialized";
  } catch (const rclcpp::exceptions::RCLError& error) {
    EXPECT_THAT(error.what(), HasSubstr("message of type 'rcl_interfaces/msg/Parameter' cannot be "
                                        "serialized: its field 'value.byte_array_value' has "
                                        "4294967396 elements and its type allows 4294967295"));
  }
  new (&bytes) std::vector<std::uint8_t>();  // it never owned them
}
#endif

TEST(SerializationTest, HandlesAreThoseOfTheType) {
  COVERS("rclcpp", "get_message_type_support_handle");
  EXPECT_EQ(&rclcpp::get_message_type_support_handle<Clock>(),
            rosidl_typesupport_cpp::get_message_type_support_handle<Clock>());
}

class Serialized : public Running {
 protected:
  Serialized() {
    init();
    node_ = node("own");
  }
  ~Serialized() override { node_.reset(); }

  rclcpp::Node::SharedPtr node_;
};

TEST_F(Serialized, CallbacksOfEveryFormGetTheBytes) {
  COVERS("rclcpp::SubscriptionBase", "is_serialized");
  std::vector<SerializedMessage> got;
  int infos = 0;
  auto a = node_->create_subscription<Clock>(
      "a", 10, [&](const SerializedMessage& bytes) { got.push_back(bytes); });
  auto b = node_->create_subscription<Clock>(
      "a", 10, [&](std::shared_ptr<const SerializedMessage> bytes) { got.push_back(*bytes); });
  auto c = node_->create_subscription<Clock>(
      "a", 10, [&](std::shared_ptr<SerializedMessage> bytes, const rclcpp::MessageInfo& info) {
        infos += info.get_rmw_message_info().publication_sequence_number == 1;
        got.push_back(*bytes);
      });
  auto d = node_->create_subscription<Clock>(
      "a", 10, [&](std::unique_ptr<SerializedMessage> bytes) { got.push_back(*bytes); });
  EXPECT_TRUE(a->is_serialized());
  node_->create_publisher<Clock>("a", 10)->publish(clock_of(5));
  wait_until([&] { return got.size() == 4; });
  for (const auto& bytes : got) EXPECT_EQ(message_of<Clock>(bytes), clock_of(5));
  EXPECT_EQ(infos, 1);
}

TEST_F(Serialized, PublishersSendBytesAsMessages) {
  std::vector<int> got;
  auto subscription = node_->create_subscription<Clock>(
      "a", 10, [&](const Clock& clock) { got.push_back(clock.clock.sec); });
  auto publisher = node_->create_publisher<Clock>("a", 10);
  const auto bytes = bytes_of(clock_of(6));
  publisher->publish(bytes);
  publisher->publish(bytes.get_rcl_serialized_message());
  wait_until([&] { return got.size() == 2; });
  EXPECT_EQ(got, (std::vector<int>{6, 6}));
}

TEST_F(Serialized, GenericEndsExchangeBytesWithTypedOnes) {
  COVERS("rclcpp::GenericPublisher", "publish", "publish_as_loaned_msg");
  COVERS("rclcpp::Node", "create_generic_publisher", "create_generic_subscription");
  std::vector<int> typed, generic;
  auto subscription = node_->create_subscription<Clock>(
      "a", 10, [&](const Clock& clock) { typed.push_back(clock.clock.sec); });
  auto generic_subscription = node_->create_generic_subscription(
      "a", kClock, 10, [&](std::shared_ptr<SerializedMessage> bytes) {
        generic.push_back(message_of<Clock>(*bytes).clock.sec);
      });
  auto publisher = node_->create_publisher<Clock>("a", 10);
  auto generic_publisher = node_->create_generic_publisher("a", kClock, 10);
  publisher->publish(clock_of(1));
  generic_publisher->publish(bytes_of(clock_of(2)));
  generic_publisher->publish_as_loaned_msg(bytes_of(clock_of(3)));
  wait_until([&] { return typed.size() == 3 && generic.size() == 3; });
  EXPECT_EQ(typed, (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(generic, (std::vector<int>{1, 2, 3}));
  EXPECT_TRUE(generic_subscription->is_serialized());
}

TEST_F(Serialized, GenericEndsReachOtherProcessesWays) {
  COVERS("rclcpp", "create_generic_subscription", "create_generic_publisher");
  rclcpp::SubscriptionOptions by_network;
  by_network.use_intra_process_comm = rclcpp::IntraProcessSetting::Disable;
  int got = 0;
  auto subscription = rclcpp::create_generic_subscription(
      node_->get_node_topics_interface(), "a", kClock, 10,
      [&](const SerializedMessage& bytes) { got = message_of<Clock>(bytes).clock.sec; },
      by_network);
  auto publisher =
      rclcpp::create_generic_publisher(node_->get_node_topics_interface(), "a", kClock, 10);
  wait_until([&] { return publisher->get_subscription_count() == 1; });
  publisher->publish(bytes_of(clock_of(9)));
  wait_until([&] { return got == 9; });
  const auto infos = node_->get_publishers_info_by_topic("a");
  ASSERT_EQ(infos.size(), 1u);
  EXPECT_EQ(infos[0].topic_type(), kClock);
}

TEST_F(Serialized, TypesOfOtherPackagesAreLoadedByName) {
  auto publisher = node_->create_generic_publisher("a", "std_msgs/msg/String", 1);
  EXPECT_EQ(node_->create_generic_publisher("b", "std_msgs/String", 1)->get_queue_size(), 1u);
}

TEST_F(Serialized, TypesThatAreNoneAreNamedWithARemedy) {
  const auto why = [&](const std::string& type) {
    try {
      node_->create_generic_publisher("a", type, 1);
    } catch (const std::runtime_error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(why("String"), HasSubstr("is not of the form package/type"));
  EXPECT_THAT(why("/String"), HasSubstr("is not of the form package/type"));
  EXPECT_THAT(why("a/b/c/d"), HasSubstr("is not of the form package/type"));
  EXPECT_THAT(why("nowhere_msgs/msg/String"), HasSubstr("AMENT_PREFIX_PATH"));
  EXPECT_THAT(why("std_msgs/msg/Strange"), HasSubstr("no such message"));
}

TEST_F(Serialized, BytesAreTakenPastTheExecutor) {
  COVERS("rclcpp::SubscriptionBase", "take_serialized");
  auto other = std::make_shared<rclcpp::Node>("other");
  auto subscription = other->create_subscription<Clock>("a", 10, [](const Clock&) {});
  SerializedMessage bytes;
  rclcpp::MessageInfo info;
  EXPECT_FALSE(subscription->take_serialized(bytes, info));
  node_->create_publisher<Clock>("a", 10)->publish(clock_of(4));
  ASSERT_TRUE(subscription->take_serialized(bytes, info));
  EXPECT_EQ(message_of<Clock>(bytes), clock_of(4));
  EXPECT_FALSE(subscription->take_serialized(bytes, info));
}

}  // namespace
