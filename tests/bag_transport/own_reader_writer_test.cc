// Recorders and players that are given a writer or a reader: of rosbag2_cpp's, or of a user's class.
#include <array>
#include <mutex>

#include "bag_running.hpp"
#include "rosbag2_cpp/reader.hpp"
#include "rosbag2_cpp/writer.hpp"
#include "rosbag2_interfaces/msg/read_split_event.hpp"
#include "rosbag2_interfaces/msg/write_split_event.hpp"
#include "rosbag2_storage/ros_helper.hpp"
#include "rosbag2_transport/reader_writer_factory.hpp"

namespace {

using namespace bag_test;
using rosbag2_cpp::bag_events::BagEvent;
using rosbag2_cpp::bag_events::BagSplitInfo;
using rosbag2_cpp::bag_events::EventCallbackManager;
using rosbag2_storage::SerializedBagMessage;
using testing::ElementsAre;
using testing::HasSubstr;
using Message = std::shared_ptr<const SerializedBagMessage>;

std::string text_of(const SerializedBagMessage& message) {
  const auto& bytes = *message.serialized_data;
  return bag_test::text_of(
      ranvier::bag::Bytes(reinterpret_cast<const std::byte*>(bytes.buffer), bytes.buffer_length));
}

std::shared_ptr<BagSplitInfo> split(const std::string& closed, const std::string& opened) {
  const auto info = std::make_shared<BagSplitInfo>();
  info->closed_file = closed;
  info->opened_file = opened;
  return info;
}

// What a Recorder has done to its writer. Threads: any.
struct Written {
  std::mutex mutex;
  std::vector<std::string> calls;
  std::vector<Message> messages;

  void call(const std::string& name) {
    const std::lock_guard lock(mutex);
    calls.push_back(name);
  }
  std::size_t count() {
    const std::lock_guard lock(mutex);
    return messages.size();
  }
};

class WriterOfAUser : public rosbag2_cpp::writer_interfaces::BaseWriterInterface {
 public:
  explicit WriterOfAUser(std::shared_ptr<Written> written) : written_(std::move(written)) {}
  void open(const rosbag2_storage::StorageOptions& options,
            const rosbag2_cpp::ConverterOptions&) override {
    written_->call("open " + fs::path(options.uri).filename().string());
  }
  void close() override { written_->call("close"); }
  void create_topic(const rosbag2_storage::TopicMetadata&) override {}
  void create_topic(const rosbag2_storage::TopicMetadata& topic,
                    const rosbag2_storage::MessageDefinition& definition) override {
    written_->call("create " + topic.name + ' ' + definition.topic_type + ' ' +
                   definition.encoding + ' ' + topic.serialization_format);
  }
  void remove_topic(const rosbag2_storage::TopicMetadata&) override {}
  void write(Message message) override {
    if (text_of(*message) == "refused") throw std::runtime_error("the user's disk is full");
    const std::lock_guard lock(written_->mutex);
    written_->messages.push_back(std::move(message));
  }
  bool take_snapshot() override {
    written_->call("snapshot");
    return true;
  }
  void split_bagfile() override {
    written_->call("split");
    callbacks_.execute_callbacks(BagEvent::WRITE_SPLIT, split("one", "two"));
  }
  void add_event_callbacks(const rosbag2_cpp::bag_events::WriterEventCallbacks& added) override {
    callbacks_.add_event_callback(added.write_split_callback, BagEvent::WRITE_SPLIT);
  }

