// Forms of MCAP that the specification allows and recorders of ROS do not write.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "bag/storage/bag_reader.h"
#include "bag/storage/bag_testing.h"
#include "bag/storage/mcap_index.h"
#include "bag/storage/mcap_records.h"

namespace ranvier::bag {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A record with bytes behind its fields, as a later version of the format may have.
template <class... Parts>
Buffer longer(const Parts&... parts) {
  Buffer record;
  Packer to(record);
  if constexpr (sizeof...(parts) == 2) {
    mcap::put_header(to, parts...);
  } else {
    (mcap::put(to, parts), ...);
  }
  constexpr std::array kMore{std::byte{1}, std::byte{0xff}, std::byte{0xff}};
  to.bytes(kMore);
  record[1] = static_cast<std::byte>(static_cast<std::size_t>(record[1]) + kMore.size());
  return record;
}

void put_file(const std::string& path, Bytes records, bool with_summary) {
  Buffer bytes;
  Packer to(bytes);
  to.bytes(bytes_of(mcap::kMagic)).bytes(records);
  mcap::put_data_end(to, 0);
  mcap::Footer footer;
  if (with_summary) {
    footer.summary_start = bytes.size();
    mcap::Statistics statistics;
    statistics.message_count = statistics.channel_count = statistics.schema_count = 1;
    statistics.message_start_time = statistics.message_end_time = 7;
    statistics.channel_message_counts = {{1, 1}};
    to.bytes(longer(mcap::Schema{1, "t/msg/A", "ros2msg", "int8 a"}));
    to.bytes(longer(mcap::Channel{1, 1, "/a", "cdr", {}})).bytes(longer(statistics));
  }
  mcap::put_footer_head(to, footer);
  to.number(std::uint32_t{0}).bytes(bytes_of(mcap::kMagic));
  std::ofstream(path, std::ios::binary) << text_of(bytes);
}

TEST(McapFormsTest, RecordsThatAreLongerThanTheirFieldsAreRead) {
  const TestFolder folder;
  Buffer records;
  Packer to(records);
  to.bytes(longer("other", "library"));
  to.bytes(longer(mcap::Schema{1, "t/msg/A", "ros2msg", "int8 a"}));
  to.bytes(longer(mcap::Channel{1, 1, "/a", "cdr", {{"foo", "bar"}}}));
  mcap::put_message_head(to, {1, 1, 7, 7, {}}, 4);
  to.bytes(bytes_of("text"));
  for (const bool with_summary : {false, true}) {
    put_file(folder.in("a.mcap"), records, with_summary);
    const auto bag = BagReader::open({.uri = folder.in("a.mcap")});
    ASSERT_TRUE(bag) << bag.error().what;
    EXPECT_EQ((*bag)->metadata().messages, 1U);
    EXPECT_EQ((*bag)->definitions().at(0).text, "int8 a");
    EXPECT_THAT(texts_of(**bag), ElementsAre("text"));
    EXPECT_THAT((*bag)->damage(), IsEmpty());
  }
}

TEST(McapFormsTest, ATopicWithoutATypeHasNoSchema) {
  const TestFolder folder;
  const auto bag = BagWriter::open({.uri = folder.in("bag")});
  ASSERT_TRUE(bag);
  ASSERT_TRUE((*bag)->add_topic({"/a", "", "json"}, {}));
  ASSERT_TRUE((*bag)->add_topic({"/b", "t/msg/B"}, {}));
  for (const TopicId topic : {0U, 1U}) ASSERT_TRUE(write_text(**bag, topic, topic, "text"));
  ASSERT_TRUE((*bag)->close());
  const auto file = InputFile::open(folder.in("bag/bag_0.mcap"));
  ASSERT_TRUE(file);
  const auto index = mcap::read_index(*file);
  ASSERT_TRUE(index);
  EXPECT_EQ(index->channels.at(1).schema_id, 0);
  EXPECT_EQ(index->channels.at(2).schema_id, 1);
  EXPECT_EQ(index->schemas.size(), 1U);
  const auto read = BagReader::open({.uri = folder.in("bag")});
  ASSERT_TRUE(read);
  EXPECT_EQ((*read)->topics().at(0).topic.type, "");
  EXPECT_EQ(texts_of(**read).size(), 2U);
}

}  // namespace
}  // namespace ranvier::bag
