// The arithmetic of links that drop frames.
#include "bench/runner/lossy.h"

#include <gtest/gtest.h>

namespace ranvier::bench {
namespace {

TEST(Lossy, AMessageIsLostWithAnyOfItsFrames) {
  EXPECT_NEAR(lost_by_chance(1000, 1, 0.05).expected, 50, 1e-9);
  EXPECT_NEAR(lost_by_chance(1000, 2, 0.05).expected, 97.5, 1e-9);
  EXPECT_NEAR(lost_by_chance(1000, 70, 0.15).expected, 1000, 0.1);
}

// Of ten throws of a coin, 2 to 8 are heads with 97.9 %, 3 to 7 with 89 % only.
TEST(Lossy, BoundsAreQuantilesOfTheBinomialDistribution) {
  const Range coins = lost_by_chance(10, 1, 0.5);
  EXPECT_DOUBLE_EQ(coins.low, 2);
  EXPECT_DOUBLE_EQ(coins.high, 8);
}

// 5 % of ten thousand: 500, and a deviation of 21.8.
TEST(Lossy, BoundsOfManyAreTwoDeviationsWide) {
  const Range many = lost_by_chance(10'000, 1, 0.05);
  EXPECT_NEAR(many.low, 500 - 1.96 * 21.8, 2);
  EXPECT_NEAR(many.high, 500 + 1.96 * 21.8, 2);
}

TEST(Lossy, ALinkThatDropsNothingLosesNothing) {
  const Range none = lost_by_chance(500, 70, 0);
  EXPECT_DOUBLE_EQ(none.expected, 0);
  EXPECT_DOUBLE_EQ(none.low, 0);
  EXPECT_DOUBLE_EQ(none.high, 0);
  EXPECT_DOUBLE_EQ(lost_by_chance(500, 1, 1).low, 500);
}

}  // namespace
}  // namespace ranvier::bench
