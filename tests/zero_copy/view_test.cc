// Subscriptions whose callbacks see messages in their encoded form.
#include <gmock/gmock.h>

#include <condition_variable>
#include <mutex>
#include <set>
#include <std_msgs/msg/float64_multi_array.hpp>
#include <std_msgs/msg/string.hpp>
#include <thread>

#include "ranvier/view.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp/serialization.hpp"
#include "running.hpp"
#include "std_msgs/msg/view/float64_multi_array.hpp"

namespace {

using std_msgs::msg::Float64MultiArray;
using View = ranvier::View<Float64MultiArray>;
using testing::ElementsAre;

Float64MultiArray message_of(double first) {
  Float64MultiArray message;
  message.layout.dim.resize(2);
  message.layout.dim[1].label = "columns";
  message.layout.dim[1].size = 3;
  message.data = {first, first + 1, first + 2};
  return message;
}

class Views : public Running {
 protected:
  Views() {
    init();
    node_ = node("sees");
    publisher_ = node_->create_publisher<Float64MultiArray>("numbers", 10);
  }
  /// A subscription that this process's publisher has matched.
  template <typename CallbackT>
  std::shared_ptr<rclcpp::Subscription<View>> subscribe(
      CallbackT callback, rclcpp::SubscriptionOptions options = rclcpp::SubscriptionOptions()) {
    auto made = node_->create_subscription<View>("numbers", 10, callback, options);
    wait_until([&] { return publisher_->get_subscription_count() > 0; });
    return made;
  }

