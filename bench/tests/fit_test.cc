// Slopes and exponents with their bounds.
#include "bench/common/fit.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bench/common/stats.h"

namespace ranvier::bench {
namespace {

TEST(Fit, FindsTheSlopeOfALine) {
  const Slope slope = slope_of({1, 2, 5, 10}, {13, 16, 25, 40});
  EXPECT_NEAR(slope.middle, 3, 1e-12);
  EXPECT_NEAR(slope.low, 3, 1e-6);
  EXPECT_NEAR(slope.high, 3, 1e-6);
}

// By hand: the means are 2 and 7/3, the slope 1/2, the rest 1/6, its error sqrt(1/12).
TEST(Fit, BoundsTheSlopeByWhatIsBesideTheLine) {
  const Slope slope = slope_of({1, 2, 3}, {2, 2, 3});
  EXPECT_NEAR(slope.middle, 0.5, 1e-12);
  EXPECT_NEAR(slope.high - slope.middle, 12.706 * std::sqrt(1.0 / 12), 1e-9);
  EXPECT_NEAR(slope.middle - slope.low, 12.706 * std::sqrt(1.0 / 12), 1e-9);
}

TEST(Fit, FindsTheExponentOfAPower) {
  const Slope exponent = exponent_of({2, 5, 10, 20}, {12, 75, 300, 1200});
  EXPECT_NEAR(exponent.middle, 2, 1e-12);
  EXPECT_NEAR(exponent.high, 2, 1e-6);
}

TEST(Fit, LeavesOutWhatIsNoNumber) {
  EXPECT_NEAR(slope_of({1, 2, 3}, {1, kNaN, 5}).middle, 2, 1e-12);
  EXPECT_NEAR(exponent_of({1, 2, 4}, {0, 2, 8}).middle, 2, 1e-12);
}

TEST(Fit, HasNoSlopeOfAPointAndNoBoundsOfTwo) {
  EXPECT_TRUE(std::isnan(slope_of({1}, {1}).middle));
  EXPECT_TRUE(std::isnan(slope_of({2, 2}, {1, 5}).middle));
  EXPECT_DOUBLE_EQ(slope_of({1, 2}, {1, 5}).middle, 4);
  EXPECT_TRUE(std::isnan(slope_of({1, 2}, {1, 5}).low));
}

}  // namespace
}  // namespace ranvier::bench
