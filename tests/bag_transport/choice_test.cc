// How topics and services are recorded and played: QoS, simulated time, requests of services.
#include <future>

#include "bag_running.hpp"
#include "example_interfaces/srv/add_two_ints.hpp"
#include "rosgraph_msgs/msg/clock.hpp"

namespace {

using namespace bag_test;
using namespace std::chrono_literals;
using example_interfaces::srv::AddTwoInts;
using testing::Contains;
using testing::ElementsAre;

class ChoiceTest : public BagRunning {
 protected:
  rclcpp::QoS qos_of_subscription(const std::string& topic) {
    return recorder_->subscriptions().at(topic)->get_actual_qos();
  }
  void wait_for_kept(const std::string& topic, std::uint64_t messages) {
    wait_until([&] {
      const auto kept = recorder_->kept_messages();
      return kept.count(topic) == 1 && kept.at(topic) == messages;
    });
  }
  // A service whose events have their contents; what it was asked goes into asked_.
  rclcpp::Service<AddTwoInts>::SharedPtr serve() {
    auto made = talker_->create_service<AddTwoInts>(
        "/add", [this](const std::shared_ptr<AddTwoInts::Request> request,
                       const std::shared_ptr<AddTwoInts::Response> response) {
          asked_.push_back(request->a);
          response->sum = request->a + request->b;
        });
    made->configure_introspection(talker_->get_clock(), rclcpp::QoS(100),
                                  RCL_SERVICE_INTROSPECTION_CONTENTS);
    return made;
  }
  void add(std::int64_t a) {
    AddTwoInts::Request request;
    request.a = a;
    ask<AddTwoInts>(talker_, "/add", request);
  }
  std::vector<std::int64_t> asked_;
};

TEST_F(ChoiceTest, ASubscriptionSuitsAllPublishersOfItsTopic) {
  const auto reliable = publisher("/a", rclcpp::QoS(10).reliable());
  const auto not_reliable = publisher("/a", rclcpp::QoS(10).best_effort());
  record(all_topics());
  wait_for_subscription(*reliable);
  EXPECT_EQ(qos_of_subscription("/a").reliability(), rclcpp::ReliabilityPolicy::BestEffort);
}

TEST_F(ChoiceTest, AProfileThatIsGivenIsWhatTheSubscriptionHas) {
  RecordOptions options = all_topics();
  options.topic_qos_profile_overrides.emplace("/a", rclcpp::QoS(7).best_effort());
  const auto a = publisher("/a", rclcpp::QoS(10).reliable());
  record(options);
  wait_for_subscription(*a);
  const rclcpp::QoS qos = qos_of_subscription("/a");
  EXPECT_EQ(qos.reliability(), rclcpp::ReliabilityPolicy::BestEffort);
  EXPECT_EQ(qos.depth(), 7u);
}

TEST_F(ChoiceTest, APublisherThatTheGivenProfileCannotHearIsSaid) {
  RecordOptions options = all_topics();
  options.topic_qos_profile_overrides.emplace("/a", rclcpp::QoS(7).reliable());
  const auto a = publisher("/a", rclcpp::QoS(10).best_effort());
  Recorder& recorder = record(options);
  wait_until([&] { return recorder.topics_using_fallback_qos().count("/a") == 1; });
}

TEST_F(ChoiceTest, APublisherOfThePlayerHasTheProfileThatIsGiven) {
  make_bag(1);
  PlayOptions options;
  options.topic_qos_profile_overrides.emplace("/a", rclcpp::QoS(3).transient_local());
  const Player plays(storage_, options);
  const rclcpp::QoS qos = plays.get_publishers().at("/a")->get_actual_qos();
  EXPECT_EQ(qos.durability(), rclcpp::DurabilityPolicy::TransientLocal);
  EXPECT_EQ(qos.depth(), 3u);
}

TEST_F(ChoiceTest, WithSimulatedTimeItRecordsFromTheFirstClockOnAndByIt) {
  RecordOptions options = all_topics();
  options.use_sim_time = true;
  options.exclude_topics = {"/clock"};
  const auto a = publisher("/a");
  const auto clock =
      talker_->create_publisher<rosgraph_msgs::msg::Clock>("/clock", rclcpp::ClockQoS());
  Recorder& recorder = record(options);
  wait_until([&] { return clock->get_subscription_count() == 1; });
  EXPECT_EQ(a->get_subscription_count(), 0u);  // who waits for it loses nothing
  rosgraph_msgs::msg::Clock time;
  time.clock.sec = 100;
  clock->publish(time);
  wait_until([&] { return recorder.now().seconds() == 100; });
  wait_for_subscription(*a);
  for (const char* one : {"0", "1", "2"}) a->publish(text(one));
  wait_for_kept("/a", 3);
  recorder.stop();
  EXPECT_THAT(read_bag().at("/a"), ElementsAre("0", "1", "2"));
  EXPECT_EQ(received_times().at(0), 100'000'000'000);
}

TEST_F(ChoiceTest, SimulatedTimeWithoutDiscoveryIsRefused) {
  RecordOptions options = all_topics();
  options.use_sim_time = options.is_discovery_disabled = true;
  EXPECT_THROW(Recorder(storage_, options), std::runtime_error);
}

TEST_F(ChoiceTest, WhatWaitsForItsCallbackAtTheEndIsInTheBag) {
  const auto a = publisher("/a");
  Recorder& recorder = record(all_topics());
  wait_for_subscription(*a);
  for (int i = 0; i < 50; ++i) a->publish(text(std::to_string(i)));
  recorder.stop();  // and nobody spins
  EXPECT_EQ(read_bag().at("/a").size(), 50u);
}

TEST_F(ChoiceTest, RequestsOfAServiceAreRecordedAndMadeAgain) {
  const auto service = serve();
  RecordOptions options;
  options.services = {"/add"};
  options.topic_polling_interval = std::chrono::milliseconds(5);
  options.disable_keyboard_controls = true;
  Recorder& recorder = record(options);
  wait_until([&] { return recorder.subscriptions().count("/add/_service_event") == 1; });
  add(3);
  add(4);
  wait_for_kept("/add/_service_event", 4);  // each request came, and was answered
  recorder.stop();
  EXPECT_THAT(asked_, ElementsAre(3, 4));

  PlayOptions play;
  play.publish_service_requests = true;
  play.disable_keyboard_controls = true;
  play.start_paused = true;
  const auto plays = std::make_shared<Player>(storage_, play);
  executor_->add_node(plays);
  EXPECT_TRUE(plays->get_publishers().empty());
  plays->play();
  wait_until([&] { return plays->count_clients("/add") == 1; });
  plays->resume();
  wait_until([&] { return asked_.size() == 4; });
  EXPECT_THAT(asked_, ElementsAre(3, 4, 3, 4));
  std::future<bool> answered = std::async(std::launch::async, [&] {
    return plays->wait_for_sent_service_requests_to_finish("/add", 10s) &&
           plays->wait_for_sent_service_requests_to_finish("");
  });
  wait_until([&] { return answered.wait_for(0s) == std::future_status::ready; });
  EXPECT_TRUE(answered.get());
  EXPECT_FALSE(plays->wait_for_sent_service_requests_to_finish("/no_such_service"));
}

TEST_F(ChoiceTest, EventsOfAServiceArePublishedUnlessItsRequestsAreToBeMade) {
  const auto service = serve();
  RecordOptions options;
  options.all_services = true;
  options.topic_polling_interval = std::chrono::milliseconds(5);
  options.disable_keyboard_controls = true;
  Recorder& recorder = record(options);
  wait_until([&] { return recorder.subscriptions().count("/add/_service_event") == 1; });
  add(3);
  wait_for_kept("/add/_service_event", 2);
  recorder.stop();
  const Player plays(storage_, PlayOptions());
  EXPECT_EQ(plays.get_publishers().count("/add/_service_event"), 1u);
}

}  // namespace
