#include "bag/storage/mcap_mend.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "bag/storage/bag_index.h"
#include "bag/storage/bag_reader.h"
#include "bag/storage/bag_testing.h"
#include "bag/storage/mcap_reader.h"
#include "ranvier/os/text_file.h"

namespace ranvier::bag {
namespace {

using ::testing::IsEmpty;

/// Messages of a file, in the order of time; nothing if it does not open.
std::vector<std::string> messages_of(const std::string& path) {
  std::vector<std::string> all;
  const auto bag = BagReader::open({.uri = path});
  if (!bag) return all;
  for (auto next = (*bag)->next(); next && *next; next = (*bag)->next()) {
    all.push_back((*bag)->topics()[(*next)->topic].topic.name + ' ' +
                  std::to_string((*next)->received_ns) + ' ' + std::string(text_of((*next)->data)));
  }
  return all;
}

bool is_whole(const std::string& path) {
  auto file = InputFile::open(path);
  EXPECT_TRUE(file);
  const auto reader = McapReader::open(*std::move(file), 0);
  return reader && (*reader)->contents().is_whole && (*reader)->contents().damage.empty();
}

/// Several chunks; some calls write many messages, so that they lie behind a chunk for a moment.
void write_bag(const TestFolder& folder, const std::string& config) {
  WriteOptions options{.uri = folder.in("bag")};
  options.settings.config = folder.in("config.yaml");
  std::ofstream(options.settings.config) << config;
  const auto bag = BagWriter::open(options);
  ASSERT_TRUE(bag) << bag.error().what;
  ASSERT_TRUE((*bag)->add_topic({"/a", "t/msg/A"}, {"ros2msg", "int32 a\n"}));
  ASSERT_TRUE((*bag)->add_topic({"/b", "t/msg/B"}, {"ros2msg", "int32 b\n"}));
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(write_text(**bag, i % 3 == 2, 1000 + i, "message " + std::to_string(i)));
  }
  ASSERT_TRUE((*bag)->close());
}

class MendTest : public ::testing::TestWithParam<const char*> {};

TEST_P(MendTest, AFileThatEndsAnywhereIsWholeAgainWithTheSameMessages) {
  const TestFolder folder;
  write_bag(folder, GetParam());
  const std::string whole = text_of_file(folder.in("bag/bag_0.mcap"));
  const std::string path = folder.in("cut_0.mcap");
  constexpr std::size_t kStep = 7;  // prime, so that records are cut everywhere
  for (std::size_t size = mcap::kMagic.size(); size < whole.size(); size += kStep) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << whole.substr(0, size);
    const auto before = messages_of(path);
    const auto mended = mcap::mend(path);
    ASSERT_TRUE(mended) << size << ": " << mended.error().what;
    ASSERT_TRUE(*mended) << size;
    ASSERT_EQ(messages_of(path), before) << size;
    ASSERT_TRUE(is_whole(path)) << size;
    const auto again = mcap::mend(path);
    ASSERT_TRUE(again && !*again) << size;
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, MendTest,
                         ::testing::Values("chunkSize: 150\n", "noChunking: true\n",
                                           "chunkSize: 200\ncompression: Zstd\n"
                                           "forceCompression: true\n"),
                         [](const auto& info) { return "Form" + std::to_string(info.index); });

TEST(McapMendTest, MessagesBehindTheLastChunkComeIntoOne) {
  const TestFolder folder;
  write_bag(folder, "chunkSize: 150\n");
  // As a file is between two system calls of its writer: the head of its last chunk covers but the
  // first message.
  const std::string path = folder.in("bag/bag_0.mcap");
  std::string bytes = text_of_file(path);
  {
    auto file = InputFile::open(path);
    ASSERT_TRUE(file);
    const auto index = mcap::read_index(*file);
    ASSERT_TRUE(index);
    const mcap::Block& last = index->blocks.back();
    std::size_t at = last.begin + mcap::kRecordHead;
    const std::size_t records = at + mcap::ChunkHead::kHead;
    std::uint64_t first = 0;
    std::memcpy(&first, bytes.data() + records + 1, sizeof first);
    first += mcap::kRecordHead;
    const std::uint64_t length = mcap::ChunkHead::kHead + first;
    std::memcpy(bytes.data() + at - 8, &length, 8);
    std::memcpy(bytes.data() + at + 16, &first, 8);      // uncompressed_size
    std::memcpy(bytes.data() + records - 8, &first, 8);  // of its records
    bytes.resize(last.begin + last.size);
  }
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
  const auto before = messages_of(path);
  ASSERT_EQ(before.size(), 20U);
  const auto mended = mcap::mend(path);
  ASSERT_TRUE(mended && *mended);
  EXPECT_EQ(messages_of(path), before);
  EXPECT_TRUE(is_whole(path));
}

TEST(McapMendTest, ZerosOfALossOfPowerAreCutOff) {
  const TestFolder folder;
  write_bag(folder, "chunkSize: 150\n");
  const std::string path = folder.in("bag/bag_0.mcap");
  std::uint64_t end = 0;
  {
    auto file = InputFile::open(path);
    ASSERT_TRUE(file);
    const auto index = mcap::read_index(*file);
    ASSERT_TRUE(index && index->blocks.size() > 2);
    end = index->blocks[1].begin;
  }
  std::filesystem::resize_file(path, end);
  const auto before = messages_of(path);
  ASSERT_FALSE(before.empty());
  std::filesystem::resize_file(path, end + 5000);
  const auto mended = mcap::mend(path);
  ASSERT_TRUE(mended) << mended.error().what;
  EXPECT_TRUE(*mended);
  EXPECT_TRUE(is_whole(path));
  EXPECT_LT(std::filesystem::file_size(path), end + 5000);
  EXPECT_EQ(messages_of(path), before);
}

TEST(McapMendTest, AFileThatIsDamagedBeforeItsEndIsLeftAsItIs) {
  const TestFolder folder;
  write_bag(folder, "chunkSize: 150\n");
  const std::string path = folder.in("bag/bag_0.mcap");
  std::string bytes = text_of_file(path);
  {
    auto file = InputFile::open(path);
    ASSERT_TRUE(file);
    const auto index = mcap::read_index(*file);
    ASSERT_TRUE(index && index->blocks.size() > 2);
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(index->blocks[1].begin),
                mcap::kRecordHead, '\0');
  }
  bytes.resize(bytes.size() - 20);
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
  const auto mended = mcap::mend(path);
  ASSERT_TRUE(mended) << mended.error().what;
  EXPECT_FALSE(*mended);
  EXPECT_EQ(text_of_file(path), bytes);
}

TEST(ReindexTest, MendsTheFilesOfAKilledRecorder) {
  const TestFolder folder;
  write_bag(folder, "chunkSize: 150\n");
  std::filesystem::remove(folder.in("bag/metadata.yaml"));
  const std::string path = folder.in("bag/bag_0.mcap");
  std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
  const auto before = messages_of(path);
  ASSERT_FALSE(before.empty());
  const auto made = reindex(folder.in("bag"), "");
  ASSERT_TRUE(made) << made.error().what;
  EXPECT_EQ(made->messages, before.size());
  EXPECT_TRUE(is_whole(path));
  const auto bag = BagReader::open({.uri = folder.in("bag")});
  ASSERT_TRUE(bag);
  EXPECT_THAT((*bag)->damage(), IsEmpty());
}

}  // namespace
}  // namespace ranvier::bag
