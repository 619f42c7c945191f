#include "recorded_topic.hpp"

#include <exception>
#include <utility>

#include "foreign_type.hpp"
#include "ranvier/node/subscription.h"

namespace rosbag2_transport
{
namespace
{

class KeepBytes final : public rclcpp::detail::ErasedCallback
{
public:
  explicit KeepBytes(Destination to)
  : to_(std::move(to)) {}

  bool takes_serialized() const override {return true;}
  void call(rclcpp::detail::Delivery & delivery) override
  {
    if (to_.recording->paused()) {return;}
    const auto info = delivery.info().get_rmw_message_info();
    ranvier::bag::Sample sample;
    sample.topic = to_.topic;
    sample.received_ns = (*to_.time)(info.received_timestamp);
    sample.sent_ns = info.source_timestamp;
    if (sample.received_ns < 0) {return;}
    try {
      sample.keeper = delivery.bytes(sample.size);
    } catch (const std::exception &) {
      // It has no encoded form: a text is longer than its type allows.
    }
    sample.data = static_cast<const std::byte *>(sample.keeper.get());
    if (sample.data == nullptr) {return to_.recording->count_lost(to_.topic, 1);}
    to_.recording->keep(std::move(sample));
  }

private:
  const Destination to_;
};

// SubscriptionBase takes such a callback; nothing is added to it.
class RecordedTopic final : public rclcpp::SubscriptionBase
{
public:
  using SubscriptionBase::SubscriptionBase;
};

}  // namespace

std::shared_ptr<rclcpp::SubscriptionBase> subscribe(
  rclcpp::Node & node, const WantedTopic & wanted, Destination to)
{
  rclcpp::SubscriptionOptions options;
  options.callback_group = wanted.group;
  options.ranvier_direct = wanted.direct;
  options.ranvier_count_history = true;
  options.use_default_callbacks = false;
  options.event_callbacks.incompatible_qos_callback =
    [tell = wanted.incompatible](rclcpp::QOSRequestedIncompatibleQoSInfo &) {tell();};
  const auto topics = node.get_node_topics_interface();
  const auto * const installed = installed_type(wanted.type);
  auto subscription = std::make_shared<RecordedTopic>(
    topics->get_node_base_interface(), installed ? *installed : foreign_type(wanted.type, ""),
    wanted.name, wanted.qos, options,
    rclcpp::detail::Owned<rclcpp::detail::ErasedCallback>(new KeepBytes(std::move(to))));
  topics->add_subscription(subscription, wanted.group);
  return subscription;
}

uint64_t lost_since(rclcpp::SubscriptionBase & subscription)
{
  ranvier::EndpointStatus & status = subscription.core()->status();
  const auto taken = status.take(ranvier::EndpointEvent::Kind::kMessageLost, &status);
  return taken.total_change > 0 ? static_cast<uint64_t>(taken.total_change) : 0;
}

}  // namespace rosbag2_transport
