#include "bag/inspect/info_text.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>

namespace ranvier::bag {
namespace {

/// In UTC: times are printed by local time.
class InfoTextTest : public ::testing::Test {
 protected:
  InfoTextTest() {
    ::setenv("TZ", "UTC", 1);
    ::tzset();
  }
};

BagMetadata chatter() {
  BagMetadata bag;
  bag.storage_id = "mcap";
  bag.ros_distro = "jazzy";
  bag.paths = {"b_0.mcap"};
  bag.size = 12'288;
  bag.start_ns = 1'714'558'830'123'456'789;
  bag.duration_ns = 4'999'999'000;
  bag.messages = 10;
  bag.topics = {{{"/chatter", "std_msgs/msg/String"}, 10}};
  return bag;
}

BagMetadata with_services() {
  BagMetadata bag = chatter();
  bag.paths.push_back("b_1.mcap");
  bag.topics.push_back({{"/add/_service_event", "e/srv/Add_Event"}, 4});
  bag.topics.push_back({{"/a", "t/msg/Z"}, 7});
  bag.topics.push_back({{"/B/_service_event", "e/srv/Add_Event"}, 0});
  bag.messages = 21;
  return bag;
}

TEST_F(InfoTextTest, IsThatOfRosbag2ByteForByte) {
  EXPECT_EQ(info_text(chatter(), {}),
            "\n"
            "Files:             b_0.mcap\n"
            "Bag size:          12.0 KiB\n"
            "Storage id:        mcap\n"
            "ROS Distro:        jazzy\n"
            "Duration:          4.999999000s\n"
            "Start:             May  1 2024 10:20:30.123456789 (1714558830.123456789)\n"
            "End:               May  1 2024 10:20:35.123455789 (1714558835.123455789)\n"
            "Messages:          10\n"
            "Topic information: Topic: /chatter | Type: std_msgs/msg/String | Count: 10 | "
            "Serialization Format: cdr\n"
            "Service:           0\n"
            "Service information: ");
}

TEST_F(InfoTextTest, CountsEventsOfServicesApartAndSortsByName) {
  const std::string text = info_text(with_services(), {});
  const std::string end =
      "Messages:          17\n"
      "Topic information: Topic: /a | Type: t/msg/Z | Count: 7 | Serialization Format: cdr\n"
      "                   Topic: /chatter | Type: std_msgs/msg/String | Count: 10 | "
      "Serialization Format: cdr\n"
      "Service:           2\n"
      "Service information: Service: /B | Type: e/srv/Add | Event Count: 0 | "
      "Serialization Format: cdr\n"
      "                     Service: /add | Type: e/srv/Add | Event Count: 4 | "
      "Serialization Format: cdr\n";
  EXPECT_TRUE(text.ends_with(end)) << text;
  EXPECT_NE(text.find("Files:             b_0.mcap\n                   b_1.mcap\n"),
            std::string::npos);
}

TEST_F(InfoTextTest, TellsRequestsResponsesAndBytesWhereTheyWereRead) {
  const Usage usage{{"/add/_service_event", {2048, 3, 1}}, {"/a", {12, 0, 0}}};
  const std::string text = info_text(with_services(), {SortBy::kName, &usage, true});
  EXPECT_NE(text.find("Service: /add | Type: e/srv/Add | Request Count: 3 | Response Count: 1 | "
                      "Size Contribution: 2.0 KiB | Serialization Format: cdr\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("Topic: /a | Type: t/msg/Z | Count: 7 | Size Contribution: 12 B | "),
            std::string::npos);
}

TEST_F(InfoTextTest, SortsByTypeAndByCount) {
  const std::vector<std::string> by_type{"/chatter", "/a"}, by_count{"/a", "/chatter"};
  EXPECT_EQ(topic_names(with_services(), SortBy::kType), by_type);
  EXPECT_EQ(topic_names(with_services(), SortBy::kCount), by_count);
  for (const std::string& word : sort_words()) EXPECT_TRUE(sort_by_of(word)) << word;
  EXPECT_FALSE(sort_by_of("size"));
}

TEST_F(InfoTextTest, SaysWhatARecorderLost) {
  BagMetadata bag = chatter();
  bag.custom_data = {{"lost_messages", "3"}, {"lost_messages /chatter", "3"}};
  EXPECT_NE(info_text(bag, {}).find("Messages:          10\n"
                                    "Lost messages:     3\n"
                                    "                   /chatter: 3\n"
                                    "Topic information: "),
            std::string::npos);
}

TEST_F(InfoTextTest, TakesABagWithNothingInIt) {
  const std::string text = info_text({}, {});
  EXPECT_NE(text.find("Files:             \nBag size:          0 B\n"), std::string::npos) << text;
  EXPECT_NE(text.find("ROS Distro:        unknown\n"), std::string::npos);
  EXPECT_NE(text.find("Topic information: \nService:           0\n"), std::string::npos);
}

TEST_F(InfoTextTest, TimesBeforeTheEpochAndAtTheEndOfTheRangeAreTimes) {
  EXPECT_EQ(time_text(-1), "Dec 31 1969 23:59:59.999999999 (-0.000000001)");
  EXPECT_EQ(time_text(INT64_MAX), "Apr 11 2262 23:47:16.854775807 (9223372036.854775807)");
  EXPECT_NE(time_text(INT64_MIN), "");
}

}  // namespace
}  // namespace ranvier::bag
