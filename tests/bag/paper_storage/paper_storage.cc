// A storage as a package outside this tree would add it: lines of text, kept in memory.
#include <algorithm>
#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "pluginlib/class_list_macros.hpp"
#include "rosbag2_storage/ros_helper.hpp"
#include "rosbag2_storage/storage_interfaces/read_write_interface.hpp"

namespace paper_storage {

using rosbag2_storage::BagMetadata;
using rosbag2_storage::SerializedBagMessage;
using rosbag2_storage::storage_interfaces::IOFlag;

class PaperStorage final : public rosbag2_storage::storage_interfaces::ReadWriteInterface {
 public:
  ~PaperStorage() override {
    if (!writing_) {
      return;
    }
    std::ofstream file(path_);
    for (const auto& topic : topics_) {
      file << "topic " << topic.name << ' ' << topic.type << '\n';
    }
    for (const auto& each : messages_) {
      file << "message " << each->recv_timestamp << ' ' << each->topic_name;
      for (size_t i = 0; i < each->serialized_data->buffer_length; ++i) {
        file << ' ' << static_cast<int>(each->serialized_data->buffer[i]);
      }
      file << '\n';
    }
  }

  void open(const rosbag2_storage::StorageOptions& options, IOFlag flag) override {
    writing_ = flag == IOFlag::READ_WRITE;
    path_ = options.uri + (writing_ ? ".paper" : "");
    if (writing_) {
      return;
    }
    std::ifstream file(path_);
    if (!file) {
      throw std::runtime_error("there is no paper '" + path_ + "'");
    }
    for (std::string line; std::getline(file, line);) {
      read_line(line);
    }
  }

  BagMetadata get_metadata() override {
    BagMetadata metadata;
    metadata.storage_identifier = "paper";
    metadata.message_count = messages_.size();
    for (const auto& topic : topics_) {
      const auto count = std::count_if(messages_.begin(), messages_.end(), [&](const auto& each) {
        return each->topic_name == topic.name;
      });
      metadata.topics_with_message_count.push_back({topic, static_cast<size_t>(count)});
    }
    if (messages_.empty()) {
      return metadata;
    }
    using Time = decltype(metadata.starting_time);
    metadata.starting_time = Time(std::chrono::nanoseconds(messages_.front()->recv_timestamp));
    metadata.duration = std::chrono::nanoseconds(messages_.back()->recv_timestamp -
                                                 messages_.front()->recv_timestamp);
    return metadata;
  }
  std::string get_relative_file_path() const override { return path_; }
  uint64_t get_bagfile_size() const override { return messages_.size() * 10; }
  std::string get_storage_identifier() const override { return "paper"; }
  uint64_t get_minimum_split_file_size() const override { return 0; }

  bool set_read_order(const rosbag2_storage::ReadOrder& order) override { return !order.reverse; }
  bool has_next() override {
    const auto wanted = [this](const std::string& name) {
      const auto& names = filter_.topics;
      return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
    };
    while (next_ < messages_.size() && !wanted(messages_[next_]->topic_name)) {
      ++next_;
    }
    return next_ < messages_.size();
  }
  std::shared_ptr<SerializedBagMessage> read_next() override {
    return std::make_shared<SerializedBagMessage>(*messages_.at(next_++));
  }
  std::vector<rosbag2_storage::TopicMetadata> get_all_topics_and_types() override {
    return topics_;
  }
  void get_all_message_definitions(std::vector<rosbag2_storage::MessageDefinition>&) override {}
  void set_filter(const rosbag2_storage::StorageFilter& filter) override { filter_ = filter; }
  void reset_filter() override { filter_ = {}; }
  void seek(const rcutils_time_point_value_t& time) override {
    next_ = 0;
    while (next_ < messages_.size() && messages_[next_]->recv_timestamp < time) {
      ++next_;
    }
  }

  void write(std::shared_ptr<const SerializedBagMessage> message) override {
    if (message->topic_name == "/torn") {
      throw std::runtime_error("the paper is torn");
    }
    messages_.push_back(std::move(message));
  }
  void write(const std::vector<std::shared_ptr<const SerializedBagMessage>>& messages) override {
    for (const auto& each : messages) {
      write(each);
    }
  }
  void update_metadata(const BagMetadata&) override {}
  void create_topic(const rosbag2_storage::TopicMetadata& topic,
                    const rosbag2_storage::MessageDefinition&) override {
    topics_.push_back(topic);
  }
  void remove_topic(const rosbag2_storage::TopicMetadata&) override {}

 private:
  void read_line(const std::string& line) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "topic") {
      rosbag2_storage::TopicMetadata topic;
      words >> topic.name >> topic.type;
      topic.serialization_format = "cdr";
      topics_.push_back(topic);
      return;
    }
    const auto message = std::make_shared<SerializedBagMessage>();
    words >> message->recv_timestamp >> message->topic_name;
    message->send_timestamp = message->recv_timestamp;
    std::vector<uint8_t> bytes;
    for (int byte = 0; words >> byte;) {
      bytes.push_back(static_cast<uint8_t>(byte));
    }
    message->serialized_data = rosbag2_storage::make_serialized_message(bytes.data(), bytes.size());
    messages_.push_back(message);
  }

  bool writing_ = false;
  std::string path_;
  std::vector<rosbag2_storage::TopicMetadata> topics_;
  std::vector<std::shared_ptr<const SerializedBagMessage>> messages_;
  rosbag2_storage::StorageFilter filter_;
  size_t next_ = 0;
};

}  // namespace paper_storage

PLUGINLIB_EXPORT_CLASS(paper_storage::PaperStorage,
                       rosbag2_storage::storage_interfaces::ReadWriteInterface)