 private:
  const std::shared_ptr<Written> written_;
  EventCallbackManager callbacks_;
};

class ReaderOfAUser : public rosbag2_cpp::reader_interfaces::BaseReaderInterface {
 public:
  void open(const rosbag2_storage::StorageOptions&, const rosbag2_cpp::ConverterOptions&) override {
    metadata_.starting_time += std::chrono::nanoseconds(100);
  }
  void close() override {}
  bool set_read_order(const rosbag2_storage::ReadOrder&) override { return true; }
  bool has_next() override { return next_ < 6; }
  // "0", "1" ... of /a and of a topic that nobody has named, by turns; the second file from "3" on.
  std::shared_ptr<SerializedBagMessage> read_next() override {
    if (next_ == 3) callbacks_.execute_callbacks(BagEvent::READ_SPLIT, split("one", "two"));
    rclcpp::SerializedMessage bytes;
    const String message = text(std::to_string(next_));
    rclcpp::Serialization<String>().serialize_message(&message, &bytes);
    const auto& array = bytes.get_rcl_serialized_message();
    const auto made = std::make_shared<SerializedBagMessage>();
    made->topic_name = next_ == 2 ? "/unknown" : next_ == 4 ? "/b" : "/a";
    made->recv_timestamp = 100 + next_;
    made->serialized_data =
        rosbag2_storage::make_serialized_message(array.buffer, array.buffer_length);
    ++next_;
    return made;
  }
  const rosbag2_storage::BagMetadata& get_metadata() const override { return metadata_; }
  std::vector<rosbag2_storage::TopicMetadata> get_all_topics_and_types() const override {
    return {{0, "/a", "std_msgs/msg/String", "cdr", {}, ""},
            {1, "/b", "std_msgs/msg/String", "what it converts", {}, ""}};
  }
  void get_all_message_definitions(std::vector<rosbag2_storage::MessageDefinition>&) override {}
  void set_filter(const rosbag2_storage::StorageFilter&) override {}
  void reset_filter() override {}
  void seek(const rcutils_time_point_value_t& time) override {
    if (time == kRefused) throw std::runtime_error("the user's disk is gone");
    next_ = std::max<std::int64_t>(0, time - 100);
  }
  void add_event_callbacks(const rosbag2_cpp::bag_events::ReaderEventCallbacks& added) override {
    callbacks_.add_event_callback(added.read_split_callback, BagEvent::READ_SPLIT);
  }
  static constexpr std::int64_t kRefused = 105;

 private:
  rosbag2_storage::BagMetadata metadata_;
  std::int64_t next_ = 0;
  EventCallbackManager callbacks_;
};

class OwnReaderWriterTest : public BagRunning {
 protected:
  Recorder& record_by(std::shared_ptr<rosbag2_cpp::Writer> writer,
                      const RecordOptions& options = all_topics()) {
    recorder_ = std::make_shared<Recorder>(std::move(writer), storage_, options);
    recorder_->record();
    executor_->add_node(recorder_);
    return *recorder_;
  }
  Player& play_by(std::unique_ptr<rosbag2_cpp::Reader> reader, const PlayOptions& options,
                  const std::string& heard = "/a") {
    player_ = std::make_shared<Player>(std::move(reader), storage_, options);
    executor_->add_node(player_);
    hear(heard);
    return *player_;
  }
  static PlayOptions quiet() {
    PlayOptions options;
    options.disable_keyboard_controls = true;
    return options;
  }
};

TEST_F(OwnReaderWriterTest, ARecorderWritesThroughTheWriterOfAUser) {
  const auto written = std::make_shared<Written>();
  const auto writer =
      std::make_shared<rosbag2_cpp::Writer>(std::make_unique<WriterOfAUser>(written));
  Recorder& recorder = record_by(writer);
  EXPECT_EQ(&recorder.get_writer_handle(), writer.get());
  std::vector<std::string> splits;
  const auto heard = talker_->create_subscription<rosbag2_interfaces::msg::WriteSplitEvent>(
      "/events/write_split", 10, [&](const rosbag2_interfaces::msg::WriteSplitEvent& event) {
        splits.push_back(event.closed_file + ' ' + event.opened_file + ' ' + event.node_name);
      });
  const auto a = publisher("/a");
  wait_for_subscription(*a);
  wait_until([&] { return heard->get_publisher_count() == 1; });
  for (int i = 0; i < 20; ++i) a->publish(text(std::to_string(i)));
  wait_until([&] { return written->count() == 20; });
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_EQ(text_of(*written->messages[i]), std::to_string(i));
    EXPECT_EQ(written->messages[i]->topic_name, "/a");
    EXPECT_GT(written->messages[i]->recv_timestamp, kBegin);
  }
  EXPECT_TRUE(recorder.take_snapshot());
  writer->split_bagfile();
  wait_until([&] { return splits.size() == 1; });
  EXPECT_EQ(splits.front(), "one two /rosbag2_recorder");
  recorder.stop();
  EXPECT_THAT(written->calls, ElementsAre("open bag", "create /a std_msgs/msg/String ros2msg cdr",
                                          "snapshot", "split", "close"));
  EXPECT_EQ(recorder.kept_messages().at("/a"), 20u);
}

