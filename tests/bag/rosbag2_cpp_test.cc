// The classes of rosbag2 as users call them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <filesystem>
#include <stdexcept>
#include <thread>

#include "bag_folder.h"
#include "example_interfaces/msg/int32.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rosbag2_cpp/info.hpp"
#include "rosbag2_cpp/reader.hpp"
#include "rosbag2_cpp/reindexer.hpp"
#include "rosbag2_cpp/service_utils.hpp"
#include "rosbag2_cpp/typesupport_helpers.hpp"
#include "rosbag2_cpp/writer.hpp"
#include "rosbag2_cpp/writers/sequential_writer.hpp"
#include "rosbag2_storage/metadata_io.hpp"
#include "rosbag2_storage/ros_helper.hpp"
#include "std_msgs/msg/string.hpp"

namespace {

using bag_tests::words_of;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Bags : public ::testing::Test, protected bag_tests::BagFolder {
 protected:
  static std_msgs::msg::String text(const std::string& data) {
    std_msgs::msg::String message;
    message.data = data;
    return message;
  }
  /// Three texts of "/a" and two of "/b", received at 10, 20, ...
  void write(const rosbag2_storage::StorageOptions& options) {
    rosbag2_cpp::Writer writer;
    writer.open(options);
    for (int i = 0; i < 5; ++i) {
      writer.write(text(std::to_string(i)), i % 2 == 0 ? "/a" : "/b", rclcpp::Time(10 * (i + 1)));
    }
    writer.close();
  }
  static std::vector<std::string> rest_of(rosbag2_cpp::Reader& reader) {
    std::vector<std::string> texts;
    while (reader.has_next()) texts.push_back(reader.read_next<std_msgs::msg::String>().data);
    return texts;
  }
};

TEST_F(Bags, MessagesAreReadAsTheyWereWrittenInEveryStorage) {
  for (const char* storage : {"mcap", "sqlite3"}) {
    write(at(storage, storage));
    rosbag2_cpp::Reader reader;
    reader.open(in(storage));
    EXPECT_THAT(rest_of(reader), ElementsAre("0", "1", "2", "3", "4")) << storage;
    EXPECT_FALSE(reader.has_next());
    EXPECT_THAT(words_of([&] { reader.read_next(); }), HasSubstr("no further message"));
    const auto topics = reader.get_all_topics_and_types();
    ASSERT_EQ(topics.size(), 2U);
    EXPECT_EQ(topics[0].name, "/a");
    EXPECT_EQ(topics[0].type, "std_msgs/msg/String");
    EXPECT_EQ(topics[0].serialization_format, "cdr");
    std::vector<rosbag2_storage::MessageDefinition> definitions;
    reader.get_all_message_definitions(definitions);
    ASSERT_EQ(definitions.size(), 1U);
    EXPECT_EQ(definitions[0].topic_type, "std_msgs/msg/String");
    EXPECT_EQ(reader.get_metadata().storage_identifier, storage);
  }
}

// As the page "Recording a bag from a node" does.
TEST_F(Bags, BytesOfASubscriptionAreWrittenWithoutACreatedTopic) {
  const auto serialized = std::make_shared<rclcpp::SerializedMessage>();
  const auto message = text("hello");
  rclcpp::Serialization<std_msgs::msg::String>().serialize_message(&message, serialized.get());
  {
    rosbag2_cpp::Writer writer;
    writer.open(in("my_bag"));
    writer.write(serialized, "chatter", "std_msgs/msg/String", rclcpp::Time(7));
    writer.create_topic(
        {0u, "synthetic", "example_interfaces/msg/Int32", rmw_get_serialization_format(), {}, ""});
    example_interfaces::msg::Int32 number;
    number.data = 5;
    writer.write(number, "synthetic", rclcpp::Time(8));
  }
  rosbag2_cpp::Reader reader;
  reader.open(in("my_bag"));
  const auto first = reader.read_next();
  EXPECT_EQ(first->topic_name, "chatter");
  EXPECT_EQ(first->recv_timestamp, 7);
  EXPECT_EQ(first->serialized_data->buffer_length, serialized->size());
  EXPECT_EQ(reader.read_next<example_interfaces::msg::Int32>().data, 5);
}

TEST_F(Bags, OrdersFiltersAndSeeking) {
  write(at("bag"));
  rosbag2_cpp::Reader reader;
  reader.open(in("bag"));
  ASSERT_TRUE(reader.has_next());
  rosbag2_storage::StorageFilter filter;
  filter.regex = "/[b-z]";
  reader.set_filter(filter);
  EXPECT_THAT(rest_of(reader), ElementsAre("1", "3"));
  filter.regex.clear();
  filter.exclude_topics = {"/b"};
  reader.set_filter(filter);
  reader.seek(20);
  EXPECT_THAT(rest_of(reader), ElementsAre("2", "4"));
  reader.reset_filter();
  EXPECT_TRUE(reader.set_read_order({rosbag2_storage::ReadOrder::ReceivedTimestamp, true}));
  EXPECT_THAT(rest_of(reader), ElementsAre("4", "3", "2", "1", "0"));
  EXPECT_FALSE(reader.set_read_order({rosbag2_storage::ReadOrder::PublishedTimestamp, false}));
  EXPECT_FALSE(reader.set_read_order({rosbag2_storage::ReadOrder::File, true}));
  filter.regex = "(";
  EXPECT_THAT(words_of([&] { reader.set_filter(filter); }), HasSubstr("no regular expression"));
}

TEST_F(Bags, SplitsAreToldAndReindexingMakesTheMetadataAgain) {
  auto options = at("bag");
  options.custom_data = {{"robot", "r2"}};
  rosbag2_cpp::Writer writer;
  std::vector<std::string> opened;
  rosbag2_cpp::bag_events::WriterEventCallbacks callbacks;
  callbacks.write_split_callback = [&](rosbag2_cpp::bag_events::BagSplitInfo& info) {
    opened.push_back(info.opened_file);
  };
  writer.open(options);
  writer.add_event_callbacks(callbacks);
  writer.write(text("x"), "/a", rclcpp::Time(5));
  writer.split_bagfile();
  writer.write(text("y"), "/a", rclcpp::Time(15));
  writer.close();
  EXPECT_THAT(opened, ElementsAre(in("bag/bag_1.mcap"), ""));

  rosbag2_storage::MetadataIo io;
  const auto before = io.read_metadata(in("bag"));
  std::filesystem::remove(in("bag/metadata.yaml"));
  EXPECT_FALSE(io.metadata_file_exists(in("bag")));
  EXPECT_EQ(rosbag2_cpp::Info().read_metadata(in("bag")).message_count, 2U);
  rosbag2_cpp::Reindexer().reindex(options);
  EXPECT_EQ(io.serialize_metadata(io.read_metadata(in("bag"))), io.serialize_metadata(before));
  EXPECT_EQ(before.custom_data.at("robot"), "r2");
  EXPECT_GT(before.bag_size, 0U);
}

TEST_F(Bags, ACallbackOfASplitMayCloseItsWriter) {
  rosbag2_cpp::writers::SequentialWriter writer;
  int told = 0;
  rosbag2_cpp::bag_events::WriterEventCallbacks callbacks;
  callbacks.write_split_callback = [&](rosbag2_cpp::bag_events::BagSplitInfo&) {
    if (told++ == 0) writer.close();
  };
  writer.open(at("bag"), {});
  writer.add_event_callbacks(callbacks);
  writer.create_topic({0u, "/a", "std_msgs/msg/String", "cdr", {}, ""});
  const auto message = std::make_shared<rosbag2_storage::SerializedBagMessage>();
  message->serialized_data = rosbag2_storage::make_serialized_message("x", 1);
  message->topic_name = "/a";
  message->recv_timestamp = 5;
  writer.write(message);
  writer.split_bagfile();
  EXPECT_EQ(told, 2);  // of the split, and of the end
  EXPECT_EQ(rosbag2_cpp::Info().read_metadata(in("bag")).message_count, 1U);
}

TEST_F(Bags, AReaderTellsWhereTheNextFileBegins) {
  rosbag2_cpp::Writer writer;
  writer.open(in("bag"));
  for (int i = 0; i < 3; ++i) {
    writer.write(text("x"), "/a", rclcpp::Time(i + 1));
    writer.split_bagfile();
  }
  writer.close();
  rosbag2_cpp::Reader reader;
  std::vector<std::string> told;
  rosbag2_cpp::bag_events::ReaderEventCallbacks callbacks;
  callbacks.read_split_callback = [&](rosbag2_cpp::bag_events::BagSplitInfo& info) {
    told.push_back(info.closed_file + " " + info.opened_file);
  };
  reader.add_event_callbacks(callbacks);
  reader.open(in("bag"));
  EXPECT_EQ(rest_of(reader).size(), 3U);
  EXPECT_THAT(told, ElementsAre(in("bag/bag_0.mcap") + " " + in("bag/bag_1.mcap"),
                                in("bag/bag_1.mcap") + " " + in("bag/bag_2.mcap")));
}

TEST_F(Bags, AWriterThatGoesTellsNoSplitToWhatMayHaveGoneBefore) {
  int told = 0;
  {
    rosbag2_cpp::Writer writer;
    rosbag2_cpp::bag_events::WriterEventCallbacks callbacks;
    callbacks.write_split_callback = [&](rosbag2_cpp::bag_events::BagSplitInfo&) { ++told; };
    writer.open(at("bag"));
    writer.add_event_callbacks(callbacks);
    writer.write(text("x"), "/a", rclcpp::Time(5));
  }
  EXPECT_EQ(told, 0);
  EXPECT_EQ(rosbag2_cpp::Info().read_metadata(in("bag")).message_count, 1U);
}

TEST_F(Bags, CallbacksOfAnEventAreCalledInTheirOrderUntilTheyAreDeleted) {
  using rosbag2_cpp::bag_events::BagEvent;
  rosbag2_cpp::bag_events::EventCallbackManager manager;
  std::string called;
  const auto add = [&](BagEvent event, char letter) {
    manager.add_event_callback(
        [&called, letter](rosbag2_cpp::bag_events::BagSplitInfo& info) {
          called += letter + info.closed_file;
        },
        event);
  };
  add(BagEvent::WRITE_SPLIT, 'a');
  add(BagEvent::WRITE_SPLIT, 'b');
  EXPECT_FALSE(manager.has_callback_for_event(BagEvent::READ_SPLIT));
  add(BagEvent::READ_SPLIT, 'c');
  EXPECT_TRUE(manager.has_callback_for_event(BagEvent::READ_SPLIT));
  const auto info = std::make_shared<rosbag2_cpp::bag_events::BagSplitInfo>();
  info->closed_file = "1";
  manager.execute_callbacks(BagEvent::WRITE_SPLIT, info);
  manager.execute_callbacks(BagEvent::READ_SPLIT, info);
  manager.delete_all_callbacks();
  manager.execute_callbacks(BagEvent::READ_SPLIT, info);
  EXPECT_EQ(called, "a1b1c1");
}

TEST_F(Bags, ASnapshotWritesTheYoungestMessages) {
  auto options = at("bag");
  options.snapshot_mode = true;
  EXPECT_THAT(words_of([&] { rosbag2_cpp::Writer().open(options); }), HasSubstr("Give a size"));
  options.max_cache_size = 60;
  rosbag2_cpp::Writer writer;
  writer.open(options);
  for (int i = 0; i < 9; ++i) {
    writer.write(text(std::string(15, 'x') + std::to_string(i)), "/a", rclcpp::Time(i + 1));
  }
  EXPECT_TRUE(writer.take_snapshot());
  writer.close();
  rosbag2_cpp::Reader reader;
  reader.open(in("bag"));
  EXPECT_THAT(rest_of(reader), ElementsAre(HasSubstr("x7"), HasSubstr("x8")));
}

TEST_F(Bags, MessagesOutsideTheAskedTimesAreLeftOut) {
  auto options = at("bag");
  options.start_time_ns = 20;
  options.end_time_ns = 40;
  write(options);
  rosbag2_cpp::Reader reader;
  reader.open(in("bag"));
  EXPECT_THAT(rest_of(reader), ElementsAre("1", "2", "3"));
}

TEST_F(Bags, WhatCannotBeDoneIsSaid) {
  rosbag2_cpp::Writer writer;
  rosbag2_storage::SerializedBagMessage message;
  message.topic_name = "/a";
  message.serialized_data = rosbag2_storage::make_serialized_message("abcd", 4);
  const auto shared = std::make_shared<rosbag2_storage::SerializedBagMessage>(message);
  EXPECT_THAT(words_of([&] { writer.write(shared); }), HasSubstr("not open"));
  writer.open(in("bag"));
  EXPECT_THAT(words_of([&] { writer.write(shared); }),
              AllOf(HasSubstr("'/a'"), HasSubstr("create_topic()")));
  EXPECT_THAT(words_of([&] { writer.write(shared, "/b", "std_msgs/msg/String"); }),
              AllOf(HasSubstr("'/a'"), HasSubstr("'/b'")));
  EXPECT_THAT(words_of([&] { rosbag2_cpp::Writer().open(in("bag")); }),
              HasSubstr("already exists"));
  EXPECT_THAT(words_of([&] { rosbag2_cpp::Reader().open(in("none")); }), HasSubstr("none"));
  EXPECT_THAT(words_of([&] { rosbag2_cpp::Reader().has_next(); }), HasSubstr("not open"));
  EXPECT_THAT(words_of([&] { rosbag2_cpp::Writer().open(at("x"), {"cdr", "json"}); }),
              HasSubstr("'json'"));
  EXPECT_THAT(words_of([&] { rosbag2_cpp::Writer().open(at("x", "paper")); }),
              AllOf(HasSubstr("'paper'"), HasSubstr("mcap, sqlite3")));
}

TEST_F(Bags, AFilterByTopicsLeavesServiceEventsAndTheOtherWayRound) {
  const std::vector<std::string> names{"/a", "/b", "/s/_service_event", "/t/_service_event"};
  rosbag2_cpp::Writer writer;
  writer.open(in("bag"));
  for (const std::string& name : names) writer.write(text(name), name, rclcpp::Time(1));
  writer.close();
  rosbag2_cpp::Reader reader;
  reader.open(in("bag"));
  const auto read = [&](const rosbag2_storage::StorageFilter& filter) {
    reader.set_filter(filter);
    reader.seek(0);
    return rest_of(reader);
  };
  rosbag2_storage::StorageFilter filter;
  filter.topics = {"/b"};
  EXPECT_THAT(read(filter), ElementsAre(names[1], names[2], names[3]));
  filter.services_events = {names[2]};
  EXPECT_THAT(read(filter), ElementsAre(names[1], names[2]));
  filter.topics.clear();
  EXPECT_THAT(read(filter), ElementsAre(names[0], names[1], names[2]));
  filter.regex = "/a|/t.*";
  EXPECT_THAT(read(filter), ElementsAre(names[0], names[2], names[3]));
  filter.exclude_topics = {names[0], names[3]};  // the last is no topic
  EXPECT_THAT(read(filter), ElementsAre(names[2], names[3]));
}

TEST_F(Bags, MetadataIsReadWhateverStorageItNames) {
  rosbag2_storage::MetadataIo io;
  rosbag2_storage::BagMetadata metadata;
  metadata.storage_identifier = "paper";
  metadata.custom_data = {{"robot", "r2"}};
  std::filesystem::create_directory(in("bag"));
  io.write_metadata(in("bag"), metadata);
  const auto read = io.read_metadata(in("bag"));
  EXPECT_EQ(read.storage_identifier, "paper");
  EXPECT_EQ(read.custom_data, metadata.custom_data);
}

TEST_F(Bags, MetadataThatIsAPipeIsRefusedAndNotWaitedFor) {
  std::filesystem::create_directory(in("bag"));
  ASSERT_EQ(::mkfifo(in("bag/metadata.yaml").c_str(), 0600), 0);
  EXPECT_THROW(rosbag2_storage::MetadataIo().read_metadata(in("bag")), std::runtime_error);
}

TEST(Names, OfServicesAreEmptyForWhatIsNone) {
  using namespace rosbag2_cpp;
  EXPECT_EQ(service_event_topic_name_to_service_name("/add/_service_event"), "/add");
  EXPECT_EQ(service_event_topic_name_to_service_name("/add/service_event"), "");
  EXPECT_EQ(service_event_topic_type_to_service_type("p/srv/Add_Event"), "p/srv/Add");
  EXPECT_EQ(service_event_topic_type_to_service_type("p/Add_Event"), "");
  EXPECT_EQ(service_event_topic_type_to_service_type("p/srv/Event"), "");
}

TEST(Names, OfTypesClientsAndLibraries) {
  EXPECT_EQ(rosbag2_cpp::extract_type_identifier("std_msgs/msg/String"),
            std::make_tuple("std_msgs", "msg", "String"));
  const char* const kind = "rosidl_typesupport_cpp";
  const auto library = rosbag2_cpp::get_typesupport_library("std_msgs/msg/String", kind);
  EXPECT_NE(rosbag2_cpp::get_typesupport_handle("std_msgs/msg/String", kind, library), nullptr);
  EXPECT_THAT(words_of([&] {
                static_cast<void>(
                    rosbag2_cpp::get_typesupport_handle("std_msgs/msg/String", kind, nullptr));
              }),
              HasSubstr("no library is given"));
  std::array<std::uint8_t, 16> client{1, 2, 255}, other{1, 2, 254};
  EXPECT_EQ(rosbag2_cpp::client_id_to_string(client), "1-2-255-0-0-0-0-0-0-0-0-0-0-0-0-0");
  EXPECT_NE(rosbag2_cpp::client_id_hash()(client), rosbag2_cpp::client_id_hash()(other));
}

TEST_F(Bags, SeveralThreadsMayWriteAtOnce) {
  rosbag2_cpp::Writer writer;
  writer.open(in("bag"));
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&writer, i] {
      for (int k = 0; k < 50; ++k) {
        writer.write(text("x"), "/t" + std::to_string(i), rclcpp::Time(k + 1));
      }
    });
  }
  for (auto& thread : threads) thread.join();
  writer.close();
  EXPECT_EQ(rosbag2_cpp::Info().read_metadata(in("bag")).message_count, 200U);
}

}  // namespace
