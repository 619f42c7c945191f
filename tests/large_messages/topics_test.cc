// Topics of messages that are larger than the stack: every way to publish and to receive.
#include <gmock/gmock.h>

#include "large_interfaces/msg/outer.hpp"
#include "large_interfaces/msg/view/outer.hpp"
#include "ranvier/build.hpp"
#include "ranvier/view.hpp"
#include "rclcpp/serialization.hpp"
#include "rclcpp/strategies/message_pool_memory_strategy.hpp"
#include "rclcpp/wait_for_message.hpp"
#include "rclcpp_lifecycle/lifecycle_publisher.hpp"
#include "small_stack.hpp"

namespace {

using large_interfaces::msg::Outer;

constexpr const char* kType = "large_interfaces/msg/Blob";

std::unique_ptr<Blob> blob(std::uint8_t last) {
  auto made = std::make_unique<Blob>();
  made->data.back() = last;
  return made;
}

/// Subscriptions within the process, or over DDS.
class LargeTopics : public LargeMessages, public testing::WithParamInterface<bool> {
 protected:
  rclcpp::SubscriptionOptions options() const {
    rclcpp::SubscriptionOptions options;
    options.use_intra_process_comm =
        GetParam() ? rclcpp::IntraProcessSetting::Enable : rclcpp::IntraProcessSetting::Disable;
    return options;
  }
  template <class Publisher>
  void meet(const Publisher& publisher) {
    wait_until([&] { return publisher->get_subscription_count() > 0; });
  }
  /// Publishes in each way and waits until `heard` tells the last byte of each.
  void publish_all(const std::function<int()>& heard) {
    const auto out = node_->create_publisher<Blob>("blobs", rclcpp::QoS(10).reliable());
    meet(out);
    const auto expect = [&](int last) { wait_until([&] { return heard() == last; }); };
    out->publish(*blob(1));
    expect(1);
    out->publish(blob(2));
    expect(2);
    auto loan = out->borrow_loaned_message();
    loan.get().data.fill(0);
    loan.get().data.back() = 3;
    out->publish(std::move(loan));
    expect(3);
    rclcpp::SerializedMessage bytes;
    rclcpp::Serialization<Blob>().serialize_message(blob(4).get(), &bytes);
    out->publish(bytes);
    expect(4);
    const auto adapted = node_->create_publisher<Adapted>("blobs", rclcpp::QoS(10).reliable());
    meet(adapted);
    auto own = std::make_unique<Own>();
    own->bytes.back() = 5;
    adapted->publish(*own);
    expect(5);
    own->bytes.back() = 6;
    adapted->publish(std::move(own));
    expect(6);
    adapted->publish(*blob(7));
    expect(7);
  }
  /// The same for a subscription whose callback puts what it heard into `heard`.
  template <class Type, class Callback>
  void check(Callback callback) {
    run([&] {
      heard_ = 0;
      const auto in = node_->create_subscription<Type>("blobs", rclcpp::QoS(10).reliable(),
                                                       callback, options());
      publish_all([this] { return heard_; });
    });
  }

