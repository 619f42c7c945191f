#include "bag/play/play_clock.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <thread>

#include "ranvier/os/clock.h"

namespace ranvier::bag {
namespace {

constexpr std::int64_t kMillisecond = 1'000'000;
constexpr std::int64_t kHour = 3600'000 * kMillisecond;

TEST(PlayClockTest, AMessageIsNeverDueBeforeItsTime) {
  for (const double rate : {1.0, 2.0, 0.5}) {
    const std::int64_t begin = steady_ns();
    PlayClock clock(kHour, rate, false);
    EXPECT_TRUE(clock.wait_until(kHour + 20 * kMillisecond, clock.changes()));
    EXPECT_GE(static_cast<double>(steady_ns() - begin) * rate, 20.0 * kMillisecond - 1000) << rate;
    EXPECT_GE(clock.now(), kHour + 20 * kMillisecond - 1000);
  }
}

TEST(PlayClockTest, WhatIsPastIsDueAtOnce) {
  PlayClock clock(kHour, 1.0, false);
  EXPECT_TRUE(clock.wait_until(0, clock.changes()));
  EXPECT_TRUE(clock.wait_until(INT64_MIN, clock.changes()));
}

TEST(PlayClockTest, PausedItStandsAndGoesOnFromThere) {
  PlayClock clock(kHour, 1.0, true);
  EXPECT_EQ(clock.now(), kHour);
  clock.resume();
  EXPECT_TRUE(clock.wait_until(kHour + kMillisecond, clock.changes()));
  clock.pause();
  const std::int64_t stands = clock.now();
  EXPECT_GE(stands, kHour + kMillisecond);
  EXPECT_EQ(clock.now(), stands);
}

TEST(PlayClockTest, AWaitEndsWhenSomethingChanges) {
  PlayClock clock(0, 1.0, true);
  const std::uint32_t seen = clock.changes();
  std::thread other([&] { clock.set_rate(3.0); });
  EXPECT_FALSE(clock.wait_until(kHour, seen));
  other.join();
  EXPECT_EQ(clock.rate(), 3.0);
  EXPECT_FALSE(clock.wait_until(kHour, seen));  // it had changed already
}

TEST(PlayClockTest, AJumpKeepsRateAndPause) {
  PlayClock clock(0, 2.0, true);
  clock.jump(kHour);
  EXPECT_EQ(clock.now(), kHour);
  EXPECT_TRUE(clock.paused());
  EXPECT_EQ(clock.rate(), 2.0);
  clock.resume();
  EXPECT_TRUE(clock.wait_until(kHour, clock.changes()));
}

TEST(PlayClockTest, ARateThatIsNoneIsRefused) {
  PlayClock clock(0, 1.0, false);
  for (const double rate : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_FALSE(clock.set_rate(rate));
  }
  EXPECT_EQ(clock.rate(), 1.0);
}

TEST(PlayClockTest, TimesBeyondTheClockAreNotDueAndDoNotWrap) {
  PlayClock clock(INT64_MAX - 10, 0.001, true);
  clock.resume();
  std::thread other([&] { clock.wake(); });
  const std::uint32_t seen = clock.changes();
  other.join();
  (void)clock.wait_until(INT64_MAX, seen - 1);
  EXPECT_GE(clock.now(), INT64_MAX - 10);
}

}  // namespace
}  // namespace ranvier::bag
