// Messages whose large field is filled where they are sent from.
#include <gmock/gmock.h>

#include <numeric>
#include <rcl_interfaces/msg/parameter.hpp>
#include <std_msgs/msg/u_int8_multi_array.hpp>

#include "ranvier/build.hpp"
#include "ranvier/view.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp/serialization.hpp"
#include "rclcpp_lifecycle/lifecycle_node.hpp"
#include "running.hpp"
#include "std_msgs/msg/view/u_int8_multi_array.hpp"

namespace {

using rcl_interfaces::msg::Parameter;
using rcl_interfaces::msg::ParameterValue;
using std_msgs::msg::UInt8MultiArray;

UInt8MultiArray head() {
  UInt8MultiArray message;
  message.layout.dim.resize(1);
  message.layout.dim[0].label = "row";
  message.layout.data_offset = 3;
  return message;
}

template <typename M>
std::vector<std::uint8_t> bytes_of(const rclcpp::SerializedMessage& message) {
  const auto& array = message.get_rcl_serialized_message();
  return {array.buffer, array.buffer + array.buffer_length};
}

template <typename M>
std::vector<std::uint8_t> encoded(const M& message) {
  rclcpp::SerializedMessage bytes;
  rclcpp::Serialization<M>().serialize_message(&message, &bytes);
  return bytes_of<M>(bytes);
}

class Building : public Running {
 protected:
  Building() {
    init();
    node_ = node("builds");
  }

  /// A publisher, and a subscription of the bytes that it sends.
  template <typename M>
  typename rclcpp::Publisher<M>::SharedPtr publisher() {
    auto made = node_->create_publisher<M>("built", 10);
    subscriptions_.push_back(node_->create_subscription<M>(
        "built", 10, [this](std::shared_ptr<const rclcpp::SerializedMessage> message) {
          received_.push_back(bytes_of<M>(*message));
        }));
    wait_until([&] { return made->get_subscription_count() > 0; });
    return made;
  }
  std::vector<std::uint8_t> next() {
    wait_until([&] { return !received_.empty(); });
    auto bytes = received_.front();
    received_.erase(received_.begin());
    return bytes;
  }

