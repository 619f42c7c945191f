// Messages that have no encoded form: publish() refuses them, whoever is matched.
#include <gmock/gmock.h>

#include <stdexcept>
#include <type_description_interfaces/msg/individual_type_description.hpp>
#include <type_description_interfaces/srv/get_type_description.hpp>

#include "foreign.hpp"
#include "rclcpp/type_adapter.hpp"
#include "running.hpp"

namespace {

/// Has one string that may be 255 characters long.
using Bounded = type_description_interfaces::msg::IndividualTypeDescription;
using testing::AllOf;
using testing::HasSubstr;
using type_description_interfaces::srv::GetTypeDescription;

constexpr std::size_t kBound = 255;

Bounded bounded(std::size_t length) {
  Bounded message;
  message.type_name.assign(length, 'x');
  return message;
}

/// Words of the user's own that count themselves; some cannot be converted.
struct Words {
  explicit Words(std::string given = {}) : text(std::move(given)) { ++alive; }
  Words(const Words& other) : text(other.text) { ++alive; }
  ~Words() { --alive; }
  std::string text;
  static inline int alive = 0;
};

}  // namespace

template <>
struct rclcpp::TypeAdapter<Words, Bounded> {
  using is_specialized = std::true_type;
  using custom_type = Words;
  using ros_message_type = Bounded;
  static void convert_to_ros_message(const Words& from, Bounded& to) {
    if (from.text == "unspeakable") throw std::domain_error("no words for it");
    to.type_name = from.text;
  }
  static void convert_to_custom(const Bounded& from, Words& to) { to.text = from.type_name; }
};

namespace {

using AdaptedWords = rclcpp::TypeAdapter<Words, Bounded>;

class RefusedMessages : public Running {
 protected:
  RefusedMessages() {
    init();
    node_ = node("speaker");
  }
  ~RefusedMessages() override { node_.reset(); }

  /// What publishing says; empty: nothing.
  template <class Publish>
  static std::string refusal(Publish publish) {
    try {
      publish();
    } catch (const std::length_error& error) {
      return error.what();
    }
    return "";
  }
  static auto names_field_and_bound() {
    return AllOf(HasSubstr("'/words'"), HasSubstr("'type_name'"), HasSubstr("256"),
                 HasSubstr("255"));
  }
  /// Both ways to publish a message refuse a long one.
  void expect_refusals(rclcpp::Publisher<Bounded>& publisher) {
    const Bounded long_one = bounded(kBound + 1);
    EXPECT_THAT(refusal([&] { publisher.publish(long_one); }), names_field_and_bound());
    EXPECT_THAT(refusal([&] { publisher.publish(std::make_unique<Bounded>(long_one)); }),
                names_field_and_bound());
    EXPECT_EQ(refusal([&] { publisher.publish(bounded(kBound)); }), "");
  }

