// What a recorder and a player are told while they run: services, and keys are in programs_test.py.
#include <atomic>

#include "bag_running.hpp"
#include "class_loader/class_loader.hpp"
#include "rclcpp_components/node_factory.hpp"
#include "rosbag2_interfaces/msg/read_split_event.hpp"
#include "rosbag2_interfaces/msg/write_split_event.hpp"
#include "rosbag2_interfaces/srv/burst.hpp"
#include "rosbag2_interfaces/srv/get_rate.hpp"
#include "rosbag2_interfaces/srv/is_discovery_running.hpp"
#include "rosbag2_interfaces/srv/is_paused.hpp"
#include "rosbag2_interfaces/srv/pause.hpp"
#include "rosbag2_interfaces/srv/play.hpp"
#include "rosbag2_interfaces/srv/play_next.hpp"
#include "rosbag2_interfaces/srv/record.hpp"
#include "rosbag2_interfaces/srv/resume.hpp"
#include "rosbag2_interfaces/srv/seek.hpp"
#include "rosbag2_interfaces/srv/set_rate.hpp"
#include "rosbag2_interfaces/srv/snapshot.hpp"
#include "rosbag2_interfaces/srv/split_bagfile.hpp"
#include "rosbag2_interfaces/srv/start_discovery.hpp"
#include "rosbag2_interfaces/srv/stop.hpp"
#include "rosbag2_interfaces/srv/stop_discovery.hpp"
#include "rosbag2_interfaces/srv/toggle_paused.hpp"
#include "rosbag2_transport/config_options_from_node_params.hpp"

namespace {

using namespace bag_test;
using rosbag2_interfaces::msg::ReadSplitEvent;
using rosbag2_interfaces::msg::WriteSplitEvent;
using testing::ElementsAre;
using testing::EndsWith;
namespace srv = rosbag2_interfaces::srv;

class ControlTest : public BagRunning {
 protected:
  template <class ServiceT>
  typename ServiceT::Response ask_recorder(const std::string& name) {
    return ask<ServiceT>(talker_, "/rosbag2_recorder/" + name, typename ServiceT::Request());
  }
  template <class ServiceT>
  typename ServiceT::Response ask_player(
      const std::string& name,
      const typename ServiceT::Request& request = typename ServiceT::Request()) {
    return ask<ServiceT>(talker_, "/rosbag2_player/" + name, request);
  }
  // The executor answers services while this plays.
  void wait_for_heard(std::size_t messages) {
    wait_until([&] { return heard_.size() >= messages; });
  }
  void wait_for_kept(const Recorder& recorder, std::uint64_t messages) {
    wait_until([&] {
      const auto kept = recorder.kept_messages();
      return kept.count("/a") == 1 && kept.at("/a") == messages;
    });
  }
};

TEST_F(ControlTest, ARecorderPausesAndGoesOn) {
  Recorder& recorder = record(all_topics());
  const auto a = publisher("/a");
  wait_for_subscription(*a);
  ask_recorder<srv::Pause>("pause");
  EXPECT_TRUE(recorder.is_paused());
  EXPECT_TRUE(ask_recorder<srv::IsPaused>("is_paused").paused);
  a->publish(text("while it is paused"));
  ask_recorder<srv::Resume>("resume");
  EXPECT_FALSE(ask_recorder<srv::IsPaused>("is_paused").paused);
  a->publish(text("after"));
  wait_for_kept(recorder, 1);
  recorder.stop();
  EXPECT_THAT(read_bag().at("/a"), ElementsAre("after"));
  EXPECT_TRUE(recorder.lost_messages().empty());
}

TEST_F(ControlTest, AskedToSplitARecorderGoesOnInAnotherFileAndSaysSo) {
  std::vector<WriteSplitEvent> events;
  const auto splits = talker_->create_subscription<WriteSplitEvent>(
      "/events/write_split", 10, [&](const WriteSplitEvent& event) { events.push_back(event); });
  Recorder& recorder = record(all_topics());
  const auto a = publisher("/a");
  wait_for_subscription(*a);
  wait_until([&] { return splits->get_publisher_count() == 1; });
  a->publish(text("1"));
  wait_for_kept(recorder, 1);
  ask_recorder<srv::SplitBagfile>("split_bagfile");
  EXPECT_TRUE(fs::exists(folder_ / "bag/bag_1.mcap"));
  wait_until([&] { return events.size() == 1; });  // though nothing comes
  a->publish(text("2"));
  EXPECT_THAT(events[0].closed_file, EndsWith("bag_0.mcap"));
  EXPECT_THAT(events[0].opened_file, EndsWith("bag_1.mcap"));
  EXPECT_EQ(events[0].node_name, "/rosbag2_recorder");
  wait_for_kept(recorder, 2);
  recorder.stop();
  wait_until([&] { return events.size() == 2; });
  EXPECT_THAT(events[1].closed_file, EndsWith("bag_1.mcap"));
  EXPECT_EQ(events[1].opened_file, "");
  EXPECT_THAT(read_bag().at("/a"), ElementsAre("1", "2"));
}

TEST_F(ControlTest, ASnapshotHasTheNewestMessagesAndNothingElseIsWritten) {
  storage_.snapshot_mode = true;
  storage_.max_cache_size = 3'000;
  Recorder& recorder = record(all_topics());
  const auto a = publisher("/a");
  wait_for_subscription(*a);
  constexpr int kMessages = 50;
  for (int i = 0; i < kMessages; ++i) a->publish(text(std::to_string(i) + std::string(100, ' ')));
  executor_->spin_all(std::chrono::seconds(10));  // the recorder has them
  EXPECT_TRUE(ask_recorder<srv::Snapshot>("snapshot").success);
  wait_until([&] { return recorder.kept_messages().at("/a") != 0; });
  a->publish(text("in no snapshot"));
  recorder.stop();
  const auto found = read_bag().at("/a");
  ASSERT_LT(found.size(), kMessages);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(std::stoul(found[i]), kMessages - found.size() + i);
  }
  EXPECT_TRUE(recorder.lost_messages().empty());
}

