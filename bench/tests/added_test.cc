// What is added is found among what disturbs, and its bounds hold it.
#include "bench/common/added.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "bench/common/blocks.h"

namespace ranvier::bench {
namespace {

/// Pairs of a latency that drifts, with noise of a deviation of one.
PairGroup group_with(double added, std::size_t count, double weight, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> noise;
  PairGroup group{{}, weight};
  for (std::size_t i = 0; i < count; ++i) {
    const double drift = 20 + 0.1 * static_cast<double>(i);
    group.pairs.push_back({drift + added + noise(random), drift + noise(random)});
  }
  return group;
}

TEST(AddedTest, TheBoundsHoldWhatIsAddedAsOftenAsTheySay) {
  constexpr unsigned kTries = 60;
  unsigned held = 0;
  for (unsigned seed = 0; seed < kTries; ++seed) {
    const Estimate found = added_mean({group_with(0.3, 60, 1, seed)});
    held += found.low <= 0.3 && 0.3 <= found.high ? 1 : 0;
    EXPECT_NEAR(found.value, 0.3, 1.2) << "seed " << seed;
  }
  EXPECT_GE(held, kTries * 8 / 10);
}

TEST(AddedTest, AFewStallsOfTheMachineDoNotCount) {
  PairGroup group = group_with(0.3, 60, 1, 7);
  const Estimate before = added_mean({group});
  group.pairs[3].on += 5000;
  group.pairs[40].off += 9000;
  EXPECT_NEAR(added_mean({group}).value, before.value, 0.3);
  EXPECT_GT(std::fabs(added_mean({group}, 0).value), 10) << "without trimming they do";
}

TEST(AddedTest, CombinationsCountByTheirWeight) {
  const PairGroup one{{{11, 10}, {11, 10}}, 300};
  const PairGroup other{{{15, 10}, {15, 10}}, 100};
  EXPECT_DOUBLE_EQ(added_mean({one, other}).value, 2);
}

TEST(AddedTest, WithoutPairsThereIsNoFigure) {
  EXPECT_TRUE(std::isnan(added_mean(std::vector<PairGroup>()).value));
  PairGroup some;
  some.pairs.push_back({1, 0});
  EXPECT_TRUE(std::isnan(added_mean({some, PairGroup{}}).value));
}

TEST(BlocksTest, APairHasOneOfEitherKindAndTheFirstOneChanges) {
  for (std::int64_t block = 1000; block < 1040; block += 2) {
    EXPECT_EQ(pair_of_block(block), pair_of_block(block + 1));
    EXPECT_NE(block_records(block), block_records(block + 1));
    EXPECT_NE(block_records(block), block_records(block + 2));
  }
}

TEST(BlocksTest, WhatLiesInTheGuardDoesNotCount) {
  const std::int64_t begin = begin_of_block(77);
  EXPECT_EQ(block_at(begin), 77);
  EXPECT_FALSE(block_counts(begin));
  EXPECT_FALSE(block_counts(begin + kBlockGuardNs - 1));
  EXPECT_TRUE(block_counts(begin + kBlockGuardNs));
  EXPECT_TRUE(block_counts(begin + kBlockNs - 1));
}

}  // namespace
}  // namespace ranvier::bench
