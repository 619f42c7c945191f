#include <chrono>
#include <memory>
#include <thread>

#include <std_msgs/msg/string.hpp>

#include "modes.hpp"

namespace interop {
namespace {
using std_msgs::msg::String;

/// Reports what happens to an endpoint; the same for both kinds.
template <typename Callbacks, typename Conflict>
void report_events(Callbacks& callbacks) {
  callbacks.matched_callback = [](rclcpp::MatchedInfo& info) {
    Event("matched").put("count", static_cast<std::int64_t>(info.current_count));
  };
  callbacks.incompatible_qos_callback = [](Conflict& info) {
    Event("incompatible_qos").put("count", info.total_count);
  };
  callbacks.incompatible_type_callback = [](rclcpp::IncompatibleTypeInfo& info) {
    Event("incompatible_type").put("count", info.total_count);
  };
}

void report_sample(const std::string& event, const String& message,
                   const rclcpp::MessageInfo& info) {
  const auto& detail = info.get_rmw_message_info();
  const int phase = phase_of(message.data);
  Event(event)
      .put("size", static_cast<std::int64_t>(message.data.size()))
      .put_json("phase", phase < 0 ? "null" : std::to_string(phase))
      .put("stamp", detail.source_timestamp)
      .put("intra_process", static_cast<std::int64_t>(detail.from_intra_process));
}

auto report_as(const std::string& event) {
  return [event](String::ConstSharedPtr message, const rclcpp::MessageInfo& info) {
    report_sample(event, *message, info);
  };
}

class Talker {
 public:
  explicit Talker(rclcpp::Publisher<String>::SharedPtr publisher)
      : publisher_(std::move(publisher)) {}

  /// `publish COUNT SIZE [PERIOD_MS]`
  void obey(const Words& words) {
    const auto count = std::stoul(words.at(1));
    const auto size = std::stoul(words.at(2));
    const std::chrono::milliseconds period(words.size() > 3 ? std::stol(words[3]) : 0);
    auto due = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < count; ++i) {
      publish_one(size);
      std::this_thread::sleep_until(due += period);
    }
    Event("published").put("total", static_cast<std::int64_t>(sent_));
  }

 private:
  void publish_one(std::size_t size) {
    auto message = std::make_unique<String>();
    message->data = pattern(sent_ % 26, size);
    const auto before = wall_ns();
    publisher_->publish(std::move(message));
    Event("sent")
        .put("n", static_cast<std::int64_t>(sent_++))
        .put("before", before)
        .put("after", wall_ns());
  }

  rclcpp::Publisher<String>::SharedPtr publisher_;
  std::size_t sent_ = 0;
};
}  // namespace

void publish(const Options& options) {
  auto node = make_node(options);
  const auto topic = options.get("topic", "/chatter");
  const auto qos = qos_of(options);
  std::vector<rclcpp::Subscription<String>::SharedPtr> local;
  for (auto i = options.number("local-subscriptions", 0); i > 0; --i) {
    local.push_back(node->create_subscription<String>(topic, qos, report_as("local_received")));
  }
  rclcpp::PublisherOptions with_events;
  report_events<decltype(with_events.event_callbacks), rclcpp::QOSOfferedIncompatibleQoSInfo>(
      with_events.event_callbacks);
  Talker talker(node->create_publisher<String>(topic, qos, with_events));
  Event("ready");
  spin_and_obey(node, [&](const Words& words) { talker.obey(words); });
}

void subscribe(const Options& options) {
  auto node = make_node(options);
  rclcpp::SubscriptionOptions with_events;
  auto& callbacks = with_events.event_callbacks;
  report_events<decltype(callbacks), rclcpp::QOSRequestedIncompatibleQoSInfo>(callbacks);
  callbacks.deadline_callback = [](rclcpp::QOSDeadlineRequestedInfo& info) {
    Event("deadline_missed").put("count", info.total_count);
  };
  callbacks.message_lost_callback = [](rclcpp::QOSMessageLostInfo& info) {
    Event("message_lost").put("count", static_cast<std::int64_t>(info.total_count));
  };
  auto subscription = node->create_subscription<String>(
      options.get("topic", "/chatter"), qos_of(options), report_as("received"), with_events);
  Event("ready");
  spin_and_obey(node);
}

}  // namespace interop