  rclcpp::Node::SharedPtr node_;
  std::vector<rclcpp::SubscriptionBase::SharedPtr> subscriptions_;
  std::vector<std::vector<std::uint8_t>> received_;
};

TEST_F(Building, GivesTheBytesOfTheFilledMessage) {
  const auto out = publisher<UInt8MultiArray>();
  for (const std::size_t count : {0, 1, 2, 3, 7, 8, 9, 1000, 100'003}) {
    auto built = ranvier::build(*out, head(), count, &UInt8MultiArray::data);
    ASSERT_EQ(built.size(), count);
    std::iota(built.begin(), built.end(), std::uint8_t{1});
    built.publish();
    UInt8MultiArray expected = head();
    expected.data.resize(count);
    std::iota(expected.data.begin(), expected.data.end(), std::uint8_t{1});
    EXPECT_EQ(next(), encoded(expected)) << count;
  }
}

TEST_F(Building, FillsAFieldBetweenOthersAndInANestedMessage) {
  Parameter expected;
  expected.name = "list";
  expected.value.string_value = "before";
  expected.value.byte_array_value = {1, 2, 3};
  expected.value.double_array_value = {1.5, -1.5};
  expected.value.string_array_value = {"after", "it"};
  const auto out = publisher<Parameter>();
  for (const std::size_t count : {0, 1, 5, 8, 1000}) {
    expected.value.integer_array_value.clear();
    auto built = ranvier::build(*out, expected, count, &Parameter::value,
                                &ParameterValue::integer_array_value);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(built.data()) % alignof(std::int64_t), 0u);
    std::iota(built.begin(), built.end(), -3);
    built.publish();
    expected.value.integer_array_value.resize(count);
    std::iota(expected.value.integer_array_value.begin(), expected.value.integer_array_value.end(),
              -3);
    EXPECT_EQ(next(), encoded(expected)) << count;
  }
}

TEST_F(Building, WhatIsBuiltIsSeenWhereItWasBuilt) {
  const auto out = publisher<UInt8MultiArray>();
  using View = ranvier::View<UInt8MultiArray>;
  std::shared_ptr<const View> seen;
  const auto in = node_->create_subscription<View>(
      "built", 10, [&](std::shared_ptr<const View> view) { seen = view; });
  wait_until([&] { return out->get_subscription_count() == 2; });
  auto built = ranvier::build(*out, head(), 1000, &UInt8MultiArray::data);
  std::fill(built.begin(), built.end(), 9);
  const std::uint8_t* const at = built.data();
  built.publish();
  wait_until([&] { return seen != nullptr; });
  EXPECT_EQ(seen->data.data(), at);
  EXPECT_EQ(seen->data[999], 9);
  EXPECT_EQ(seen->layout.dim[0].label, "row");
}

TEST_F(Building, SubscriptionsOfTheMessageGetIt) {
  const auto out = publisher<UInt8MultiArray>();
  UInt8MultiArray got;
  const auto in = node_->create_subscription<UInt8MultiArray>(
      "built", 10, [&](const UInt8MultiArray& message) { got = message; });
  wait_until([&] { return out->get_subscription_count() == 2; });
  auto built = ranvier::build(*out, head(), 3, &UInt8MultiArray::data);
  built[0] = built[1] = built[2] = 5;
  built.publish();
  wait_until([&] { return !got.data.empty(); });
  EXPECT_EQ(got.data, (std::vector<std::uint8_t>{5, 5, 5}));
  EXPECT_EQ(got.layout.data_offset, 3u);
}

TEST_F(Building, IsSentOnceAndNotAtAllIfItIsDropped) {
  const auto out = publisher<UInt8MultiArray>();
  { auto dropped = ranvier::build(*out, head(), 10, &UInt8MultiArray::data); }
  auto built = ranvier::build(*out, head(), 1, &UInt8MultiArray::data);
  built[0] = 1;
  auto moved = std::move(built);
  moved.publish();
  EXPECT_EQ(moved.size(), 0u);
  EXPECT_THROW(moved.publish(), std::logic_error);
  UInt8MultiArray expected = head();
  expected.data = {1};
  EXPECT_EQ(next(), encoded(expected));
  EXPECT_TRUE(received_.empty());
}

TEST_F(Building, RefusesAFieldThatIsNotEmptyAndOneThatCannotHoldSoMany) {
  const auto out = node_->create_publisher<UInt8MultiArray>("built", 10);
  UInt8MultiArray full = head();
  full.data = {1};
  EXPECT_THROW(ranvier::build(*out, full, 3, &UInt8MultiArray::data), std::invalid_argument);
  EXPECT_THROW(ranvier::build(*out, head(), std::size_t{1} << 33, &UInt8MultiArray::data),
               std::length_error);
}

TEST_F(Building, OutlivesItsPublisher) {
  auto out = publisher<UInt8MultiArray>();
  auto built = ranvier::build(*out, head(), 2, &UInt8MultiArray::data);
  built[0] = built[1] = 0;
  out.reset();
  built.publish();
  UInt8MultiArray expected = head();
  expected.data = {0, 0};
  EXPECT_EQ(next(), encoded(expected));
}

TEST_F(Building, LifecyclePublishersThatAreNotActiveSendNothing) {
  auto managed = std::make_shared<rclcpp_lifecycle::LifecycleNode>("managed");
  executor_->add_node(managed->get_node_base_interface());
  const auto out = managed->create_publisher<UInt8MultiArray>("built", 10);
  subscriptions_.push_back(node_->create_subscription<UInt8MultiArray>(
      "built", 10, [this](std::shared_ptr<const rclcpp::SerializedMessage> message) {
        received_.push_back(bytes_of<UInt8MultiArray>(*message));
      }));
  wait_until([&] { return out->get_subscription_count() > 0; });
  ranvier::build(*out, head(), 0, &UInt8MultiArray::data).publish();
  out->on_activate();
  auto built = ranvier::build(*out, head(), 1, &UInt8MultiArray::data);
  built[0] = 1;
  built.publish();
  UInt8MultiArray expected = head();
  expected.data = {1};
  EXPECT_EQ(next(), encoded(expected));
}

}  // namespace