  rclcpp::Node::SharedPtr node_;
};

TEST_F(RefusedMessages, WhileNobodyIsMatchedAndALateForeignReaderGetsWhatWasGood) {
  auto publisher =
      node_->create_publisher<Bounded>("words", rclcpp::QoS(10).reliable().transient_local());
  expect_refusals(*publisher);
  Foreign far("late");
  std::vector<std::size_t> lengths;
  auto subscription = far.node().create_subscription<Bounded>(
      "words", rclcpp::QoS(10).reliable().transient_local(),
      [&](const Bounded& got) { lengths.push_back(got.type_name.size()); });
  far.wait_until([&] { return !lengths.empty(); });
  publisher->publish(bounded(3));
  far.wait_until([&] { return lengths.size() == 2; });
  EXPECT_THAT(lengths, testing::ElementsAre(kBound, 3));
}

TEST_F(RefusedMessages, OfAVolatilePublisherThatNobodyHears) {
  expect_refusals(*node_->create_publisher<Bounded>("words", 10));
}

TEST_F(RefusedMessages, BesideSubscriptionsOfTheProcessWhichGetNothingOfThem) {
  for (const auto setting :
       {rclcpp::IntraProcessSetting::Enable, rclcpp::IntraProcessSetting::Disable}) {
    auto publisher = node_->create_publisher<Bounded>("words", 10);
    std::vector<std::size_t> lengths;
    rclcpp::SubscriptionOptions options;
    options.use_intra_process_comm = setting;
    auto subscription = node_->create_subscription<Bounded>(
        "words", 10, [&](const Bounded& got) { lengths.push_back(got.type_name.size()); }, options);
    expect_refusals(*publisher);
    wait_until([&] { return !lengths.empty(); });
    EXPECT_THAT(lengths, testing::ElementsAre(kBound));
  }
}

TEST_F(RefusedMessages, BesideAForeignSubscription) {
  Foreign far("listener");
  std::vector<std::size_t> lengths;
  auto subscription = far.node().create_subscription<Bounded>(
      "words", 10, [&](const Bounded& got) { lengths.push_back(got.type_name.size()); });
  auto publisher = node_->create_publisher<Bounded>("words", 10);
  wait_until([&] { return publisher->get_subscription_count() == 1; });
  expect_refusals(*publisher);
  far.wait_until([&] { return !lengths.empty(); });
  EXPECT_THAT(lengths, testing::ElementsAre(kBound));
}

TEST_F(RefusedMessages, OfAnAdaptedTypeWhoseConversionThrowsOrIsTooLongAndNothingStays) {
  auto publisher =
      node_->create_publisher<AdaptedWords>("words", rclcpp::QoS(10).reliable().transient_local());
  const int before = Words::alive;
  const auto all_ways = [&](const std::string& text) {
    std::vector<std::function<void()>> ways = {
        [&, text] { publisher->publish(Words(text)); },
        [&, text] { publisher->publish(std::make_unique<Words>(text)); }};
    return ways;
  };
  for (const auto& publish : all_ways("unspeakable")) EXPECT_THROW(publish(), std::domain_error);
  for (const auto& publish : all_ways(std::string(kBound + 1, 'x'))) {
    EXPECT_THAT(refusal(publish), names_field_and_bound());
  }
  EXPECT_EQ(Words::alive, before);
  publisher->publish(Words("good"));
  Foreign far("late");
  std::string got;
  auto subscription = far.node().create_subscription<Bounded>(
      "words", rclcpp::QoS(10).reliable().transient_local(),
      [&](const Bounded& message) { got = message.type_name; });
  far.wait_until([&] { return !got.empty(); });
  EXPECT_EQ(got, "good");
  for (const auto& publish : all_ways("unspeakable")) EXPECT_THROW(publish(), std::domain_error);
  publisher.reset();
  EXPECT_EQ(Words::alive, before);
}

// The one that takes bytes, because one of the two asked for the network.
TEST_F(RefusedMessages, OfAnAdaptedTypeBesideASubscriptionThatTakesBytes) {
  auto publisher = node_->create_publisher<AdaptedWords>("words", 10);
  rclcpp::SubscriptionOptions options;
  options.use_intra_process_comm = rclcpp::IntraProcessSetting::Disable;
  int near = 0;
  auto first = node_->create_subscription<AdaptedWords>("words", 10, [&](const Words&) { ++near; });
  std::string got;
  auto second = node_->create_subscription<Bounded>(
      "words", 10, [&](const Bounded& message) { got = message.type_name; }, options);
  EXPECT_THROW(publisher->publish(Words("unspeakable")), std::domain_error);
  publisher->publish(Words("good"));
  wait_until([&] { return !got.empty(); });
  EXPECT_EQ(got, "good");
  executor_->spin_some();
  EXPECT_EQ(near, 1) << "nobody gets what publish() refused";
}

TEST_F(RefusedMessages, RepliesOfAServiceNearAndFar) {
  Foreign far("asker");
  std::string refused;
  auto service = node_->create_service<GetTypeDescription>(
      "words",
      [&](std::shared_ptr<rclcpp::Service<GetTypeDescription>> self,
          std::shared_ptr<rmw_request_id_t> id, std::shared_ptr<GetTypeDescription::Request>) {
        GetTypeDescription::Response response;
        response.type_description.type_description.type_name.assign(256, 'x');
        refused = refusal([&] { self->send_response(*id, response); });
        response.type_description.type_description.type_name.clear();
        self->send_response(*id, response);
      });
  for (rclcpp::Node* asker : {node_.get(), &far.node()}) {
    refused.clear();
    auto client = asker->create_client<GetTypeDescription>("words");
    wait_until([&] { return client->service_is_ready(); });
    auto future = client->async_send_request(std::make_shared<GetTypeDescription::Request>());
    wait_until([&] { return !refused.empty(); });
    EXPECT_THAT(refused, AllOf(HasSubstr("Service '/words'"), HasSubstr("256"), HasSubstr("255"),
                               HasSubstr("'type_description.type_description.type_name'")));
  }
}

}  // namespace