TEST_F(ControlTest, WithoutMessagesThereIsNoSnapshot) {
  storage_.snapshot_mode = true;
  record(all_topics());
  EXPECT_FALSE(ask_recorder<srv::Snapshot>("snapshot").success);
}

TEST_F(ControlTest, AskedToStopARecorderCompletesItsBag) {
  Recorder& recorder = record(all_topics());
  const auto a = publisher("/a");
  wait_for_subscription(*a);
  a->publish(text("1"));
  ask_recorder<srv::Stop>("stop");
  EXPECT_TRUE(fs::exists(folder_ / "bag" / "metadata.yaml"));
  EXPECT_THAT(read_bag().at("/a"), ElementsAre("1"));
  EXPECT_EQ(recorder.kept_messages().at("/a"), 1u);
  EXPECT_TRUE(recorder.subscriptions().empty());
}

TEST_F(ControlTest, APlayerStepsSeeksAndBursts) {
  make_bag(10);
  PlayOptions options;
  options.start_paused = true;
  options.disable_keyboard_controls = true;
  player(options).play();
  EXPECT_TRUE(ask_player<srv::IsPaused>("is_paused").paused);
  EXPECT_TRUE(ask_player<srv::PlayNext>("play_next").success);
  srv::Burst::Request burst;
  burst.num_messages = 2;
  EXPECT_EQ(ask_player<srv::Burst>("burst", burst).actually_burst, 2u);
  srv::Seek::Request seek;
  seek.time = rclcpp::Time(kBegin + 8 * kStep);
  EXPECT_TRUE(ask_player<srv::Seek>("seek", seek).success);
  EXPECT_TRUE(ask_player<srv::PlayNext>("play_next").success);
  wait_for_heard(4);
  EXPECT_THAT(heard_, ElementsAre("0", "1", "2", "8"));
  ask_player<srv::Resume>("resume");
  wait_for_heard(5);
  EXPECT_EQ(heard_.back(), "9");
}

TEST_F(ControlTest, APlayerTakesARateAndRefusesOneThatIsNone) {
  make_bag(2);
  PlayOptions options;
  options.start_paused = true;
  player(options);
  srv::SetRate::Request rate;
  rate.rate = 4.0;
  EXPECT_TRUE(ask_player<srv::SetRate>("set_rate", rate).success);
  EXPECT_EQ(ask_player<srv::GetRate>("get_rate").rate, 4.0);
  rate.rate = -1.0;
  EXPECT_FALSE(ask_player<srv::SetRate>("set_rate", rate).success);
  EXPECT_EQ(ask_player<srv::GetRate>("get_rate").rate, 4.0);
  ask_player<srv::TogglePaused>("toggle_paused");
  EXPECT_FALSE(ask_player<srv::IsPaused>("is_paused").paused);
  ask_player<srv::Pause>("pause");
  EXPECT_TRUE(ask_player<srv::IsPaused>("is_paused").paused);
}

TEST_F(ControlTest, APlayerPlaysAPartAgainWhenItIsAsked) {
  make_bag(10);
  PlayOptions options;
  options.disable_keyboard_controls = true;
  Player& plays = player(options);
  srv::Play::Request part;
  part.start_offset = rclcpp::Time(6 * kStep);
  part.playback_duration = rclcpp::Duration(std::chrono::nanoseconds(2 * kStep));
  part.playback_until_timestamp = rclcpp::Time(0);
  EXPECT_TRUE(ask_player<srv::Play>("play", part).success);
  wait_for_heard(3);
  plays.wait_for_playback_to_finish();
  EXPECT_THAT(heard_, ElementsAre("6", "7", "8"));
  plays.pause();
  EXPECT_TRUE(ask_player<srv::Play>("play", part).success);
  EXPECT_FALSE(ask_player<srv::Play>("play", part).success);  // it plays
  ask_player<srv::Stop>("stop");
  EXPECT_TRUE(plays.wait_for_playback_to_finish());
}

