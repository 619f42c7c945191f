#include "ranvier/os/ticks.h"

#include <gtest/gtest.h>

namespace ranvier {
namespace {

class TicksTest : public testing::TestWithParam<TickSource> {
 protected:
  void SetUp() override {
    if (GetParam() == TickSource::kTsc && best_tick_source() != TickSource::kTsc) {
      GTEST_SKIP() << "no usable time-stamp counter here";
    }
  }
};

TEST_P(TicksTest, ALineGivesTheClockBetweenItsAnchors) {
  const TickAnchor from = read_anchor(GetParam());
  const std::int64_t before = steady_ns();
  const std::uint64_t ticks = read_ticks(GetParam());
  const std::int64_t after = steady_ns();
  while (steady_ns() < from.ns + 2'000'000) {}
  const TickLine line(from, read_anchor(GetParam()));
  constexpr std::int64_t kSlack = 20'000;  // an anchor that was interrupted in all its tries
  EXPECT_GE(line.ns(ticks), before - kSlack);
  EXPECT_LE(line.ns(ticks), after + kSlack);
}

TEST_P(TicksTest, TicksDoNotGoBack) {
  std::uint64_t last = 0;
  for (int i = 0; i < 10'000; ++i) {
    const std::uint64_t now = read_ticks(GetParam());
    ASSERT_GE(now, last);
    last = now;
  }
}

INSTANTIATE_TEST_SUITE_P(Sources, TicksTest, testing::Values(TickSource::kClock, TickSource::kTsc));

TEST(TickLineTest, ReachesPastItsAnchorsBothWays) {
  const TickLine line({1'000, 500}, {3'000, 1'500});  // half a nanosecond a tick
  EXPECT_EQ(line.ns(1'000), 500);
  EXPECT_EQ(line.ns(3'000), 1'500);
  EXPECT_EQ(line.ns(2'000), 1'000);
  EXPECT_EQ(line.ns(5'000), 2'500);
  EXPECT_EQ(line.ns(200), 100);
}

TEST(TickLineTest, OfOneAnchorATickIsANanosecond) {
  const TickLine line({1'000, 500}, {1'000, 500});
  EXPECT_EQ(line.ns(1'010), 510);
}

}  // namespace
}  // namespace ranvier
