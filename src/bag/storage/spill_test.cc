#include "bag/storage/spill.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>

#include "bag/storage/bag_testing.h"
#include "bag/storage/mcap_index.h"

namespace ranvier::bag {
namespace {

constexpr std::uint32_t kNumbers = 3 * Spill::kInMemory / sizeof(std::uint32_t) + 5;

void fill(Spill& spill) {
  for (std::uint32_t i = 0; i < kNumbers; ++i) {
    spill.to().number(i);
    spill.settle();
  }
}

bool gives_the_numbers(Spill& spill) {
  Buffer all;
  const auto given = spill.drain([&](Bytes piece) -> Result<void> {
    Packer(all).bytes(piece);
    return {};
  });
  if (!given || all.size() != kNumbers * sizeof(std::uint32_t)) return false;
  Unpacker from(all);
  for (std::uint32_t i = 0; i < kNumbers; ++i) {
    if (from.number<std::uint32_t>() != i) return false;
  }
  return true;
}

TEST(SpillTest, ManyBytesLieInAFileWithoutANameAndComeInTheirOrder) {
  const TestFolder folder;
  Spill spill(folder.path());
  EXPECT_TRUE(spill.empty());
  fill(spill);
  EXPECT_EQ(spill.in_file(), 3 * Spill::kInMemory);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  EXPECT_TRUE(gives_the_numbers(spill));
  EXPECT_TRUE(spill.empty());
}

// Of the file without a name in that folder, as stat(2) counts them.
blkcnt_t blocks_in(const std::string& folder) {
  for (const auto& open : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code closed;
    const std::string file = std::filesystem::read_symlink(open.path(), closed);
    struct stat state{};
    if (file.starts_with(folder + "/") && ::stat(open.path().c_str(), &state) == 0) {
      return state.st_blocks;
    }
  }
  return 0;
}

TEST(SpillTest, WhatWasGivenTakesNoRoomOnTheDiskAnyMore) {
  const TestFolder folder;
  Spill spill(folder.path());
  fill(spill);
  blkcnt_t left = blocks_in(folder.path());
  EXPECT_GE(left, static_cast<blkcnt_t>(spill.in_file() / 512));
  const auto given = spill.drain([&](Bytes) -> Result<void> {
    const blkcnt_t before = std::exchange(left, blocks_in(folder.path()));
    EXPECT_TRUE(before == 0 || left < before);  // the last piece comes from memory
    return {};
  });
  EXPECT_TRUE(given);
  EXPECT_EQ(left, 0);
}

TEST(SpillTest, WhereNoFileCanBeMadeAllBytesStayInMemory) {
  const TestFolder folder;
  for (const std::string& where : {folder.in("gone"), std::string()}) {
    Spill spill(where);
    fill(spill);
    EXPECT_EQ(spill.in_file(), 0U);
    EXPECT_TRUE(gives_the_numbers(spill));
  }
}

TEST(SpillTest, GivingEndsWithTheFirstRefusal) {
  const TestFolder folder;
  Spill spill(folder.path());
  fill(spill);
  int asked = 0;
  const auto given = spill.drain([&](Bytes) -> Result<void> {
    ++asked;
    return Error{Code::kWorld, "full"};
  });
  EXPECT_FALSE(given);
  EXPECT_EQ(asked, 1);
}

TEST(SpillTest, AFileOfManyChunksHasTheIndexOfEach) {
  const TestFolder folder;
  WriteOptions options{.uri = folder.in("bag")};
  options.settings.config = folder.in("config.yaml");
  std::ofstream(options.settings.config) << "chunkSize: 1\n";
  auto bag = BagWriter::open(options);
  ASSERT_TRUE(bag);
  ASSERT_TRUE((*bag)->add_topic({"/a", "t/msg/T"}, {}));
  constexpr std::int64_t kChunks = 40'000;
  for (std::int64_t time = 0; time < kChunks; ++time) {
    ASSERT_TRUE(write_text(**bag, 0, time, "x"));
  }
  ASSERT_TRUE((*bag)->close());
  const auto file = InputFile::open(folder.in("bag/bag_0.mcap"));
  ASSERT_TRUE(file);
  const auto index = mcap::read_index(*file);
  ASSERT_TRUE(index);
  EXPECT_TRUE(index->is_whole);
  EXPECT_TRUE(index->damage.empty());
  ASSERT_EQ(index->blocks.size(), static_cast<std::size_t>(kChunks));
  for (std::int64_t time = 0; time < kChunks; ++time) {
    ASSERT_EQ(index->blocks[static_cast<std::size_t>(time)].start_ns, time);
  }
}

}  // namespace
}  // namespace ranvier::bag
