// A recorder, a player and what they record and play, in one process.
#include <thread>

#include "bag_running.hpp"
#include "rosbag2_transport/topic_filter.hpp"
#include "rosgraph_msgs/msg/clock.hpp"

namespace {

using namespace bag_test;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

class TransportTest : public BagRunning {};

TEST_F(TransportTest, WhoStopsItWhileItStopsReturnsWhenTheBagIsComplete) {
  const auto a = publisher("/a");
  RecordOptions options = all_topics();
  options.compression_mode = "file";
  options.compression_format = "zstd";
  Recorder& recorder = record(options);
  wait_for_subscription(*a);
  for (int i = 0; i < 20; ++i) a->publish(text(std::string(1'000'000, 'a')));
  std::thread first([&] { recorder.stop(); });
  recorder.stop();
  EXPECT_TRUE(fs::exists(folder_ / "bag/metadata.yaml"));
  first.join();
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
  options.topics_to_filter = {"a"};  // in the namespace of the node
  EXPECT_EQ(std::make_shared<Player>(storage_, options)->get_publishers().size(), 1u);
  options.topics_to_filter.clear();
  options.services_to_filter = {"/s/_service_event"};  // says nothing of topics
  EXPECT_EQ(std::make_shared<Player>(storage_, options)->get_publishers().size(), 1u);
}

TEST_F(TransportTest, AFilterKnowsHiddenNamesAndTakesATypeThatIsNamedTwice) {
  RecordOptions options;
  options.all_topics = true;
  rosbag2_transport::TopicFilter filter(options, nullptr, true);
  const auto found = filter.filter_topics(
      {{"a", {"t/msg/T", "t/msg/T"}}, {"b", {"t/msg/T", "t/msg/S"}}, {"_hidden/c", {"t/msg/T"}}});
  EXPECT_EQ(found, (std::unordered_map<std::string, std::string>{{"a", "t/msg/T"}}));
}

TEST_F(TransportTest, NamesOfARecorderAreInTheNamespaceOfItsNode) {
  RecordOptions options = all_topics();
  options.exclude_topics = {"a"};
  options.services = {"add"};
  recorder_ = std::make_shared<Recorder>(storage_, options);
  EXPECT_FALSE(recorder_->is_paused());
  recorder_->toggle_paused();
  EXPECT_TRUE(recorder_->is_paused());
  recorder_->record();
  EXPECT_FALSE(recorder_->is_paused());  // as the options say
  EXPECT_THAT(recorder_->get_record_options().exclude_topics, ElementsAre("/a"));
  EXPECT_THAT(recorder_->get_record_options().services, ElementsAre("/add/_service_event"));
  recorder_->stop();
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