TEST_F(ControlTest, AskedToRecordARecorderBeginsAnotherBag) {
  Recorder& recorder = record(all_topics());
  const auto a = publisher("/a");
  wait_for_subscription(*a);
  EXPECT_EQ(ask_recorder<srv::Record>("record").return_code, 1);  // it records already
  ask_recorder<srv::Stop>("stop");
  srv::Record::Request second;
  second.uri = "file://" + (folder_ / "second").string();
  EXPECT_EQ(ask<srv::Record>(talker_, "/rosbag2_recorder/record", second).error_string, "");
  wait_for_subscription(*a);
  a->publish(text("2"));
  wait_for_kept(recorder, 1);
  recorder.stop();
  storage_.uri = folder_ / "second";
  EXPECT_THAT(read_bag().at("/a"), ElementsAre("2"));
  EXPECT_EQ(ask<srv::Record>(talker_, "/rosbag2_recorder/record", second).return_code, 1);
}

TEST_F(ControlTest, DiscoveryStopsAndGoesOn) {
  Recorder& recorder = record(all_topics());
  EXPECT_TRUE(ask_recorder<srv::IsDiscoveryRunning>("is_discovery_running").running);
  EXPECT_EQ(ask_recorder<srv::StartDiscovery>("start_discovery").return_code, 1);
  EXPECT_EQ(ask_recorder<srv::StopDiscovery>("stop_discovery").return_code, 0);
  EXPECT_EQ(ask_recorder<srv::StopDiscovery>("stop_discovery").return_code, 1);
  EXPECT_FALSE(ask_recorder<srv::IsDiscoveryRunning>("is_discovery_running").running);
  const auto a = publisher("/a");
  EXPECT_EQ(a->get_subscription_count(), 0u);
  EXPECT_EQ(ask_recorder<srv::StartDiscovery>("start_discovery").return_code, 0);
  wait_for_subscription(*a);
  EXPECT_TRUE(recorder.is_discovery_running());
}

TEST_F(ControlTest, APlayerSaysWhenItGoesOnInAnotherFileAndCallsBackForEachMessage) {
  write_options_.max_file_duration_ns = 4 * kStep;
  make_bag(7);
  std::vector<ReadSplitEvent> events;
  const auto splits = talker_->create_subscription<ReadSplitEvent>(
      "/events/read_split", 10, [&](const ReadSplitEvent& event) { events.push_back(event); });
  PlayOptions options;
  options.rate = 100.0F;
  options.disable_keyboard_controls = true;
  Player& plays = player(options);
  wait_until([&] { return splits->get_publisher_count() == 1; });
  std::vector<std::string> order;
  const auto before = plays.add_on_play_message_pre_callback(
      [&](const std::shared_ptr<rosbag2_storage::SerializedBagMessage>& message) {
        order.push_back("before " + message->topic_name);
      });
  const auto none = plays.add_on_play_message_post_callback(
      [&](const std::shared_ptr<rosbag2_storage::SerializedBagMessage>&) { order.clear(); });
  plays.add_on_play_message_post_callback(
      [&](const std::shared_ptr<rosbag2_storage::SerializedBagMessage>& message) {
        order.push_back("after " + std::to_string(message->recv_timestamp));
      });
  plays.delete_on_play_message_callback(none);
  EXPECT_NE(before, Player::invalid_callback_handle);
  plays.play();
  wait_until([&] { return events.size() == 1 && heard_.size() == 7; });
  plays.wait_for_playback_to_finish();
  EXPECT_THAT(events[0].closed_file, EndsWith("bag_0.mcap"));
  EXPECT_THAT(events[0].opened_file, EndsWith("bag_1.mcap"));
  ASSERT_EQ(order.size(), 14u);
  EXPECT_EQ(order[0], "before /a");
  EXPECT_EQ(order[1], "after " + std::to_string(kBegin));
}

TEST_F(ControlTest, SeveralBagsArePlayedAsOne) {
  make_bag(3);
  std::vector<rosbag2_storage::StorageOptions> bags{storage_};
  storage_.uri = folder_ / "second";
  make_bag(2);
  bags.push_back(storage_);
  PlayOptions options;
  options.disable_keyboard_controls = true;
  player_ = std::make_shared<Player>(bags, options);
  executor_->add_node(player_);
  hear();
  EXPECT_EQ(player_->get_all_storage_options().size(), 2u);
  player_->play();
  wait_for_heard(5);
  player_->wait_for_playback_to_finish();
  EXPECT_THAT(heard_, ElementsAre("0", "0", "1", "1", "2"));
}

