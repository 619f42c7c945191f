#include "bag/storage/spill.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

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

bool holds_the_numbers(const Spill& spill) {
  Buffer all;
  const auto given = spill.each([&](Bytes piece) -> Result<void> {
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
  EXPECT_TRUE(holds_the_numbers(spill));
  EXPECT_TRUE(holds_the_numbers(spill));
}

TEST(SpillTest, WhereNoFileCanBeMadeAllBytesStayInMemory) {
  const TestFolder folder;
  for (const std::string& where : {folder.in("gone"), std::string()}) {
    Spill spill(where);
    fill(spill);
    EXPECT_EQ(spill.in_file(), 0U);
    EXPECT_TRUE(holds_the_numbers(spill));
  }
}

TEST(SpillTest, GivingEndsWithTheFirstRefusal) {
  const TestFolder folder;
  Spill spill(folder.path());
  fill(spill);
  int asked = 0;
  const auto given = spill.each([&](Bytes) -> Result<void> {
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
