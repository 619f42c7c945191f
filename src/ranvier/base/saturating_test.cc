#include "ranvier/base/saturating.h"

#include <gtest/gtest.h>

namespace ranvier {
namespace {

constexpr std::int64_t kMost = INT64_MAX;
constexpr std::int64_t kLeast = INT64_MIN;

TEST(SaturatingTest, SumsWithinTheRangeAreExact) {
  EXPECT_EQ(add_saturating(3, -5), -2);
  EXPECT_EQ(add_saturating(kMost, kLeast), -1);
  EXPECT_EQ(add_saturating(kMost - 1, 1), kMost);
  EXPECT_EQ(subtract_saturating(-3, -5), 2);
  EXPECT_EQ(subtract_saturating(-1, kMost), kLeast);
  EXPECT_EQ(subtract_saturating(kMost, kMost), 0);
}

TEST(SaturatingTest, SumsBeyondTheRangeStopAtItsEnd) {
  EXPECT_EQ(add_saturating(kMost, 1), kMost);
  EXPECT_EQ(add_saturating(1, kMost), kMost);
  EXPECT_EQ(add_saturating(kMost, kMost), kMost);
  EXPECT_EQ(add_saturating(kLeast, -1), kLeast);
  EXPECT_EQ(add_saturating(-1, kLeast), kLeast);
  EXPECT_EQ(subtract_saturating(0, kLeast), kMost);
  EXPECT_EQ(subtract_saturating(kMost, -1), kMost);
  EXPECT_EQ(subtract_saturating(-2, kMost), kLeast);
  EXPECT_EQ(subtract_saturating(kLeast, kMost), kLeast);
}

TEST(SaturatingTest, ATurnIsOnePeriodOnOrTheFirstThatIsStillToCome) {
  EXPECT_EQ(next_turn(100, 10, 95), 110);  // called by hand, before it was due
  EXPECT_EQ(next_turn(100, 10, 100), 110);
  EXPECT_EQ(next_turn(100, 10, 109), 110);
  EXPECT_EQ(next_turn(100, 10, 110), 120);  // it is due now: the next one
  EXPECT_EQ(next_turn(100, 10, 157), 160);
}

TEST(SaturatingTest, ATurnOfNoPeriodIsTheNextNanosecond) {
  EXPECT_EQ(next_turn(100, 0, 157), 158);
  EXPECT_EQ(next_turn(100, 0, 50), 101);
  EXPECT_EQ(next_turn(100, -7, 157), 158);
}

TEST(SaturatingTest, ATurnBeyondTheRangeNeverComes) {
  EXPECT_EQ(next_turn(100, kMost, 50), kMost);
  EXPECT_EQ(next_turn(100, kMost, 200), kMost);
  EXPECT_EQ(next_turn(kMost, kMost, 200), kMost);
  EXPECT_EQ(next_turn(kMost, 1, kMost), kMost);
  EXPECT_EQ(next_turn(kMost, 0, kMost), kMost);
}

}  // namespace
}  // namespace ranvier