PlayOptions options_of(const std::vector<rclcpp::Parameter>& parameters) {
  rclcpp::NodeOptions node_options;
  node_options.parameter_overrides(parameters);
  rclcpp::Node node("times", node_options);
  return rosbag2_transport::get_play_options_from_node_params(node);
}

TEST(PlayTimesTest, WithoutParametersAllIsPlayedAndNothingWaitedFor) {
  rclcpp::init(0, nullptr);
  const PlayOptions options = options_of({});
  EXPECT_EQ(options.playback_duration, rclcpp::Duration(-1, 0));
  EXPECT_EQ(options.playback_until_timestamp, -1);
  EXPECT_EQ(options.wait_acked_timeout, -1);
  rclcpp::shutdown();
}

TEST(PlayTimesTest, ATimeIsNegativeIfItsSecondsOrItsNanosecondsAre) {
  rclcpp::init(0, nullptr);
  const PlayOptions options = options_of({{"play.playback_until_timestamp.sec", -2},
                                          {"play.playback_until_timestamp.nsec", -500000000},
                                          {"play.playback_duration.sec", 0},
                                          {"play.playback_duration.nsec", -7},
                                          {"play.wait_acked_timeout.nsec", -999999999}});
  EXPECT_EQ(options.playback_until_timestamp, -2500000000);
  EXPECT_EQ(options.playback_duration.nanoseconds(), -7);
  EXPECT_EQ(options.wait_acked_timeout, -999999999);
  EXPECT_THROW(options_of({{"play.delay.nsec", 1000000000}}), std::invalid_argument);
  rclcpp::shutdown();
}

TEST(PlayTimesTest, SecondsAloneAreWhatWasMeant) {
  rclcpp::init(0, nullptr);
  const PlayOptions options =
      options_of({{"play.playback_until_timestamp.sec", 5}, {"play.wait_acked_timeout.sec", 2}});
  EXPECT_EQ(options.playback_until_timestamp, 5000000000);
  EXPECT_EQ(options.wait_acked_timeout, 2000);
  EXPECT_EQ(options_of({{"play.wait_acked_timeout.nsec", 1}}).wait_acked_timeout, 1);
  EXPECT_EQ(options_of({{"play.wait_acked_timeout.nsec", 0}}).wait_acked_timeout, 0);
  rclcpp::shutdown();
}

class ComponentTest : public BagRunning {
 protected:
  rclcpp_components::NodeInstanceWrapper load(const std::string& name,
                                              std::vector<rclcpp::Parameter> parameters) {
    parameters.emplace_back("storage.uri", storage_.uri);
    rclcpp::NodeOptions options;
    options.parameter_overrides(parameters);
    factories_.push_back(loader_.createInstance<rclcpp_components::NodeFactory>(
        "rclcpp_components::NodeFactoryTemplate<rosbag2_transport::" + name + ">"));
    auto made = factories_.back()->create_node_instance(options);
    executor_->add_node(made.get_node_base_interface());
    return made;
  }

 private:
  class_loader::ClassLoader loader_{TEST_BAG_COMPONENTS};
  std::vector<std::shared_ptr<rclcpp_components::NodeFactory>> factories_;
};

TEST_F(ComponentTest, WhatOneRecordsTheOtherPlays) {
  const auto a = publisher("/a");
  {
    const auto recorder = load("Recorder", {{"record.topics", std::vector<std::string>{"/a"}},
                                            {"record.topic_polling_interval", 5},
                                            {"record.disable_keyboard_controls", true}});
    wait_for_subscription(*a);
    a->publish(text("1"));
    executor_->spin_all(std::chrono::seconds(10));
  }
  EXPECT_THAT(read_bag().at("/a"), ElementsAre("1"));
  const auto heard_by = talker_->create_subscription<String>(
      "/renamed", 10, [&](const String& message) { heard_.push_back(message.data); });
  const auto player =
      load("Player", {{"play.topic_remapping_options", std::vector<std::string>{"/a:=/renamed"}},
                      {"play.start_paused", true},
                      {"play.disable_keyboard_controls", true}});
  wait_until([&] { return heard_by->get_publisher_count() == 1; });
  ask<srv::Resume>(talker_, "/rosbag2_player/resume", srv::Resume::Request());
  wait_until([&] { return !heard_.empty(); });
  EXPECT_THAT(heard_, ElementsAre("1"));
}

TEST_F(ComponentTest, AParameterThatCannotBeIsNamed) {
  try {
    load("Player", {{"play.rate", -1.0}});
    FAIL();
  } catch (const std::exception& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("play.rate"));
  }
}

}  // namespace