  rclcpp::Node::SharedPtr node_;
  rclcpp::Publisher<Float64MultiArray>::SharedPtr publisher_;
};

TEST_F(Views, ShowWhatWasPublishedInTheSameProcess) {
  std::vector<double> seen;
  std::string label;
  std::size_t copied = 1;
  const auto subscription = subscribe([&](const View& view) {
    seen.assign(view.data.begin(), view.data.end());
    label = view.layout.dim[1].label;
    copied = ranvier::copied_bytes(view);
  });
  publisher_->publish(message_of(1.5));
  wait_until([&] { return !seen.empty(); });
  EXPECT_THAT(seen, ElementsAre(1.5, 2.5, 3.5));
  EXPECT_EQ(label, "columns");
  EXPECT_EQ(copied, 0u);
}

TEST_F(Views, ShowWhatCameOverTheNetwork) {
  rclcpp::SubscriptionOptions options;
  options.use_intra_process_comm = rclcpp::IntraProcessSetting::Disable;
  std::vector<double> seen;
  std::size_t copied = 1;
  const auto subscription = subscribe(
      [&](const View& view) {
        seen.assign(view.data.begin(), view.data.end());
        copied = ranvier::copied_bytes(view);
      },
      options);
  publisher_->publish(message_of(1.5));
  wait_until([&] { return !seen.empty(); });
  EXPECT_THAT(seen, ElementsAre(1.5, 2.5, 3.5));
  EXPECT_EQ(copied, 0u);
}

TEST_F(Views, ComeInEveryFormThatAMessageDoesAndKeepTheirBytes) {
  std::vector<std::shared_ptr<const View>> kept;
  const auto by_const = subscribe([&](std::shared_ptr<const View> view) { kept.push_back(view); });
  const auto by_shared = subscribe(
      [&](std::shared_ptr<View> view, const rclcpp::MessageInfo&) { kept.push_back(view); });
  const auto by_unique = subscribe([&](std::unique_ptr<View> view) {
    kept.push_back(std::shared_ptr<const View>(std::move(view)));
  });
  const auto by_copy =
      subscribe([&](const View& view) { kept.push_back(std::make_shared<const View>(view)); });
  wait_until([&] { return publisher_->get_subscription_count() == 4; });
  publisher_->publish(message_of(7));
  wait_until([&] { return kept.size() == 4; });
  for (int i = 0; i < 20; ++i) publisher_->publish(message_of(0));  // would use free memory
  for (int i = 0; i < 4; ++i)
    EXPECT_THAT(std::vector<double>(kept[i]->data.begin(), kept[i]->data.end()),
                ElementsAre(7, 8, 9));
  // One encoding for all of them.
  EXPECT_EQ(kept[0]->data.data(), kept[3]->data.data());
}

// The view that a callback has at hand for the next message is one thread's at a time.
TEST_F(Views, AreEachTheirOwnWhereCallbacksRunAtOnce) {
  rclcpp::executors::MultiThreadedExecutor threads(rclcpp::ExecutorOptions(), 2);
  std::mutex mutex;
  std::condition_variable came;
  std::set<double> inside, seen;
  rclcpp::SubscriptionOptions options;
  options.callback_group = node_->create_callback_group(rclcpp::CallbackGroupType::Reentrant);
  const auto subscription = subscribe(
      [&](const View& view) {
        std::unique_lock lock(mutex);
        inside.insert(view.data[0]);
        came.notify_all();
        came.wait(lock, [&] { return inside.size() == 2; });
        seen.insert(view.data[0]);
        if (seen.size() == 2) threads.cancel();
      },
      options);
  publisher_->publish(message_of(1));
  publisher_->publish(message_of(5));
  executor_->remove_node(node_);
  threads.add_node(node_);
  threads.spin();
  EXPECT_THAT(seen, ElementsAre(1, 5));
}

TEST_F(Views, TellOfTheirMessage) {
  rmw_message_info_t info{};
  const auto subscription = subscribe(
      [&](const View&, const rclcpp::MessageInfo& given) { info = given.get_rmw_message_info(); });
  publisher_->publish(message_of(1));
  wait_until([&] { return info.source_timestamp != 0; });
  EXPECT_TRUE(*publisher_ == info.publisher_gid);
}

TEST_F(Views, StandBesideCallbacksOfTheMessage) {
  int views = 0, messages = 0;
  const auto sees = subscribe([&](const View&) { ++views; });
  const auto takes = node_->create_subscription<Float64MultiArray>(
      "numbers", 10, [&](const Float64MultiArray&) { ++messages; });
  wait_until([&] { return publisher_->get_subscription_count() == 2; });
  publisher_->publish(message_of(1));
  wait_until([&] { return views == 1 && messages == 1; });
}

TEST_F(Views, DropWhatIsNoSuchMessageAndCountIt) {
  int lost = 0, seen = 0;
  rclcpp::SubscriptionOptions options;
  options.event_callbacks.message_lost_callback = [&](rclcpp::QOSMessageLostInfo& info) {
    lost = static_cast<int>(info.total_count);
  };
  const auto subscription = subscribe([&](const View&) { ++seen; }, options);
  rclcpp::SerializedMessage bytes;
  const auto message = message_of(1);
  rclcpp::Serialization<Float64MultiArray>().serialize_message(&message, &bytes);
  bytes.get_rcl_serialized_message().buffer_length -= 1;
  publisher_->publish(bytes);
  publisher_->publish(message);
  wait_until([&] { return lost == 1 && seen == 1; });
}

TEST_F(Views, AreMadePastTheExecutorToo) {
  double first = 0;
  const auto subscription = subscribe([&](const View& view) { first = view.data[0]; });
  const auto message = message_of(4);
  auto bytes = std::make_shared<rclcpp::SerializedMessage>();
  rclcpp::Serialization<Float64MultiArray>().serialize_message(&message, bytes.get());
  subscription->handle_serialized_message(bytes, rclcpp::MessageInfo());
  EXPECT_EQ(first, 4);
  bytes->get_rcl_serialized_message().buffer_length -= 1;
  EXPECT_THROW(subscription->handle_serialized_message(bytes, rclcpp::MessageInfo()),
               rclcpp::exceptions::RCLError);
}

}  // namespace
