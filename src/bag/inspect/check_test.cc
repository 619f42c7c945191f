#include "bag/inspect/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "bag/inspect/usage.h"
#include "bag/storage/bag_folder.h"
#include "bag/storage/bag_reader.h"
#include "bag/storage/bag_testing.h"

namespace ranvier::bag {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::int64_t kPeriod = 10'000'000;

/// Messages `first` to `last` of "/a" at times of kPeriod, in files of `per_file` messages.
void write_bag(const std::string& path, int count, int per_file, int hole = -1) {
  const auto bag = BagWriter::open({.uri = path});
  ASSERT_TRUE(bag) << bag.error().what;
  const auto topic = (*bag)->add_topic({"/a", "t/msg/A"}, {});
  for (int i = 0; i < count; ++i) {
    if (i == hole) i += 20;
    ASSERT_TRUE(write_text(**bag, *topic, i * kPeriod, "message"));
    if (i % per_file != per_file - 1) continue;
    ASSERT_TRUE((*bag)->split());
  }
  ASSERT_TRUE((*bag)->close({{*topic, 3}}));
}

BagCheck checked(const std::string& path) {
  auto check = check_bag({path});
  EXPECT_TRUE(check) << check.error().what;
  return check ? *check : BagCheck{};
}

TEST(CheckTest, OfASoundBagItTellsThePeriodWhatWasLostAndNoFault) {
  const TestFolder folder;
  write_bag(folder.in("bag"), 100, 40);
  const BagCheck check = checked(folder.in("bag"));
  EXPECT_THAT(check.faults, IsEmpty());
  ASSERT_EQ(check.topics.size(), 1U);
  EXPECT_EQ(check.topics[0].messages, 100U);
  EXPECT_EQ(check.topics[0].period_ns, kPeriod);
  EXPECT_EQ(check.topics[0].lost, 3U);
  EXPECT_THAT(check.topics[0].gaps, IsEmpty());
  EXPECT_THAT(check_text(check), AllOf(HasSubstr("Period: 0.010000000s | Lost: 3"),
                                       HasSubstr("Nothing is damaged or missing.")));
}

TEST(CheckTest, TimesThatAreNotThoseOfTheMessagesAreAFault) {
  const TestFolder folder;
  write_bag(folder.in("bag"), 100, 40);
  auto metadata = metadata_in(folder.in("bag"));
  ASSERT_TRUE(metadata);
  metadata->start_ns += kPeriod;
  ASSERT_TRUE(replace_file(folder.in("bag/metadata.yaml"), to_yaml(*metadata)));
  EXPECT_THAT(checked(folder.in("bag")).faults,
              ElementsAre(AllOf(HasSubstr("says that it begins at"), HasSubstr("(0.010000000)"),
                                HasSubstr("begin at"), HasSubstr("(0.000000000)"))));
}

TEST(CheckTest, ATimeWithoutMessagesIsAGap) {
  const TestFolder folder;
  write_bag(folder.in("bag"), 100, 1000, 50);
  const BagCheck check = checked(folder.in("bag"));
  ASSERT_EQ(check.topics[0].gaps.size(), 1U);
  EXPECT_EQ(check.topics[0].gaps[0].begin_ns, 49 * kPeriod);
  EXPECT_EQ(check.topics[0].gaps[0].length_ns, 21 * kPeriod);
  EXPECT_THAT(check_text(check), HasSubstr("gap of 0.210000000s after "));
}

TEST(CheckTest, AFileThatIsGoneIsMissingWithItsMessages) {
  const TestFolder folder;
  write_bag(folder.in("bag"), 100, 40);
  std::filesystem::remove(folder.in("bag/bag_1.mcap"));
  EXPECT_THAT(checked(folder.in("bag")).faults,
              AllOf(Contains(HasSubstr("bag_1.mcap")),
                    Contains(AllOf(HasSubstr("'/a'"), HasSubstr("100 messages"),
                                   HasSubstr("60 can be read"), HasSubstr("ros2 bag reindex")))));
}

TEST(CheckTest, AFileThatMetadataDoesNotNameIsTold) {
  const TestFolder folder;
  write_bag(folder.in("bag"), 10, 1000);
  std::filesystem::copy_file(folder.in("bag/bag_0.mcap"), folder.in("bag/bag_7.mcap"));
  EXPECT_THAT(checked(folder.in("bag")).faults,
              ElementsAre(AllOf(HasSubstr("bag_7.mcap"), HasSubstr("reindex"))));
}

TEST(CheckTest, ABagWithoutMetadataIsToldTheRemedy) {
  const TestFolder folder;
  write_bag(folder.in("bag"), 10, 1000);
  std::filesystem::remove(folder.in("bag/metadata.yaml"));
  EXPECT_THAT(checked(folder.in("bag")).faults, ElementsAre(HasSubstr("`ros2 bag reindex`")));
}

TEST(CheckTest, AChunkWithAnotherCrcIsToldByItsPlace) {
  const TestFolder folder;
  std::ofstream(folder.in("config.yaml")) << "noChunkCRC: false\n";
  WriteOptions options{.uri = folder.in("bag")};
  options.settings.config = folder.in("config.yaml");
  {
    const auto bag = BagWriter::open(options);
    ASSERT_TRUE(bag);
    const auto topic = (*bag)->add_topic({"/a", "t/msg/A"}, {});
    ASSERT_TRUE(write_text(**bag, *topic, 1, "a message to be damaged"));
  }
  {
    std::fstream file(folder.in("bag/bag_0.mcap"), std::ios::in | std::ios::out | std::ios::binary);
    std::string bytes(std::istreambuf_iterator<char>(file), {});
    file.clear();
    file.seekp(static_cast<std::streamoff>(bytes.find("damaged")));
    file << 'D';
  }
  EXPECT_THAT(
      checked(folder.in("bag")).faults,
      Contains(AllOf(HasSubstr("bag_0.mcap"), HasSubstr("chunk at byte "), HasSubstr("CRC"))));
}

TEST(CheckTest, WhatIsNoBagIsAnError) {
  const auto refused = check_bag({"/nowhere"});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().what, HasSubstr("/nowhere"));
}

