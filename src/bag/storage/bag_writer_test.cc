#include "bag/storage/bag_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "bag/storage/bag_testing.h"
#include "ranvier/os/text_file.h"

namespace ranvier::bag {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::unique_ptr<BagWriter> open_bag(const WriteOptions& options) {
  auto opened = BagWriter::open(options);
  EXPECT_TRUE(opened) << opened.error().what;
  return opened ? *std::move(opened) : nullptr;
}

TEST(BagWriterTest, AFolderThatExistsIsNeverOverwritten) {
  const TestFolder folder;
  const auto refused = BagWriter::open({.uri = folder.path()});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kAlreadyExists);
  EXPECT_THAT(refused.error().what, AllOf(HasSubstr(folder.path()), HasSubstr("Choose another")));
}

TEST(BagWriterTest, FilesThatAreTooSmallAreRefusedBeforeAFolderIsMade) {
  const TestFolder folder;
  const auto refused = BagWriter::open({.uri = folder.in("bag"), .max_file_size = 1023});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().what, HasSubstr("at least 1024"));
  EXPECT_FALSE(std::filesystem::exists(folder.in("bag")));
}

TEST(BagWriterTest, AMessageOfATopicThatNobodyAddedIsRefusedAndTheBagGoesOn) {
  const TestFolder folder;
  const auto bag = open_bag({.uri = folder.in("bag")});
  EXPECT_FALSE(write_text(*bag, 0, 1, "lost"));
  ASSERT_TRUE(bag->add_topic({"/a", "t/msg/T"}, {}));
  EXPECT_TRUE(write_text(*bag, 0, 1, "kept"));
  const auto closed = bag->close();
  ASSERT_TRUE(closed);
  EXPECT_EQ(closed->messages, 1U);
}

TEST(BagWriterTest, AFileEndsBeforeTheMessageThatIsTooLate) {
  const TestFolder folder;
  const auto bag = open_bag({.uri = folder.in("bag"), .max_file_duration_ns = 10});
  std::vector<std::string> opened;
  bag->on_split([&](const BagWriter::Split& split) { opened.push_back(split.opened); });
  ASSERT_TRUE(bag->add_topic({"/a", "t/msg/T"}, {}));
  for (const std::int64_t time : {100, 109, 110, 115, 131})
    EXPECT_TRUE(write_text(*bag, 0, time, "x"));
  const auto closed = bag->close();
  ASSERT_TRUE(closed);
  EXPECT_EQ(closed->files,
            (std::vector<FileInfo>{
                {"bag_0.mcap", 100, 9, 2}, {"bag_1.mcap", 110, 5, 2}, {"bag_2.mcap", 131, 0, 1}}));
  EXPECT_EQ(opened,
            (std::vector<std::string>{folder.in("bag/bag_1.mcap"), folder.in("bag/bag_2.mcap")}));
  EXPECT_EQ(closed->start_ns, 100);
  EXPECT_EQ(closed->duration_ns, 31);
}

TEST(BagWriterTest, AFileThatWasPreparedAndNotNeededIsRemoved) {
  const TestFolder folder;
  const auto bag = open_bag({.uri = folder.in("bag"), .max_file_duration_ns = 10});
  ASSERT_TRUE(bag->add_topic({"/a", "t/msg/T"}, {}));
  for (const std::int64_t time : {100, 109}) EXPECT_TRUE(write_text(*bag, 0, time, "x"));
  ASSERT_TRUE(bag->close());
  EXPECT_FALSE(std::filesystem::exists(folder.in("bag/bag_1.mcap")));
}

TEST(BagWriterTest, WhatWasLostIsSaidByTopic) {
  const TestFolder folder;
  const auto bag = open_bag({.uri = folder.in("bag"), .custom_data = {{"robot", "r2"}}});
  ASSERT_TRUE(bag->add_topic({"/a", "t/msg/T"}, {}));
  ASSERT_TRUE(bag->add_topic({"/b", "t/msg/T"}, {}));
  ASSERT_TRUE(bag->close({{0, 3}, {1, 4}}, {{"site", "hall"}}));
  const std::string yaml = text_of_file(folder.in("bag/metadata.yaml"));
  EXPECT_THAT(yaml, AllOf(HasSubstr("lost_messages: \"7\""), HasSubstr("lost_messages /a: \"3\""),
                          HasSubstr("lost_messages /b: \"4\""), HasSubstr("robot: r2"),
                          HasSubstr("site: hall")));
}

}  // namespace
}  // namespace ranvier::bag
