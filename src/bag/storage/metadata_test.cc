#include "bag/storage/metadata.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "bag/storage/bag_folder.h"
#include "bag/storage/bag_names.h"
#include "bag/storage/bag_reader.h"
#include "bag/storage/bag_testing.h"
#include "bag/storage/compression.h"
#include "ranvier/node/yaml_tree.h"
#include "ranvier/os/text_file.h"

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

TEST(MetadataTest, ATextOfSeveralLinesInAQosStaysOne) {
  const auto read = parse_metadata(
      "rosbag2_bagfile_information:\n  version: 9\n  topics_with_message_count:\n"
      "    - topic_metadata:\n        name: /a\n        type: t/msg/T\n"
      "        serialization_format: cdr\n        offered_qos_profiles:\n"
      "          - note: |\n              a: b\n              - c\n            depth: 1\n"
      "      message_count: 2\n",
      "test");
  ASSERT_TRUE(read) << read.error().what;
  const auto again = parse_metadata(to_yaml(*read), "test");
  ASSERT_TRUE(again) << again.error().what;
  const auto qos = parse_yaml(again->topics[0].topic.offered_qos, "test");
  ASSERT_TRUE(qos) << qos.error().what;
  EXPECT_EQ(qos->items.at(0).entries.at(0).value.text, "a: b\n- c\n");
  EXPECT_EQ(qos->items.at(0).entries.at(1).value.text, "1");
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

/// Files that this process has open in temporary folders.
std::size_t unpacked_files() {
  std::size_t count = 0;
  for (const auto& each : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    const std::string path = std::filesystem::read_symlink(each.path(), gone).string();
    count += path.find("ranvier_bag_") != std::string::npos && path.ends_with("(deleted)");
  }
  return count;
}

TEST(BagFolderTest, OfManyCompressedFilesOneAtATimeIsUnpacked) {
  const TestFolder folder;
  const auto bag = BagWriter::open({.uri = folder.in("bag"), .max_file_duration_ns = 1});
  ASSERT_TRUE(bag);
  ASSERT_TRUE((*bag)->add_topic({"/a", "t/msg/T"}, {}));
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(write_text(**bag, 0, 10 * i, "text"));
  ASSERT_TRUE((*bag)->close());
  for (const std::string& file : numbered_files(folder.in("bag"), ".mcap")) {
    ASSERT_TRUE(compress_file(file, file + ".zstd"));
    std::filesystem::remove(file);
  }
  std::filesystem::remove(folder.in("bag/metadata.yaml"));
  auto read = BagReader::open({.uri = folder.in("bag")});
  ASSERT_TRUE(read) << read.error().what;
  EXPECT_EQ(unpacked_files(), 1U);
  EXPECT_EQ(texts_of(**read).size(), 4U);
  EXPECT_EQ(unpacked_files(), 0U);
}

TEST(BagFolderTest, AFrameThatFillsABufferExactlyIsWhole) {
  const TestFolder folder;
  for (const std::size_t size : {131'071, 131'072, 131'591, 131'592, 263'182, 262'144}) {
    const std::string name = folder.in(std::to_string(size));
    const std::string text(size, 'x');
    std::ofstream(name, std::ios::binary) << text;
    const auto packed = compress_file(name, name + ".zstd");
    ASSERT_TRUE(packed) << packed.error().what;
    const auto unpacked = decompress_file(name + ".zstd", name + ".plain");
    ASSERT_TRUE(unpacked) << size << ": " << unpacked.error().what;
    EXPECT_TRUE(text_of_file(name + ".plain") == text) << size;
  }
}

TEST(BagFolderTest, APipeInABagIsRefusedAndNotWaitedFor) {
  const TestFolder folder;
  ASSERT_EQ(::mkfifo(folder.in("bag_0.mcap").c_str(), 0600), 0);
  const auto file = BagReader::open({.uri = folder.in("bag_0.mcap")});
  ASSERT_FALSE(file);
  EXPECT_THAT(file.error().what, HasSubstr("no plain file"));
  ASSERT_EQ(::mkfifo(folder.in("metadata.yaml").c_str(), 0600), 0);
  const auto bag = BagReader::open({.uri = folder.path()});
  ASSERT_FALSE(bag);
  EXPECT_THAT(bag.error().what, HasSubstr("no plain file"));
}

TEST(BagFolderTest, WithoutAFolderForTemporaryFilesNothingIsUnpacked) {
  const TestFolder folder;
  std::ofstream(folder.in("bag_0.mcap"), std::ios::binary) << "text";
  ASSERT_TRUE(compress_file(folder.in("bag_0.mcap"), folder.in("bag_0.mcap.zstd")));
  const char* before = std::getenv("TMPDIR");
  const std::string kept = before ? before : "";
  ::setenv("TMPDIR", folder.in("none").c_str(), 1);
  const auto refused = BagReader::open({.uri = folder.in("bag_0.mcap.zstd")});
  before ? ::setenv("TMPDIR", kept.c_str(), 1) : ::unsetenv("TMPDIR");
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().what, HasSubstr("Set TMPDIR"));
}

TEST(MetadataTest, TheCopyInAFileHasNoKeyAboveItAndIsRead) {
  BagMetadata metadata;
  metadata.storage_id = "sqlite3";
  metadata.messages = 7;
  const std::string note = to_note(metadata);
  EXPECT_EQ(note.rfind("version: 9\nstorage_identifier: sqlite3\n", 0), 0U) << note;
  const auto read = parse_metadata(note, "test");
  ASSERT_TRUE(read) << read.error().what;
  EXPECT_EQ(read->storage_id, "sqlite3");
  EXPECT_EQ(read->messages, 7U);
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
