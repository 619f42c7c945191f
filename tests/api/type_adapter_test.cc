// Publishers and subscriptions of the user's own types.
#include <gmock/gmock.h>

#include <atomic>
#include <rosgraph_msgs/msg/clock.hpp>
#include <string>

#include "covers.h"
#include "rclcpp/is_ros_compatible_type.hpp"
#include "rclcpp/publisher_factory.hpp"
#include "rclcpp/serialization.hpp"
#include "rclcpp/type_adapter.hpp"
#include "running.hpp"

namespace {

using rosgraph_msgs::msg::Clock;

/// Seconds that say how often they were copied and converted.
struct Seconds {
  Seconds() = default;
  explicit Seconds(int given) : value(given) {}
  Seconds(const Seconds& other) : value(other.value) { ++copies; }
  int value = 0;
  static inline std::atomic<int> copies{0}, to_ros{0}, to_custom{0};
};
struct Plain {  // has no adapter
  int value;
};

}  // namespace

template <>
struct rclcpp::TypeAdapter<Seconds, Clock> {
  using is_specialized = std::true_type;
  using custom_type = Seconds;
  using ros_message_type = rosgraph_msgs::msg::Clock;
  static void convert_to_ros_message(const custom_type& from, ros_message_type& to) {
    if (from.value < 0) throw std::runtime_error("no time before the epoch");
    ++Seconds::to_ros;
    to.clock.sec = from.value;
  }
  static void convert_to_custom(const ros_message_type& from, custom_type& to) {
    ++Seconds::to_custom;
    to.value = from.clock.sec;
  }
};

RCLCPP_USING_CUSTOM_TYPE_AS_ROS_MESSAGE_TYPE(Seconds, rosgraph_msgs::msg::Clock);

namespace {

using Adapted = rclcpp::TypeAdapter<Seconds, Clock>;

TEST(TypeAdapters, TellTheirTwoTypes) {
  COVERS("rclcpp::TypeAdapter", "custom_type", "is_specialized", "ros_message_type");
  COVERS("rclcpp::adapt_type", "as");
  COVERS("rclcpp::is_type_adapter");
  COVERS("rclcpp::is_ros_compatible_type");
  COVERS("rclcpp::Publisher", "PublishedType", "ROSMessageType");
  COVERS("rclcpp::Subscription", "SubscribedType");
  static_assert(rclcpp::is_type_adapter<Adapted>::value);
  static_assert(!rclcpp::is_type_adapter<Seconds>::value);
  static_assert(std::is_same_v<rclcpp::adapt_type<Seconds>::as<Clock>, Adapted>);
  static_assert(std::is_same_v<rclcpp::TypeAdapter<Adapted>::custom_type, Seconds>);
  static_assert(std::is_same_v<rclcpp::TypeAdapter<Seconds>::ros_message_type, Clock>);
  static_assert(!rclcpp::TypeAdapter<Clock>::is_specialized::value);
  static_assert(std::is_same_v<rclcpp::TypeAdapter<Clock>::ros_message_type, Clock>);
  static_assert(rclcpp::is_ros_compatible_type<Adapted>::value);
  static_assert(rclcpp::is_ros_compatible_type<Seconds>::value);
  static_assert(rclcpp::is_ros_compatible_type<Clock>::value);
  static_assert(!rclcpp::is_ros_compatible_type<Plain>::value);
  static_assert(std::is_same_v<rclcpp::Publisher<Adapted>::PublishedType, Seconds>);
  static_assert(std::is_same_v<rclcpp::Publisher<Adapted>::ROSMessageType, Clock>);
  static_assert(std::is_same_v<rclcpp::Subscription<Adapted>::SubscribedType, Seconds>);
}

TEST(TypeAdapters, ATypeCanStandForOneMessage) {
  COVERS("rclcpp::ImplicitTypeAdapter", "is_specialized");
  COVERS("(macros)", "RCLCPP_USING_CUSTOM_TYPE_AS_ROS_MESSAGE_TYPE");
  // RCLCPP_USING_CUSTOM_TYPE_AS_ROS_MESSAGE_TYPE named Seconds above, and not Plain.
  static_assert(rclcpp::ImplicitTypeAdapter<Seconds>::is_specialized::value);
  static_assert(!rclcpp::ImplicitTypeAdapter<Plain>::is_specialized::value);
  static_assert(std::is_base_of_v<Adapted, rclcpp::TypeAdapter<Seconds>>);
}

class TypeAdapterTest : public Running {
 protected:
  TypeAdapterTest() {
    init();
    node_ = node("own");
    Seconds::copies = Seconds::to_ros = Seconds::to_custom = 0;
  }
  ~TypeAdapterTest() override { node_.reset(); }

