#include "bag/storage/metadata.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "bag/storage/bag_folder.h"
#include "bag/storage/bag_reader.h"
#include "bag/storage/bag_testing.h"
#include "bag/storage/compression.h"

namespace ranvier::bag {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

BagMetadata full() {
  BagMetadata whole;
  whole.storage_id = "mcap";
  whole.start_ns = 1714558830123456789;
  whole.duration_ns = 4999999000;
  whole.messages = 10;
  whole.topics = {
      {{"/chatter", "std_msgs/msg/String", "cdr", "RIHS01_0", "- depth: 1\n  history: keep_last\n"},
       10},
      {{"/empty", "t/msg/T", "cdr", "", ""}, 0}};
  whole.compression_format = "zstd";
  whole.compression_mode = "FILE";
  whole.paths = {"b_0.mcap.zstd"};
  whole.files = {{"b_0.mcap.zstd", 1714558830123456789, 4999999000, 10}};
  whole.custom_data = {{"a key: with", "\"quotes\"\n- and lines"}, {"number", "1e3"}, {"no", ""}};
  whole.ros_distro = "jazzy";
  return whole;
}

TEST(MetadataTest, WhatIsWrittenIsRead) {
  const auto read = parse_metadata(to_yaml(full()), "test");
  ASSERT_TRUE(read) << read.error().what;
  EXPECT_EQ(*read, full());
  const auto empty = parse_metadata(to_yaml({}), "test");
  ASSERT_TRUE(empty) << empty.error().what;
  EXPECT_EQ(*empty, BagMetadata{});
}

TEST(MetadataTest, TheFirstVersionIsReadWithoutWhatCameLater) {
  const auto read = parse_metadata(
      "rosbag2_bagfile_information:\n  version: 1\n  storage_identifier: sqlite3\n"
      "  relative_file_paths:\n    - old/old_0.db3\n  duration:\n    nanoseconds: 7\n"
      "  starting_time:\n    nanoseconds_since_epoch: 5\n  message_count: 2\n"
      "  topics_with_message_count:\n    - topic_metadata:\n        name: /a\n        type: t/msg/T\n"
      "        serialization_format: cdr\n      message_count: 2\n",
      "test");
  ASSERT_TRUE(read) << read.error().what;
  EXPECT_EQ(read->version, 1);
  EXPECT_THAT(read->paths, ElementsAre("old/old_0.db3"));
  EXPECT_EQ(read->topics[0].topic.name, "/a");
  EXPECT_EQ(read->topics[0].topic.offered_qos, "");
}

TEST(MetadataTest, QosOfOldVersionsStaysTheTextThatItWas) {
  const auto read = parse_metadata(
      "rosbag2_bagfile_information:\n  version: 5\n  topics_with_message_count:\n"
      "    - topic_metadata:\n        name: /a\n        type: t/msg/T\n"
      "        serialization_format: cdr\n"
      "        offered_qos_profiles: \"- history: 3\\n  depth: 0\"\n      message_count: 2\n",
      "test");
  ASSERT_TRUE(read) << read.error().what;
  EXPECT_EQ(read->topics[0].topic.offered_qos, "- history: 3\n  depth: 0");
}

TEST(MetadataTest, AYoungerVersionIsReadAsFarAsItIsKnown) {
  const auto read = parse_metadata(
      "rosbag2_bagfile_information:\n  version: 12\n  new: {x: [1]}\n  message_count: 3\n", "test");
  ASSERT_TRUE(read) << read.error().what;
  EXPECT_EQ(read->messages, 3U);
}

TEST(MetadataTest, AnErrorNamesTheFileTheLineAndTheValue) {
  const auto read = parse_metadata(
      "rosbag2_bagfile_information:\n  version: 9\n  message_count: many\n", "metadata of bag 'b'");
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().what, AllOf(HasSubstr("bag 'b', line 3"), HasSubstr("'many'")));
}

TEST(BagFolderTest, FilesOfAnOldBagAreFoundWhereverItsFolderWent) {
  const TestFolder folder;
  const auto bag = BagWriter::open({.uri = folder.in("old")});
  ASSERT_TRUE(bag);
  ASSERT_TRUE((*bag)->close());
  BagMetadata old;
  old.storage_id = "mcap";
  old.paths = {"elsewhere/old/old_0.mcap"};
  ASSERT_TRUE(replace_file(folder.in("old/metadata.yaml"), to_yaml(old)));
  const auto found = find_bag(folder.in("old"), "");
  ASSERT_TRUE(found) << found.error().what;
  EXPECT_THAT(found->paths, ElementsAre(folder.in("old/old_0.mcap")));
}

TEST(BagFolderTest, FilesAreOrderedByTheirNumbersNotByTheirLetters) {
  const TestFolder folder;
  for (const auto* name : {"b_10.mcap", "b_9.mcap", "b_2.mcap.zstd", "b.mcap", "b_x.mcap"}) {
    ASSERT_TRUE(replace_file(folder.in(name), ""));
  }
  EXPECT_THAT(
      numbered_files(folder.path(), ".mcap"),
      ElementsAre(folder.in("b_2.mcap.zstd"), folder.in("b_9.mcap"), folder.in("b_10.mcap")));
}

TEST(BagFolderTest, AFileThatIsCompressedAsAWholeIsRead) {
  const TestFolder folder;
  for (const char* storage : {"mcap", "sqlite3"}) {
    const std::string uri = folder.in(storage);
    const auto bag = BagWriter::open({.uri = uri, .storage_id = storage});
    ASSERT_TRUE(bag);
    ASSERT_TRUE((*bag)->add_topic({"/a", "t/msg/T"}, {}));
    ASSERT_TRUE(write_text(**bag, 0, 5, std::string(300'000, 'x')));
    ASSERT_TRUE((*bag)->close());
    const std::string file = numbered_files(uri, storage[0] == 'm' ? ".mcap" : ".db3").front();
    ASSERT_TRUE(compress_file(file, file + ".zstd"));
    std::filesystem::remove(file);
    std::filesystem::remove(uri + "/metadata.yaml");
    auto read = BagReader::open({.uri = uri});
    ASSERT_TRUE(read) << read.error().what;
    EXPECT_EQ((*read)->metadata().compression_mode, "FILE");
    const auto message = (*read)->next();
    ASSERT_TRUE(message && *message);
    EXPECT_EQ((*message)->data.size(), 300'000U);
  }
}

}  // namespace
}  // namespace ranvier::bag