  int heard_ = 0;
};

TEST_P(LargeTopics, AreHeardByReference) {
  check<Blob>([this](const Blob& message) { heard_ = message.data.back(); });
}
TEST_P(LargeTopics, AreHeardByAPointerThatIsShared) {
  check<Blob>([this](std::shared_ptr<const Blob> message) { heard_ = message->data.back(); });
}
TEST_P(LargeTopics, AreHeardByAPointerOfOnesOwn) {
  check<Blob>([this](std::unique_ptr<Blob> message) { heard_ = message->data.back(); });
}
TEST_P(LargeTopics, AreHeardAsAnotherType) {
  check<Adapted>([this](const Own& own) { heard_ = own.bytes.back(); });
}
TEST_P(LargeTopics, AreHeardAsAnotherTypeOfOnesOwn) {
  check<Adapted>([this](std::unique_ptr<Own> own) { heard_ = own->bytes.back(); });
}
TEST_P(LargeTopics, AreHeardAsBytes) {
  check<Blob>([this](const rclcpp::SerializedMessage& bytes) {
    heard_ = bytes.get_rcl_serialized_message().buffer[bytes.size() - 1];
  });
}
TEST_P(LargeTopics, AreTakenPastTheExecutor) {
  run([&] {
    const auto ignore = [](const Blob&) {};
    rclcpp::SubscriptionOptions manual = options();
    manual.callback_group =
        node_->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
    const auto in = node_->create_subscription<Adapted>("blobs", 10, ignore, manual);
    const auto into = std::make_unique<Blob>();
    const auto own = std::make_unique<Own>();
    rclcpp::MessageInfo info;
    bool other = false;
    publish_all([&]() -> int {
      other = !other;
      if (other ? in->take(*into, info) : in->take(*own, info)) {
        heard_ = other ? into->data.back() : own->bytes.back();
      }
      return heard_;
    });
  });
}
INSTANTIATE_TEST_SUITE_P(Within, LargeTopics, testing::Values(true, false),
                         [](const auto& info) { return info.param ? "TheProcess" : "Dds"; });

TEST_F(LargeMessages, OfATypeKnownByNamePassAsBytes) {
  run([&] {
    int heard = 0;
    const auto in = node_->create_generic_subscription(
        "blobs", kType, 10, [&](std::shared_ptr<rclcpp::SerializedMessage> bytes) {
          heard = bytes->get_rcl_serialized_message().buffer[bytes->size() - 1];
        });
    const auto out = node_->create_generic_publisher("blobs", kType, 10);
    wait_until([&] { return out->get_subscription_count() > 0; });
    rclcpp::SerializedMessage bytes;
    rclcpp::Serialization<Blob>().serialize_message(blob(4).get(), &bytes);
    out->publish(bytes);
    wait_until([&] { return heard == 4; });
  });
}

TEST_F(LargeMessages, AreWaitedFor) {
  run([&] {
    const auto out = node_->create_publisher<Blob>("blobs", rclcpp::QoS(1).transient_local());
    out->publish(blob(9));
    const auto into = std::make_unique<Blob>();
    EXPECT_TRUE(rclcpp::wait_for_message(*into, node_, "blobs", std::chrono::seconds(60),
                                         rclcpp::QoS(1).transient_local()));
    EXPECT_EQ(into->data.back(), 9);
  });
}

TEST_F(LargeMessages, AreLentByAPool) {
  using rclcpp::strategies::message_pool_memory_strategy::MessagePoolMemoryStrategy;
  run([&] {
    MessagePoolMemoryStrategy<Blob, 1> pool;
    auto message = pool.borrow_message();
    message->data.back() = 1;
    message.reset();
    EXPECT_EQ(pool.borrow_message()->data.back(), 0) << "as it is when it is made";
  });
}

TEST_F(LargeMessages, OfALifecyclePublisherPass) {
  run([&] {
    int heard = 0;
    const auto in = node_->create_subscription<Blob>(
        "blobs", 10, [&](const Blob& message) { heard = message.data.back(); });
    const auto out =
        rclcpp::create_publisher<Blob, std::allocator<void>,
                                 rclcpp_lifecycle::LifecyclePublisher<Blob>>(*node_, "blobs", 10);
    out->on_activate();
    wait_until([&] { return out->get_subscription_count() > 0; });
    out->publish(*blob(3));
    wait_until([&] { return heard == 3; });
  });
}

TEST_F(LargeMessages, AreBuiltInPlaceAndSeenAsViews) {
  run([&] {
    int heard = 0;
    std::string name;
    const auto in = node_->create_subscription<ranvier::View<Outer>>(
        "outer", 10, [&](const ranvier::View<Outer>& view) {
          heard = view.tail[0] + view.blob.data[view.blob.data.size() - 1];
          name = view.named[1].name;
        });
    const auto out = node_->create_publisher<Outer>("outer", 10);
    wait_until([&] { return out->get_subscription_count() > 0; });
    const auto head = std::make_unique<Outer>();
    head->blob.data.back() = 30;
    for (int round = 1; round <= 2; ++round) {  // the second finds the view of the first
      auto built = ranvier::build(*out, *head, 1, &Outer::tail);
      built[0] = static_cast<std::uint8_t>(round);
      built.publish();
      wait_until([&] { return heard == 30 + round; });
    }
    EXPECT_EQ(name, "nobody");
  });
}

TEST_F(LargeMessages, AreMadeAsTheirInitializationSays) {
  using rosidl_runtime_cpp::MessageInitialization;
  run([&] {
    const auto all = std::make_unique<Outer>();
    const auto zero = std::make_unique<Outer>(MessageInitialization::ZERO);
    const auto defaults = std::make_unique<Outer>(MessageInitialization::DEFAULTS_ONLY);
    EXPECT_EQ(all->named[1].name, "nobody");
    EXPECT_EQ(zero->named[1].name, "");
    EXPECT_EQ(defaults->named[1].name, "nobody");
    EXPECT_EQ(zero->blobs[1].data.back(), 0);
  });
}

}  // namespace