TEST_F(OwnReaderWriterTest, TheWriterOfAUserIsToldTheFormatThatTheBagIsToHave) {
  const auto written = std::make_shared<Written>();
  RecordOptions options = all_topics();
  options.rmw_serialization_format = "another";
  Recorder& recorder = record_by(
      std::make_shared<rosbag2_cpp::Writer>(std::make_unique<WriterOfAUser>(written)), options);
  const auto a = publisher("/a");
  wait_for_subscription(*a);
  recorder.stop();
  EXPECT_THAT(written->calls, testing::Contains("create /a std_msgs/msg/String ros2msg another"));
}

TEST_F(OwnReaderWriterTest, WhatTheWriterOfAUserThrowsEndsTheRecordingInItsWords) {
  const auto written = std::make_shared<Written>();
  Recorder& recorder =
      record_by(std::make_shared<rosbag2_cpp::Writer>(std::make_unique<WriterOfAUser>(written)));
  const auto a = publisher("/a");
  wait_for_subscription(*a);
  a->publish(text("kept"));
  a->publish(text("refused"));
  wait_until([&] { return !recorder.failure().empty(); });
  EXPECT_EQ(recorder.failure(), "the user's disk is full");
  EXPECT_THROW(recorder.stop(), std::runtime_error);
  EXPECT_EQ(recorder.kept_messages().at("/a"), 1u);
  EXPECT_EQ(recorder.lost_messages().at("/a"), 1u);
}

TEST_F(OwnReaderWriterTest, AWriterOfTheFactoryMakesABagAsTheRecorderDoes) {
  RecordOptions options = all_topics();
  options.compression_mode = "file";
  options.compression_format = "zstd";
  Recorder& recorder = record_by(rosbag2_transport::ReaderWriterFactory::make_writer(options));
  const auto a = publisher("/a");
  wait_for_subscription(*a);
  a->publish(text("x"));
  wait_until([&] {
    const auto kept = recorder.kept_messages();
    return kept.count("/a") == 1 && kept.at("/a") == 1;
  });
  recorder.stop();
  EXPECT_TRUE(fs::exists(folder_ / "bag/bag_0.mcap.zstd"));
  EXPECT_THAT(read_bag().at("/a"), ElementsAre("x"));
}

TEST_F(OwnReaderWriterTest, ARecorderWithoutAWriterHasNone) {
  Recorder& recorder = record(all_topics());
  try {
    recorder.get_writer_handle();
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("was given none"));
  }
}

TEST(TypeHashTest, IsWhatAllPublishersThatGiveOneAgreeOn) {
  using rosbag2_transport::type_description_hash_for_topic;
  rosidl_type_hash_t one = rosidl_get_zero_initialized_type_hash(), other = one;
  one.version = other.version = 1;
  one.value[0] = 0xab;
  const auto publisher_with = [](const rosidl_type_hash_t& hash) {
    return rclcpp::TopicEndpointInfo(rclcpp::EndpointType::Publisher, "node", "/", "t/msg/T", hash,
                                     {}, rclcpp::QoS(1));
  };
  const auto silent = publisher_with(rosidl_get_zero_initialized_type_hash());
  const std::string text = "RIHS01_ab" + std::string(62, '0');
  EXPECT_EQ(rosbag2_transport::type_hash_to_string(one), text);
  EXPECT_EQ(type_description_hash_for_topic({silent, publisher_with(one), publisher_with(one)}),
            text);
  EXPECT_EQ(type_description_hash_for_topic({publisher_with(one), publisher_with(other)}), "");
  EXPECT_EQ(type_description_hash_for_topic({silent}), "");
  other.version = 2;
  EXPECT_EQ(rosbag2_transport::type_hash_to_string(other), "");
}

