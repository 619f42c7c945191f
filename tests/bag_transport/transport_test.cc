// A recorder, a player and what they record and play, in one process.
#include <gmock/gmock.h>

#include <filesystem>
#include <map>

#include "bag/storage/bag_reader.h"
#include "bag/storage/bag_writer.h"
#include "rclcpp/serialization.hpp"
#include "rosbag2_interfaces/srv/is_paused.hpp"
#include "rosbag2_interfaces/srv/pause.hpp"
#include "rosbag2_transport/player.hpp"
#include "rosbag2_transport/recorder.hpp"
#include "rosgraph_msgs/msg/clock.hpp"
#include "running.hpp"
#include "std_msgs/msg/string.hpp"

namespace {

using rosbag2_transport::Player;
using rosbag2_transport::PlayOptions;
using rosbag2_transport::Recorder;
using rosbag2_transport::RecordOptions;
using std_msgs::msg::String;
using testing::ElementsAre;
using testing::Pair;
using testing::UnorderedElementsAre;
namespace fs = std::filesystem;
namespace srv = rosbag2_interfaces::srv;

String text(const std::string& of) {
  String message;
  message.data = of;
  return message;
}

// What a message of a bag says, if it is a String.
std::string text_of(ranvier::bag::Bytes bytes) {
  rclcpp::SerializedMessage serialized(bytes.size());
  auto& array = serialized.get_rcl_serialized_message();
  std::memcpy(array.buffer, bytes.data(), bytes.size());
  array.buffer_length = bytes.size();
  String message;
  rclcpp::Serialization<String>().deserialize_message(&serialized, &message);
  return message.data;
}

class TransportTest : public Running {
 protected:
  TransportTest() {
    std::string path = testing::TempDir() + "bags-XXXXXX";
    EXPECT_NE(::mkdtemp(path.data()), nullptr);
    folder_ = path;
    storage_.uri = folder_ / "bag";
    storage_.storage_id = "mcap";
    storage_.max_cache_size = 10'000'000;
    init();
    talker_ = node("talker");
  }
  ~TransportTest() override {
    player_.reset();
    recorder_.reset();
    fs::remove_all(folder_);
  }

  Recorder& record(const RecordOptions& options) {
    recorder_ = std::make_shared<Recorder>(storage_, options);
    recorder_->record();
    executor_->add_node(recorder_);
    return *recorder_;
  }
  rclcpp::Publisher<String>::SharedPtr publisher(const std::string& topic,
                                                 const rclcpp::QoS& qos = 100) {
    return talker_->create_publisher<String>(topic, qos);
  }
  void wait_for_subscription(const rclcpp::PublisherBase& to) {
    wait_until([&] { return to.get_subscription_count() == 1; });
  }
  // A bag with messages "0", "1" ... of /a, 10 ms from one to the next, in a new process's time.
  void make_bag(int messages) {
    auto bag = ranvier::bag::BagWriter::open(write_options());
    ASSERT_TRUE(bag) << bag.error().what;
    ranvier::bag::Topic topic;
    topic.name = "/a";
    topic.type = "std_msgs/msg/String";
    const auto id = (*bag)->add_topic(topic, {});
    ASSERT_TRUE(id);
    for (int i = 0; i < messages; ++i) {
      rclcpp::SerializedMessage bytes;
      const String message = text(std::to_string(i));
      rclcpp::Serialization<String>().serialize_message(&message, &bytes);
      const auto& array = bytes.get_rcl_serialized_message();
      const ranvier::bag::Bytes part(reinterpret_cast<const std::byte*>(array.buffer),
                                     array.buffer_length);
      const ranvier::bag::BagMessage one{*id, kBegin + i * kStep, kBegin, std::span(&part, 1)};
      ASSERT_TRUE((*bag)->write(std::span(&one, 1)));
    }
    ASSERT_TRUE((*bag)->close());
  }
  ranvier::bag::WriteOptions write_options() const {
    ranvier::bag::WriteOptions options;
    options.uri = storage_.uri;
    return options;
  }
  Player& player(const PlayOptions& options) {
    player_ = std::make_shared<Player>(storage_, options);
    executor_->add_node(player_);
    heard_by_ = talker_->create_subscription<String>(
        "/a", rclcpp::QoS(1000).reliable(),
        [this](const String& message) { heard_.push_back(message.data); });
    wait_until([&] { return heard_by_->get_publisher_count() == 1; });
    return *player_;
  }
  std::map<std::string, std::vector<std::string>> read_bag() const {
    ranvier::bag::ReadOptions options;
    options.uri = storage_.uri;
    auto bag = ranvier::bag::BagReader::open(options);
    EXPECT_TRUE(bag) << bag.error().what;
    std::map<std::string, std::vector<std::string>> found;
    for (;;) {
      const auto message = (*bag)->next();
      EXPECT_TRUE(message);
      if (!message || !*message) return found;
      found[(*bag)->topics()[(*message)->topic].topic.name].push_back(text_of((*message)->data));
    }
  }

