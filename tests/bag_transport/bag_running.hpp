// What tests of recorders and players share: bags in a folder of their own, and who talks.
#ifndef BAG_RUNNING_HPP_
#define BAG_RUNNING_HPP_

#include <gmock/gmock.h>

#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bag/storage/bag_reader.h"
#include "bag/storage/bag_writer.h"
#include "rclcpp/serialization.hpp"
#include "rosbag2_transport/player.hpp"
#include "rosbag2_transport/recorder.hpp"
#include "running.hpp"
#include "std_msgs/msg/string.hpp"

namespace bag_test {

using rosbag2_transport::Player;
using rosbag2_transport::PlayOptions;
using rosbag2_transport::Recorder;
using rosbag2_transport::RecordOptions;
using std_msgs::msg::String;
namespace fs = std::filesystem;

inline String text(const std::string& of) {
  String message;
  message.data = of;
  return message;
}

// What a message of a bag says, if it is a String.
inline std::string text_of(ranvier::bag::Bytes bytes) {
  rclcpp::SerializedMessage serialized(bytes.size());
  auto& array = serialized.get_rcl_serialized_message();
  std::memcpy(array.buffer, bytes.data(), bytes.size());
  array.buffer_length = bytes.size();
  String message;
  rclcpp::Serialization<String>().deserialize_message(&serialized, &message);
  return message.data;
}

inline RecordOptions all_topics() {
  RecordOptions options;
  options.all_topics = true;
  options.topic_polling_interval = std::chrono::milliseconds(5);
  options.disable_keyboard_controls = true;
  options.exclude_regex = "rosout|parameter_events|events/";
  return options;
}

class BagRunning : public Running {
 protected:
  BagRunning() {
    std::string path = testing::TempDir() + "bags-XXXXXX";
    EXPECT_NE(::mkdtemp(path.data()), nullptr);
    folder_ = path;
    storage_.uri = folder_ / "bag";
    storage_.storage_id = "mcap";
    storage_.max_cache_size = 10'000'000;
    init();
    talker_ = node("talker");
  }
  ~BagRunning() override {
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
  void make_bag(int messages, const std::string& format = "cdr") {
    write_options_.uri = storage_.uri;
    auto bag = ranvier::bag::BagWriter::open(write_options_);
    ASSERT_TRUE(bag) << bag.error().what;
    ranvier::bag::Topic topic;
    topic.name = "/a";
    topic.type = "std_msgs/msg/String";
    topic.format = format;
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
  Player& player(const PlayOptions& options) {
    player_ = std::make_shared<Player>(storage_, options);
    executor_->add_node(player_);
    hear();
    return *player_;
  }
  void hear(const std::string& topic = "/a") {
    heard_by_ = talker_->create_subscription<String>(
        topic, rclcpp::QoS(1000).reliable(),
        [this](const String& message) { heard_.push_back(message.data); });
    wait_until([&] { return heard_by_->get_publisher_count() == 1; });
  }
  /// What the messages of each topic say; of topics with strings.
  std::map<std::string, std::vector<std::string>> read_bag() const {
    std::map<std::string, std::vector<std::string>> found;
    for_each_message([&](const std::string& topic, const ranvier::bag::MessageView& message) {
      found[topic].push_back(text_of(message.data));
    });
    return found;
  }
  /// When each message was received, ns.
  std::vector<std::int64_t> received_times() const {
    std::vector<std::int64_t> times;
    for_each_message([&](const std::string&, const ranvier::bag::MessageView& message) {
      times.push_back(message.received_ns);
    });
    return times;
  }
  template <class Function>
  void for_each_message(Function function) const {
    ranvier::bag::ReadOptions options;
    options.uri = storage_.uri;
    auto bag = ranvier::bag::BagReader::open(options);
    ASSERT_TRUE(bag) << bag.error().what;
    for (;;) {
      const auto message = (*bag)->next();
      ASSERT_TRUE(message);
      if (!*message) return;
      function((*bag)->topics()[(*message)->topic].topic.name, **message);
    }
  }

  static constexpr std::int64_t kBegin = 1'700'000'000'000'000'000;
  static constexpr std::int64_t kStep = 10'000'000;
  fs::path folder_;
  rosbag2_storage::StorageOptions storage_;
  ranvier::bag::WriteOptions write_options_;  // of make_bag()
  rclcpp::Node::SharedPtr talker_;
  std::shared_ptr<Recorder> recorder_;
  std::shared_ptr<Player> player_;
  rclcpp::Subscription<String>::SharedPtr heard_by_;
  std::vector<std::string> heard_;
};

}  // namespace bag_test

#endif  // BAG_RUNNING_HPP_
