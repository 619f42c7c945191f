#include "bench/common/stats.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace ranvier::bench {
namespace {

TEST(Stats, QuantileInterpolatesBetweenOrderStatistics) {
  EXPECT_DOUBLE_EQ(quantile({4, 1, 3, 2}, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(quantile({4, 1, 3, 2}, 0), 1);
  EXPECT_DOUBLE_EQ(quantile({4, 1, 3, 2}, 1), 4);
  EXPECT_DOUBLE_EQ(quantile({10, 20}, 0.25), 12.5);
  EXPECT_TRUE(std::isnan(quantile({}, 0.5)));
}

TEST(Stats, BoundsBelowSixValuesAreTheExtremesAndSaySo) {
  const Interval five = median_interval({5, 1, 4, 2, 3});
  EXPECT_EQ(five.low, 1);
  EXPECT_EQ(five.high, 5);
  EXPECT_DOUBLE_EQ(five.confidence, 1 - 2.0 / 32);
}

TEST(Stats, SixValuesCoverNinetyFivePercentWithTheirExtremes) {
  const Interval six = median_interval({6, 1, 5, 2, 4, 3});
  EXPECT_EQ(six.low, 1);
  EXPECT_EQ(six.high, 6);
  EXPECT_DOUBLE_EQ(six.confidence, 1 - 2.0 / 64);
}

TEST(Stats, NineValuesMayDropOneAtEachEnd) {
  const Interval nine = median_interval({9, 1, 8, 2, 7, 3, 6, 4, 5});
  EXPECT_EQ(nine.low, 2);
  EXPECT_EQ(nine.high, 8);
  EXPECT_NEAR(nine.confidence, 1 - 2 * 10.0 / 512, 1e-12);
}

TEST(Stats, BoundsHoldTheTrueMedianAsOftenAsTheyClaim) {
  const unsigned seed = 20260321;
  std::mt19937 random(seed);
  std::lognormal_distribution<double> skewed(0, 1);  // true median 1
  int held = 0;
  for (int round = 0; round < 2000; ++round) {
    std::vector<double> values(11);
    for (double& value : values) value = skewed(random);
    const Interval interval = median_interval(values);
    held += interval.low <= 1 && 1 <= interval.high;
  }
  EXPECT_GE(held, 1900) << "seed " << seed;
  EXPECT_LT(held, 2000) << "bounds that always hold are no bounds; seed " << seed;
}

TEST(Stats, PairedRatiosLeaveOutPairsWithoutADenominator) {
  EXPECT_EQ(paired_ratios({2, 3, 8}, {1, 0, 4}), (std::vector<double>{2, 2}));
  EXPECT_EQ(paired_ratios({2, 3}, {1}), (std::vector<double>{2}));
}

TEST(Stats, SelfRatiosGoRoundTheRuns) {
  EXPECT_EQ(self_ratios({1, 2, 4}), (std::vector<double>{0.5, 0.5, 4}));
  EXPECT_TRUE(self_ratios({1}).empty());
}

}  // namespace
}  // namespace ranvier::bench
