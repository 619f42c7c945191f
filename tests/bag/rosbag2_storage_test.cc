// Storages as objects, services in bags, and bags out of bags, as users of rosbag2 call them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "bag_folder.h"
#include "rosbag2_cpp/info.hpp"
#include "rosbag2_cpp/message_definitions/local_message_definition_source.hpp"
#include "rosbag2_cpp/service_utils.hpp"
#include "rosbag2_storage/detail/name_expression.hpp"
#include "rosbag2_storage/ros_helper.hpp"
#include "rosbag2_storage/storage_factory.hpp"
#include "rosbag2_transport/bag_rewrite.hpp"
#include "rosbag2_transport/reader_writer_factory.hpp"

namespace {

using rosbag2_storage::SerializedBagMessage;
using rosbag2_storage::StorageOptions;
using ::testing::ElementsAre;

class Storages : public ::testing::TestWithParam<const char*>, protected bag_tests::BagFolder {
 protected:
  StorageOptions at(const std::string& name) const { return BagFolder::at(name, GetParam()); }
  static std::shared_ptr<SerializedBagMessage> message(const std::string& topic, int64_t time) {
    auto made = std::make_shared<SerializedBagMessage>();
    made->topic_name = topic;
    made->recv_timestamp = time;
    const std::string text = std::to_string(time);
    made->serialized_data = rosbag2_storage::make_serialized_message(text.data(), text.size());
    return made;
  }
  static std::vector<int64_t> rest_of(
      rosbag2_storage::storage_interfaces::ReadOnlyInterface& file) {
    std::vector<int64_t> times;
    while (file.has_next()) times.push_back(file.read_next()->recv_timestamp);
    return times;
  }
  /// A file with messages of "/a" and "/b" in turn, at 10, 20, ... 60. @return its path.
  std::string write_file() {
    const auto file = factory_.open_read_write(at("file_0"));
    for (const char* name : {"/a", "/b"}) {
      rosbag2_storage::TopicMetadata topic;
      topic.name = name;
      topic.type = "t/msg/T";
      topic.serialization_format = "cdr";
      file->create_topic(topic, {"t/msg/T", "ros2msg", "int32 a\n", ""});
    }
    std::vector<std::shared_ptr<const SerializedBagMessage>> messages;
    for (int i = 1; i <= 5; ++i) messages.push_back(message(i % 2 == 1 ? "/a" : "/b", i * 10));
    file->write(messages);
    file->write(message("/b", 60));
    EXPECT_THROW(file->write(message("/c", 1)), std::runtime_error);
    file->update_metadata(file->get_metadata());
    return file->get_relative_file_path();
  }

  rosbag2_storage::StorageFactory factory_;
};

TEST_P(Storages, AFileIsWrittenAndReadAsAnObject) {
  const std::string path = write_file();
  StorageOptions options = at("");
  options.uri = path;
  options.storage_id = "";  // by its extension
  const auto file = factory_.open_read_only(options);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->get_storage_identifier(), GetParam());
  EXPECT_EQ(file->get_bagfile_size(), std::filesystem::file_size(path));
  EXPECT_EQ(file->get_metadata().message_count, 6U);
  EXPECT_EQ(file->get_all_topics_and_types().size(), 2U);
  std::vector<rosbag2_storage::MessageDefinition> definitions;
  file->get_all_message_definitions(definitions);
  ASSERT_EQ(definitions.size(), 1U);
  EXPECT_EQ(definitions[0].encoded_message_definition, "int32 a\n");
  EXPECT_THAT(rest_of(*file), ElementsAre(10, 20, 30, 40, 50, 60));
  file->seek(35);
  rosbag2_storage::StorageFilter filter;
  filter.topics = {"/b"};
  file->set_filter(filter);
  EXPECT_THAT(rest_of(*file), ElementsAre(40, 60));
  file->reset_filter();
  rosbag2_storage::ReadOrder order;
  order.reverse = true;
  ASSERT_TRUE(file->set_read_order(order));
  EXPECT_THAT(rest_of(*file), ElementsAre(60, 50, 40, 30, 20, 10));
  order.sort_by = rosbag2_storage::ReadOrder::PublishedTimestamp;
  EXPECT_FALSE(file->set_read_order(order));
}