  static constexpr std::int64_t kBegin = 1'700'000'000'000'000'000;
  static constexpr std::int64_t kStep = 10'000'000;
  fs::path folder_;
  rosbag2_storage::StorageOptions storage_;
  rclcpp::Node::SharedPtr talker_;
  std::shared_ptr<Recorder> recorder_;
  std::shared_ptr<Player> player_;
  rclcpp::Subscription<String>::SharedPtr heard_by_;
  std::vector<std::string> heard_;
};

RecordOptions all_topics() {
  RecordOptions options;
  options.all_topics = true;
  options.topic_polling_interval = std::chrono::milliseconds(5);
  options.disable_keyboard_controls = true;
  options.exclude_regex = "rosout|parameter_events|events/";
  return options;
}

TEST_F(TransportTest, WhatIsPublishedIsInTheBagInOrder) {
  Recorder& recorder = record(all_topics());
  const auto a = publisher("/a"), b = publisher("/b");
  wait_for_subscription(*a);
  wait_for_subscription(*b);
  std::vector<std::string> sent;
  for (int i = 0; i < 200; ++i) {
    sent.push_back(std::to_string(i));
    a->publish(text(sent.back()));
    if (i % 2 == 0) b->publish(text("b"));
    executor_->spin_some();
  }
  wait_until([&] {
    const auto kept = recorder.kept_messages();
    return kept.at("/a") == 200 && kept.at("/b") == 100;
  });
  recorder.stop();
  const auto found = read_bag();
  EXPECT_EQ(found.at("/a"), sent);
  EXPECT_EQ(found.at("/b").size(), 100u);
  EXPECT_TRUE(recorder.lost_messages().empty());
}

TEST_F(TransportTest, ABagHasTheQosOfItsPublishersAndTheHashOfTheirType) {
  const auto a = publisher("/a", rclcpp::QoS(7).transient_local());
  a->publish(text("before"));
  Recorder& recorder = record(all_topics());
  wait_until([&] {
    const auto kept = recorder.kept_messages();
    return kept.count("/a") == 1 && kept.at("/a") == 1;
  });
  recorder.stop();
  ranvier::bag::ReadOptions options;
  options.uri = storage_.uri;
  const auto bag = ranvier::bag::BagReader::open(options);
  ASSERT_TRUE(bag);
  const auto& topic = (*bag)->topics().at(0).topic;
  EXPECT_EQ(topic.type, "std_msgs/msg/String");
  EXPECT_EQ(topic.type_hash.rfind("RIHS01_", 0), 0u) << topic.type_hash;
  EXPECT_NE(topic.offered_qos.find("durability: transient_local"), std::string::npos)
      << topic.offered_qos;
}

TEST_F(TransportTest, WithoutRoomWhatIsKeptAndWhatIsLostAreAllThatWasPublished) {
  storage_.max_cache_size = 1;
  RecordOptions options = all_topics();
  Recorder& recorder = record(options);
  const auto a = publisher("/a");
  wait_for_subscription(*a);
  constexpr std::uint64_t kMessages = 2'000;
  const String large = text(std::string(20'000, 'x'));
  for (std::uint64_t i = 0; i < kMessages; ++i) {
    a->publish(large);
    if (i % 150 == 0) executor_->spin_some();  // more come than the depth of its subscription
  }
  const auto total = [&] {
    const auto lost = recorder.lost_messages();
    const auto found = lost.find("/a");
    return recorder.kept_messages().at("/a") + (found == lost.end() ? 0 : found->second);
  };
  wait_until([&] { return total() == kMessages; });
  recorder.stop();
  EXPECT_EQ(total(), kMessages);
  EXPECT_GT(recorder.lost_messages().at("/a"), 0u);
  EXPECT_EQ(read_bag().at("/a").size(), recorder.kept_messages().at("/a"));
}

TEST_F(TransportTest, ChoosesTopicsByNameTypeExpressionAndExclusion) {
  RecordOptions options = all_topics();
  options.all_topics = false;
  options.topics = {"named"};
  options.topic_types = {"rosgraph_msgs/msg/Clock"};
  options.regex = "^/wanted";
  options.exclude_topics = {"/wanted_not"};
  Recorder& recorder = record(options);
  std::vector<rclcpp::PublisherBase::SharedPtr> publishers;
  for (const char* topic : {"/named", "/wanted_1", "/wanted_not", "/other", "/wanted/_hidden"}) {
    publishers.push_back(publisher(topic));
  }
  publishers.push_back(talker_->create_publisher<rosgraph_msgs::msg::Clock>("/ticks", 1));
  wait_until([&] { return recorder.kept_messages().size() == 3; });
  publishers.push_back(publisher("/wanted_2"));
  wait_until([&] { return recorder.kept_messages().size() == 4; });
  recorder.stop();
  std::vector<std::string> names;
  for (const auto& [topic, kept] : recorder.kept_messages()) names.push_back(topic);
  EXPECT_THAT(names, UnorderedElementsAre("/named", "/ticks", "/wanted_1", "/wanted_2"));
}

TEST_F(TransportTest, ItsServicesPauseIt) {
  Recorder& recorder = record(all_topics());
  ask<srv::Pause>(talker_, "/rosbag2_recorder/pause", srv::Pause::Request());
  EXPECT_TRUE(recorder.is_paused());
  EXPECT_TRUE(
      ask<srv::IsPaused>(talker_, "/rosbag2_recorder/is_paused", srv::IsPaused::Request()).paused);
}

TEST_F(TransportTest, ABagThatIsThereAlreadyIsRefusedInWords) {
  fs::create_directory(storage_.uri);
  const auto recorder = std::make_shared<Recorder>(storage_, all_topics());
  try {
    recorder->record();
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(storage_.uri));
  }
}

TEST_F(TransportTest, PlaysEachMessageOnceInOrder) {
  make_bag(50);
  PlayOptions options;
  options.rate = 10.0F;
  Player& plays = player(options);
  EXPECT_TRUE(plays.play());
  wait_until([&] { return heard_.size() == 50; });
  EXPECT_TRUE(plays.wait_for_playback_to_finish());
  for (int i = 0; i < 50; ++i) EXPECT_EQ(heard_[static_cast<std::size_t>(i)], std::to_string(i));
}

TEST_F(TransportTest, NoMessageIsPlayedBeforeItIsDue) {
  make_bag(20);
  Player& plays = player({});
  const auto begin = std::chrono::steady_clock::now();
  plays.play();
  plays.wait_for_playback_to_finish();
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::nanoseconds(19 * kStep));
}

TEST_F(TransportTest, PausedItPlaysWhatIsAskedForAndGoesOnFromThere) {
  make_bag(10);
  PlayOptions options;
  options.start_paused = true;
  Player& plays = player(options);
  plays.play();
  EXPECT_TRUE(plays.play_next());
  EXPECT_EQ(plays.burst(3), 3u);
  wait_until([&] { return heard_.size() == 4; });
  plays.seek(kBegin + 8 * kStep);
  EXPECT_TRUE(plays.play_next());
  wait_until([&] { return heard_.size() == 5; });
  EXPECT_EQ(heard_.back(), "8");
  plays.resume();
  EXPECT_FALSE(plays.play_next());  // it is not paused
  plays.wait_for_playback_to_finish();
  wait_until([&] { return heard_.size() == 6; });
  EXPECT_THAT(heard_, ElementsAre("0", "1", "2", "3", "8", "9"));
}

TEST_F(TransportTest, PlaysFromAnOffsetUntilATime) {
  make_bag(20);
  PlayOptions options;
  options.start_offset = 5 * kStep;
  options.playback_until_timestamp = kBegin + 8 * kStep;
  player(options).play();
  wait_until([&] { return heard_.size() == 4; });
  player_->wait_for_playback_to_finish();
  EXPECT_THAT(heard_, ElementsAre("5", "6", "7", "8"));
}

TEST_F(TransportTest, LoopsUntilItIsStopped) {
  make_bag(3);
  PlayOptions options;
  options.loop = true;
  options.rate = 100.0F;
  Player& plays = player(options);
  plays.play();
  EXPECT_FALSE(plays.play());  // it plays
  wait_until([&] { return heard_.size() >= 7; });
  plays.stop();
  EXPECT_TRUE(plays.wait_for_playback_to_finish());
  EXPECT_EQ(heard_[3], "0");
}

TEST_F(TransportTest, PublishesTheTimeOfTheBag) {
  make_bag(5);
  std::vector<std::int64_t> times;
  const auto clock = talker_->create_subscription<rosgraph_msgs::msg::Clock>(
      "/clock", rclcpp::ClockQoS().keep_last(100), [&](const rosgraph_msgs::msg::Clock& message) {
        times.push_back(rclcpp::Time(message.clock).nanoseconds());
      });
  PlayOptions options;
  options.clock_publish_on_topic_publish = true;
  Player& plays = player(options);
  wait_until([&] { return clock->get_publisher_count() == 1; });
  plays.play();
  wait_until([&] { return times.size() == 5; });
  for (int i = 0; i < 5; ++i) EXPECT_EQ(times[static_cast<std::size_t>(i)], kBegin + i * kStep);
}

TEST_F(TransportTest, TopicsAreRenamedAndLeftOut) {
  make_bag(3);
  PlayOptions options;
  options.topic_remapping_options = {"/a:=/renamed"};
  const auto plays = std::make_shared<Player>(storage_, options);
  ASSERT_EQ(plays->get_publishers().size(), 1u);
  EXPECT_STREQ(plays->get_publishers().at("/a")->get_topic_name(), "/renamed");
  options.topics_to_filter = {"/other"};
  EXPECT_TRUE(std::make_shared<Player>(storage_, options)->get_publishers().empty());
}

TEST_F(TransportTest, ABagThatIsNotThereIsNamed) {
  try {
    (void)std::make_shared<Player>(storage_, PlayOptions());
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(storage_.uri));
  }
}

}  // namespace
