#include "ranvier/ring/arena.h"

#include <sys/stat.h>

#include <map>

#include "ranvier/ring/layout.h"
#include "ranvier/ring/testing.h"
#include "seeded.h"

namespace ranvier::ring {
namespace {

using testing::Place;

constexpr std::uint64_t kFirst = 4096;
constexpr std::uint64_t kLimit = 1 << 20;

class ArenaTest : public support::SeededTest {
 protected:
  std::uint64_t pages_of_the_file() const {
    struct stat status;
    ::fstat(*file_, &status);
    return static_cast<std::uint64_t>(status.st_blocks) * 512;
  }
  const Place place_;
  const Descriptor file_ = std::move(*place_.folder().create());
  Arena arena_{file_, kFirst, kLimit};
};

TEST_F(ArenaTest, ASizeIsRoundedUpByLessThanAQuarterOrALine) {
  for (std::uint64_t bytes = 0; bytes < 100'000; ++bytes) {
    const Arena::Size size = Arena::round_up(bytes);
    ASSERT_GE(size.bytes, std::max<std::uint64_t>(bytes, 1));
    ASSERT_EQ(size.bytes % kLine, 0u);
    ASSERT_LT(size.bytes, bytes + std::max(bytes / 4, kLine) + 1) << bytes;
    const Arena::Size again = Arena::round_up(size.bytes);
    ASSERT_EQ(again.bytes, size.bytes) << bytes;
    ASSERT_EQ(again.number, size.number) << bytes;
  }
}

TEST_F(ArenaTest, ABlockGivenBackIsTheNextOfItsSize) {
  const Block first = *arena_.allocate(5000);
  arena_.free(first);
  EXPECT_EQ(arena_.allocate(5000)->offset, first.offset);
}

TEST_F(ArenaTest, TheFileGrowsOnDemand) {
  EXPECT_EQ(pages_of_the_file(), 0u);
  ASSERT_TRUE(arena_.allocate(100'000));
  EXPECT_GE(pages_of_the_file(), 100'000u);
  EXPECT_LT(pages_of_the_file(), 200'000u);
}

TEST_F(ArenaTest, TheLimitIsAnErrorThatNamesIt) {
  const Result<Block> large = arena_.allocate(2 * kLimit);
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().code, Code::kFull);
  EXPECT_NE(large.error().what.find(std::to_string(kLimit)), std::string::npos);
  ASSERT_TRUE(arena_.allocate(kLimit / 2));
  EXPECT_FALSE(arena_.allocate(kLimit / 2 + 1));
}

TEST_F(ArenaTest, FreeBlocksOfOtherSizesAreMergedBeforeItIsFull) {
  std::vector<Block> small;
  for (;;) {
    const Result<Block> block = arena_.allocate(10'000);
    if (!block) break;
    small.push_back(*block);
  }
  for (const Block& block : small) arena_.free(block);
  EXPECT_TRUE(arena_.allocate(kLimit / 2));
}

TEST_F(ArenaTest, TrimmingGivesPagesBackAndLaterTakesThemAgain) {
  const Block block = *arena_.allocate(500'000);
  arena_.free(block);
  arena_.trim();
  EXPECT_LT(pages_of_the_file(), 100'000u);
  ASSERT_TRUE(arena_.allocate(500'000));
  EXPECT_GE(pages_of_the_file(), 500'000u);
}

TEST_F(ArenaTest, BlocksThatAreOutNeverOverlap) {
  std::map<std::uint64_t, Block> out;
  std::uint64_t used = 0;
  for (int step = 0; step < 20'000; ++step) {
    if (random_.one_in(500)) arena_.trim();
    if (!out.empty() && random_.below(100) < 48) {
      auto which = out.lower_bound(random_.below(kLimit));
      if (which == out.end()) which = out.begin();
      used -= which->second.size;
      arena_.free(which->second);
      out.erase(which);
      continue;
    }
    const Result<Block> block = arena_.allocate(std::uint64_t{1} << random_.below(17));
    if (!block) continue;
    used += block->size;
    ASSERT_GE(block->offset, kFirst);
    ASSERT_LE(block->offset + block->size, kLimit);
    const auto after = out.lower_bound(block->offset);
    if (after != out.end()) {
      ASSERT_LE(block->offset + block->size, after->first);
    }
    if (after != out.begin()) {
      const Block& before = std::prev(after)->second;
      ASSERT_LE(before.offset + before.size, block->offset);
    }
    out.emplace(block->offset, *block);
  }
  EXPECT_EQ(arena_.used(), used);
}

}  // namespace
}  // namespace ranvier::ring