TEST_P(Storages, WhatCannotBeOpenedIsNull) {
  EXPECT_EQ(factory_.open_read_only(at("nowhere")), nullptr);
  write_file();
  EXPECT_EQ(factory_.open_read_write(at("file_0")), nullptr);  // it is there
  StorageOptions unknown = at("file_1");
  unknown.storage_id = "stone";
  EXPECT_EQ(factory_.open_read_write(unknown), nullptr);
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, Storages, ::testing::Values("mcap", "sqlite3"),
                         [](const auto& info) { return std::string(info.param); });

class Rewritten : public Storages {};
INSTANTIATE_TEST_SUITE_P(Mcap, Rewritten, ::testing::Values("mcap"));

TEST_P(Rewritten, BagsAndTheirServicesComeOutOfBags) {
  const std::string events = "/add/_service_event";
  {
    const auto writer = rosbag2_transport::ReaderWriterFactory::make_writer({});
    writer->open(at("bag"));
    writer->write(message("/a", 10), "/a", "t/msg/T");
    writer->write(message(events, 20), events, "t/srv/Add_Event");
    writer->write(message("/b", 30), "/b", "t/msg/T");
  }
  rosbag2_transport::RecordOptions some;
  some.topics = {"/b"};
  some.services = {"/add"};
  uint64_t told = 0;
  rosbag2_transport::bag_rewrite({at("bag")}, {{at("some"), some}},
                                 [&](uint64_t, uint64_t all) { told = all; });
  const auto reader = rosbag2_transport::ReaderWriterFactory::make_reader(at("some"));
  reader->open(at("some"));
  std::vector<std::string> topics;
  while (reader->has_next()) topics.push_back(reader->read_next()->topic_name);
  EXPECT_THAT(topics, ElementsAre(events, "/b"));
  EXPECT_EQ(told, 0U);  // so few are done at once
  const auto services = rosbag2_cpp::Info().read_service_info(at("some").uri);
  ASSERT_EQ(services.size(), 1U);
  EXPECT_EQ(services[0]->name, "/add");
  EXPECT_EQ(services[0]->type, "t/srv/Add");
  EXPECT_EQ(services[0]->request_count, 0U);  // two digits are no event
}

TEST_P(Rewritten, AModeOfCompressionThatIsNoneIsRefused) {
  rosbag2_transport::RecordOptions options;
  options.compression_mode = "paper";
  EXPECT_THROW(static_cast<void>(rosbag2_transport::ReaderWriterFactory::make_writer(options)),
               std::runtime_error);
}

TEST(NameExpression, DescribesNamesOfTheLengthThatRosAllowsAndNoOthers) {
  const rosbag2_storage::detail::NameExpression expression("(/a|.)*");
  EXPECT_TRUE(expression.matches("/a/b"));
  EXPECT_TRUE(expression.is_found_in("/a/b"));
  EXPECT_FALSE(expression.matches(std::string(100'000, 'a')));  // no stack would do
  EXPECT_FALSE(expression.is_found_in(std::string(100'000, 'a')));
  EXPECT_FALSE(rosbag2_storage::detail::NameExpression("").matches("/a"));
}

TEST(ServiceUtils, NamesOfServicesAndOfTheirEvents) {
  EXPECT_TRUE(rosbag2_cpp::is_service_event_topic("/a/_service_event", "t/srv/A_Event"));
  EXPECT_FALSE(rosbag2_cpp::is_service_event_topic("/a/_service_event", "t/msg/A_Event"));
  EXPECT_FALSE(rosbag2_cpp::is_service_event_topic("/a", "t/srv/A_Event"));
  EXPECT_EQ(rosbag2_cpp::service_event_topic_name_to_service_name("/a/_service_event"), "/a");
  EXPECT_EQ(rosbag2_cpp::service_event_topic_type_to_service_type("t/srv/A_Event"), "t/srv/A");
  EXPECT_EQ(rosbag2_cpp::service_name_to_service_event_topic_name("/a"), "/a/_service_event");
  EXPECT_EQ(rosbag2_cpp::service_name_to_service_event_topic_name(""), "");
}

}  // namespace