TEST_F(OwnReaderWriterTest, APlayerPlaysWhatTheReaderOfAUserGives) {
  PlayOptions options = quiet();
  options.exclude_topics_to_filter = {"/b"};
  Player& player =
      play_by(std::make_unique<rosbag2_cpp::Reader>(std::make_unique<ReaderOfAUser>()), options);
  std::vector<std::string> splits;
  const auto heard = talker_->create_subscription<rosbag2_interfaces::msg::ReadSplitEvent>(
      "/events/read_split", 10, [&](const rosbag2_interfaces::msg::ReadSplitEvent& event) {
        splits.push_back(event.closed_file + ' ' + event.opened_file);
      });
  wait_until([&] { return heard->get_publisher_count() == 1; });
  ASSERT_TRUE(player.play());
  wait_until([&] { return heard_.size() == 4 && splits.size() == 1; });
  EXPECT_THAT(heard_, ElementsAre("0", "1", "3", "5"));
  EXPECT_EQ(splits.front(), "one two");
  EXPECT_TRUE(player.wait_for_playback_to_finish());
  EXPECT_EQ(player.failure(), "");
}

TEST_F(OwnReaderWriterTest, WhatTheReaderOfAUserThrowsEndsThePlayingInItsWords) {
  PlayOptions options = quiet();
  options.start_offset = ReaderOfAUser::kRefused - 100;
  Player& player =
      play_by(std::make_unique<rosbag2_cpp::Reader>(std::make_unique<ReaderOfAUser>()), options);
  ASSERT_TRUE(player.play());
  EXPECT_TRUE(player.wait_for_playback_to_finish());
  EXPECT_EQ(player.failure(), "the user's disk is gone");
}

TEST_F(OwnReaderWriterTest, AReaderOfTheFactoryPlaysABagAsThePlayerDoes) {
  make_bag(5);
  Player& player = play_by(rosbag2_transport::ReaderWriterFactory::make_reader(storage_), quiet());
  ASSERT_TRUE(player.play());
  wait_until([&] { return heard_.size() == 5; });
  EXPECT_THAT(heard_, ElementsAre("0", "1", "2", "3", "4"));
  EXPECT_THROW(Player(std::unique_ptr<rosbag2_cpp::Reader>(), storage_, quiet()),
               std::runtime_error);
}

// A filter sorts the names of topics and services by the names alone.
TEST_F(OwnReaderWriterTest, ATopicThatIsCalledAsServicesEventsIsPlayedBesideThem) {
  write_options_.uri = storage_.uri;
  auto bag = *ranvier::bag::BagWriter::open(write_options_);
  const std::vector<std::pair<std::string, std::string>> topics{
      {"/a/_service_event", "std_msgs/msg/String"},
      {"/b/_service_event", "example_interfaces/srv/AddTwoInts_Event"}};
  const std::array<std::byte, 8> bytes{std::byte{0}, std::byte{1}};
  const ranvier::bag::Bytes part(bytes);
  for (const auto& [name, type] : topics) {
    const ranvier::bag::BagMessage one{*bag->add_topic({name, type}, {}), kBegin, kBegin,
                                       std::span(&part, 1)};
    ASSERT_TRUE(bag->write(std::span(&one, 1)));
  }
  ASSERT_TRUE(bag->close());
  Player& player = play_by(rosbag2_transport::ReaderWriterFactory::make_reader(storage_), quiet(),
                           topics[0].first);
  std::vector<std::string> played;
  player.add_on_play_message_pre_callback(
      [&](Message message) { played.push_back(message->topic_name); });
  ASSERT_TRUE(player.play());
  EXPECT_TRUE(player.wait_for_playback_to_finish(std::chrono::seconds(20)));
  EXPECT_THAT(played, testing::UnorderedElementsAre(topics[0].first, topics[1].first));
}

}  // namespace