  static rclcpp::SubscriptionOptions by_network() {
    rclcpp::SubscriptionOptions options;
    options.use_intra_process_comm = rclcpp::IntraProcessSetting::Disable;
    return options;
  }

  rclcpp::Node::SharedPtr node_;
};

TEST_F(TypeAdapterTest, AUniquePointerArrivesAsItIs) {
  auto publisher = node_->create_publisher<Adapted>("a", 10);
  std::unique_ptr<Seconds> got;
  auto subscription = node_->create_subscription<Adapted>(
      "a", 10, [&](std::unique_ptr<Seconds> seconds) { got = std::move(seconds); });
  auto seconds = std::make_unique<Seconds>(5);
  const Seconds* const address = seconds.get();
  publisher->publish(std::move(seconds));
  wait_until([&] { return got != nullptr; });
  EXPECT_EQ(got.get(), address);
  EXPECT_EQ(got->value, 5);
  EXPECT_EQ(Seconds::copies + Seconds::to_ros + Seconds::to_custom, 0);
}

TEST_F(TypeAdapterTest, SeveralReadersShareOneObjectAndWritersGetTheirOwn) {
  auto publisher = node_->create_publisher<Seconds>("a", 10);
  std::vector<const Seconds*> shared;
  std::shared_ptr<const Seconds> kept;
  std::shared_ptr<Seconds> own;
  auto a = node_->create_subscription<Seconds>(
      "a", 10, [&](const Seconds& seconds) { shared.push_back(&seconds); });
  auto b = node_->create_subscription<Adapted>(
      "a", 10, [&](std::shared_ptr<const Seconds> seconds, const rclcpp::MessageInfo& info) {
        EXPECT_TRUE(info.get_rmw_message_info().from_intra_process);
        shared.push_back(seconds.get());
        kept = seconds;
      });
  auto c = node_->create_subscription<Adapted>(
      "a", 10, [&](std::shared_ptr<Seconds> seconds) { own = seconds; });
  auto seconds = std::make_unique<Seconds>(6);
  const Seconds* const address = seconds.get();
  publisher->publish(std::move(seconds));
  wait_until([&] { return shared.size() == 2 && own; });
  EXPECT_EQ(shared, (std::vector<const Seconds*>{address, address}));
  EXPECT_NE(own.get(), address);
  own->value = 7;
  EXPECT_EQ(kept->value, 6);
  EXPECT_EQ(Seconds::copies, 1);
  EXPECT_EQ(Seconds::to_ros + Seconds::to_custom, 0);
}

TEST_F(TypeAdapterTest, SubscriptionsOfTheRosTypeShareOneConversion) {
  auto publisher = node_->create_publisher<Adapted>("a", 10);
  std::vector<const Clock*> got;
  std::shared_ptr<const Clock> kept;
  auto a = node_->create_subscription<Clock>(
      "a", 10, [&](std::shared_ptr<const Clock> clock) { got.push_back((kept = clock).get()); });
  auto b = node_->create_subscription<Adapted>(  // the adapter's other type
      "a", 10, [&](const Clock& clock) { got.push_back(&clock); });
  publisher->publish(Seconds(8));
  wait_until([&] { return got.size() == 2; });
  EXPECT_EQ(got[0], got[1]);
  EXPECT_EQ(kept->clock.sec, 8);
  EXPECT_EQ(Seconds::to_ros, 1);
}

TEST_F(TypeAdapterTest, RosMessagesAreConvertedForEachSubscriptionOfTheCustomType) {
  auto publisher = node_->create_publisher<Clock>("a", 10);
  std::vector<int> got;
  auto reference = node_->create_subscription<Adapted>(
      "a", 10, [&](const Seconds& seconds) { got.push_back(seconds.value); });
  auto shared = node_->create_subscription<Adapted>(
      "a", 10, [&](std::shared_ptr<const Seconds> seconds) { got.push_back(seconds->value); });
  auto unique = node_->create_subscription<Adapted>(
      "a", 10, [&](std::unique_ptr<Seconds> seconds) { got.push_back(seconds->value); });
  Clock clock;
  clock.clock.sec = 9;
  publisher->publish(clock);
  wait_until([&] { return got.size() == 3; });
  EXPECT_EQ(got, (std::vector<int>{9, 9, 9}));
  EXPECT_EQ(Seconds::to_custom, 3);
  EXPECT_EQ(Seconds::copies, 0);
}

TEST_F(TypeAdapterTest, AnAdaptedPublisherSendsRosMessagesBytesAndLoansToo) {
  auto publisher = node_->create_publisher<Adapted>("a", 10);
  std::vector<int> got;
  auto subscription = node_->create_subscription<Clock>(
      "a", 10, [&](const Clock& clock) { got.push_back(clock.clock.sec); });
  Clock clock;
  clock.clock.sec = 1;
  publisher->publish(clock);
  auto unique = std::make_unique<Clock>();
  unique->clock.sec = 2;
  publisher->publish(std::move(unique));
  auto loan = publisher->borrow_loaned_message();
  loan.get().clock.sec = 3;
  publisher->publish(std::move(loan));
  rclcpp::SerializedMessage bytes;
  clock.clock.sec = 4;
  rclcpp::Serialization<Clock>().serialize_message(&clock, &bytes);
  publisher->publish(bytes);
  publisher->publish(Seconds(5));
  wait_until([&] { return got.size() == 5; });
  EXPECT_EQ(got, (std::vector<int>{1, 2, 3, 4, 5}));
  EXPECT_EQ(Seconds::to_ros, 1);
}

TEST_F(TypeAdapterTest, TheNetworkCarriesTheRosType) {
  auto publisher = node_->create_publisher<Adapted>("a", 10);
  std::vector<int> got, bytes;
  auto subscription = node_->create_subscription<Adapted>(
      "a", 10, [&](const Seconds& seconds) { got.push_back(seconds.value); }, by_network());
  auto serialized =
      node_->create_subscription<Adapted>("a", 10, [&](const rclcpp::SerializedMessage& message) {
        bytes.push_back(message.get_rcl_serialized_message().buffer[4]);
      });
  wait_until([&] { return publisher->get_subscription_count() == 2; });
  publisher->publish(Seconds(10));
  publisher->publish(std::make_unique<Seconds>(11));
  wait_until([&] { return got.size() == 2 && bytes.size() == 2; });
  EXPECT_EQ(got, (std::vector<int>{10, 11}));
  EXPECT_EQ(bytes, (std::vector<int>{10, 11}));
  EXPECT_EQ(Seconds::to_ros, 2);
  EXPECT_EQ(node_->get_publishers_info_by_topic("a").at(0).topic_type(), "rosgraph_msgs/msg/Clock");
}

TEST_F(TypeAdapterTest, NothingIsConvertedForNobody) {
  auto publisher = node_->create_publisher<Adapted>("a", 10);
  publisher->publish(Seconds(1));
  publisher->publish(std::make_unique<Seconds>(2));
  EXPECT_EQ(Seconds::copies + Seconds::to_ros, 0);
  EXPECT_THROW(publisher->publish(std::unique_ptr<Seconds>()), std::runtime_error);
  EXPECT_THROW(publisher->publish(std::unique_ptr<Clock>()), std::runtime_error);
}

TEST_F(TypeAdapterTest, LateJoinersGetWhatWasKept) {
  const auto qos = rclcpp::QoS(5).transient_local();
  auto publisher = node_->create_publisher<Adapted>("a", qos);
  publisher->publish(Seconds(12));
  std::vector<int> got;
  auto a = node_->create_subscription<Adapted>(
      "a", qos, [&](const Seconds& seconds) { got.push_back(seconds.value); });
  auto b = node_->create_subscription<Clock>(
      "a", qos, [&](const Clock& clock) { got.push_back(clock.clock.sec); });
  wait_until([&] { return got.size() == 2; });
  EXPECT_EQ(got, (std::vector<int>{12, 12}));
}

TEST_F(TypeAdapterTest, WhatAConversionThrowsReachesTheSpinner) {
  auto publisher = node_->create_publisher<Adapted>("a", 10);
  int got = 0;
  auto subscription = node_->create_subscription<Clock>("a", 10, [&](const Clock&) { ++got; });
  publisher->publish(Seconds(-1));
  publisher->publish(Seconds(1));
  EXPECT_THROW(wait_until([&] { return got == 1; }), std::runtime_error);
  wait_until([&] { return got == 1; });
}

TEST_F(TypeAdapterTest, MessagesAreTakenAsEitherType) {
  COVERS("rclcpp::Subscription", "take");
  auto other = std::make_shared<rclcpp::Node>("other");
  auto subscription = other->create_subscription<Adapted>("a", 10, [](const Seconds&) {});
  auto publisher = node_->create_publisher<Adapted>("a", 10);
  publisher->publish(Seconds(3));
  publisher->publish(Seconds(4));
  Seconds seconds;
  Clock clock;
  rclcpp::MessageInfo info;
  ASSERT_TRUE(subscription->take(seconds, info));
  ASSERT_TRUE(subscription->take(clock, info));
  EXPECT_EQ(seconds.value, 3);
  EXPECT_EQ(clock.clock.sec, 4);
  EXPECT_FALSE(subscription->take(seconds, info));
}

TEST(TypeAdapters, CallbacksConvertByHand) {
  COVERS("rclcpp::AnySubscriptionCallback", "convert_custom_type_to_ros_message_unique_ptr",
         "convert_ros_message_to_custom_type_unique_ptr",
         "create_custom_unique_ptr_from_custom_shared_ptr_message",
         "create_ros_unique_ptr_from_ros_shared_ptr_message",
         "create_serialized_message_unique_ptr_from_shared_ptr");
  rclcpp::AnySubscriptionCallback<Adapted> any;
  std::vector<int> got;
  any.set([&](std::unique_ptr<Seconds> seconds) { got.push_back(seconds->value); });
  Clock clock;
  clock.clock.sec = 1;
  any.dispatch(std::make_shared<Clock>(clock), rclcpp::MessageInfo());
  any.dispatch_intra_process(std::make_unique<Seconds>(2), rclcpp::MessageInfo());
  any.dispatch_intra_process(std::make_shared<const Seconds>(3), rclcpp::MessageInfo());
  EXPECT_EQ(got, (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(any.convert_custom_type_to_ros_message_unique_ptr(Seconds(4))->clock.sec, 4);
  EXPECT_EQ(any.convert_ros_message_to_custom_type_unique_ptr(clock)->value, 1);
  const auto seconds = std::make_shared<const Seconds>(5);
  EXPECT_EQ(any.create_custom_unique_ptr_from_custom_shared_ptr_message(seconds)->value, 5);
  const auto shared = std::make_shared<const Clock>(clock);
  EXPECT_EQ(*any.create_ros_unique_ptr_from_ros_shared_ptr_message(shared), clock);
  auto bytes = std::make_shared<rclcpp::SerializedMessage>();
  rclcpp::Serialization<Clock>().serialize_message(&clock, bytes.get());
  EXPECT_EQ(any.create_serialized_message_unique_ptr_from_shared_ptr(bytes)->size(), 12u);
}

/// Counts the calls of post_init_setup().
class CountingPublisher final : public rclcpp::Publisher<Adapted> {
 public:
  using Publisher::Publisher;
  void post_init_setup(rclcpp::node_interfaces::NodeBaseInterface* base, const std::string& topic,
                       const rclcpp::QoS&, const rclcpp::PublisherOptions&) override {
    calls += base != nullptr && topic == "a";
  }
  int calls = 0;
};

TEST_F(TypeAdapterTest, ClassesOfUsersAreSetUpOnce) {
  auto made = node_->create_publisher<Adapted, std::allocator<void>, CountingPublisher>(
      "a", rclcpp::QoS(1));
  EXPECT_EQ(made->calls, 1);
  const auto factory =
      rclcpp::create_publisher_factory<Adapted, std::allocator<void>, CountingPublisher>({});
  auto by_factory = factory.create_typed_publisher(node_->get_node_base_interface().get(), "a", 1);
  EXPECT_EQ(std::static_pointer_cast<CountingPublisher>(by_factory)->calls, 1);
}

/// As rclcpp's, one of these hides that of Subscription: who makes the very class calls it.
class CountingSubscription final : public rclcpp::Subscription<Adapted> {
 public:
  using Subscription::Subscription;
  void post_init_setup(rclcpp::node_interfaces::NodeBaseInterface* base, const rclcpp::QoS&,
                       const rclcpp::SubscriptionOptions&) {
    calls += base != nullptr;
  }
  int calls = 0;
};

TEST_F(TypeAdapterTest, SubscriptionsOfUsersAreSetUpOnceThoughNothingIsVirtual) {
  const auto made =
      node_->create_subscription<Adapted, std::function<void(const Seconds&)>, std::allocator<void>,
                                 CountingSubscription>("a", rclcpp::QoS(1), [](const Seconds&) {});
  EXPECT_EQ(made->calls, 1);
  rclcpp::Subscription<Adapted>& base = *made;
  base.post_init_setup(node_->get_node_base_interface().get(), rclcpp::QoS(1), {});
  EXPECT_EQ(made->calls, 1);
}

// Classes that users derive are deleted through these.
static_assert(std::has_virtual_destructor_v<rclcpp::NodeOptions>);
static_assert(std::has_virtual_destructor_v<rclcpp::InitOptions>);
static_assert(std::has_virtual_destructor_v<rclcpp::ExecutorOptions>);
static_assert(std::has_virtual_destructor_v<rclcpp::LoanedMessage<Clock>>);
static_assert(std::has_virtual_destructor_v<rclcpp::GenericPublisher>);
static_assert(std::has_virtual_destructor_v<rclcpp::GenericSubscription>);

}  // namespace
