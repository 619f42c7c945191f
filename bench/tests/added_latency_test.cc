// What the blocks of two processes say becomes pairs.
#include "bench/runner/added_latency.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "bench/common/blocks.h"

namespace ranvier::bench {
namespace {

constexpr int kRate = 1000;
constexpr int kMessages = 320;  // of a whole block
constexpr std::int64_t kFirst = 4000;

/// A block of so many messages; a recorded one has 2 us more latency and 0.1 ms more CPU.
void add_block(std::vector<std::string>& lines, std::int64_t block, int messages) {
  const bool on = block_records(block);
  const std::string number = std::to_string(block);
  lines.push_back("cpu " + number + " 1600000");
  lines.push_back("cpu " + number + (on ? " 3300000" : " 3200000"));
  lines.push_back("latency " + number + " " + std::to_string(messages) + " " +
                  std::to_string(messages * (on ? 12'000 : 10'000)));
}

std::vector<std::string> blocks(int count) {
  std::vector<std::string> lines;
  for (int i = 0; i < count; ++i) add_block(lines, kFirst + i, kMessages);
  return lines;
}

TEST(AddedLatencyTest, EachPairHasTheRecordedBlockAndTheOther) {
  const AddedLatency added = added_of_lines(blocks(8), kRate);
  ASSERT_EQ(added.us.pairs.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_DOUBLE_EQ(added.us.pairs[i].on, 12);
    EXPECT_DOUBLE_EQ(added.us.pairs[i].off, 10);
    EXPECT_NEAR(added.cpu.pairs[i].on - added.cpu.pairs[i].off, 0.03125, 1e-9);
  }
  EXPECT_EQ(added.us.weight, kRate);
}

TEST(AddedLatencyTest, PairsWithABlockThatIsNotWholeAreLeftOut) {
  std::vector<std::string> lines;
  add_block(lines, kFirst, kMessages / 2);  // the window opened within it
  add_block(lines, kFirst + 1, kMessages);
  add_block(lines, kFirst + 2, kMessages);
  add_block(lines, kFirst + 3, kMessages);
  add_block(lines, kFirst + 4, kMessages);                      // has no other
  lines.push_back("cpu " + std::to_string(kFirst + 6) + " 5");  // one process alone
  EXPECT_EQ(added_of_lines(lines, kRate).us.pairs.size(), 1u);
}

TEST(AddedLatencyTest, WithoutAWholePairItSaysWhatToDo) {
  try {
    static_cast<void>(added_of_lines(blocks(1), kRate));
    FAIL() << "one block is no pair";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("--seconds"), std::string::npos) << error.what();
  }
}

TEST(AddedLatencyTest, TheSpaceIsThatOfTheSeed) {
  EXPECT_EQ(traffic_of_seed_001().size(), 16u);
  EXPECT_EQ(traffic_of_seed_001().front().name(), "100Hz-1KiB");
  EXPECT_EQ(traffic_of_seed_001().back().name(), "2000Hz-256KiB");
}

}  // namespace
}  // namespace ranvier::bench