/// An event of a service, as CDR: its type, the client and the number of the call.
std::string event(std::uint8_t type, char client, std::int64_t number, bool little = true) {
  std::string bytes(4 + 40, '\0');
  bytes[1] = little ? 1 : 0;
  bytes[4] = static_cast<char>(type);
  bytes[4 + 12] = client;
  for (std::size_t i = 0; i < 8; ++i) {
    bytes[4 + 32 + (little ? i : 7 - i)] = static_cast<char>(number >> (8 * i));
  }
  return bytes;
}

TEST(UsageTest, ACallCountsOnceWhoeverTellsOfIt) {
  const TestFolder folder;
  {
    const auto bag = BagWriter::open({.uri = folder.in("bag")});
    ASSERT_TRUE(bag);
    const auto topic = (*bag)->add_topic({"/add/_service_event", "e/srv/Add_Event"}, {});
    const auto other = (*bag)->add_topic({"/a", "t/msg/A"}, {});
    const std::string events[] = {event(0, 'a', 1),          event(1, 'a', 1), event(1, 'b', 1),
                                  event(1, 'a', 300, false), event(2, 'a', 1), "short"};
    for (const std::string& each : events) ASSERT_TRUE(write_text(**bag, *topic, 1, each));
    ASSERT_TRUE(write_text(**bag, *other, 1, "12345"));
  }
  const auto opened = BagReader::open({.uri = folder.in("bag")});
  ASSERT_TRUE(opened);
  const auto usage = read_usage(**opened, true);
  ASSERT_TRUE(usage);
  EXPECT_EQ(usage->at("/add/_service_event").requests, 3U);
  EXPECT_EQ(usage->at("/add/_service_event").responses, 1U);
  EXPECT_EQ(usage->at("/a").bytes, 5U);
}

}  // namespace
}  // namespace ranvier::bag
