#include "ranvier/base/trail.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <thread>
#include <vector>

#include "ranvier/base/warm_up.h"

namespace ranvier {
namespace {

constexpr std::uintptr_t kLine = 64;

std::vector<std::uintptr_t> lines_of_places(std::span<const Trail::Place> places) {
  std::vector<std::uintptr_t> all;
  for (const Trail::Place& place : places) {
    const auto line = reinterpret_cast<std::uintptr_t>(place.line()) / kLine;
    for (std::uintptr_t i = 0; i < place.lines(); ++i) all.push_back(line + i);
  }
  return all;
}

// The lines that are asked for, and again after a loss.
std::vector<std::uintptr_t> lines() { return lines_of_places(Trail::here().known()); }
std::vector<std::uintptr_t> lines_again() { return lines_of_places(Trail::here().known_again()); }

const void* at(std::uintptr_t line, std::uintptr_t byte = 0) {
  return reinterpret_cast<const void*>(line * kLine + byte);
}

// Ends this way, and wakes until one is noted again.
void wake_until_noting() {
  for (std::uint32_t wakes = 0; wakes == 0 || !Trail::noting(); ++wakes) {
    ASSERT_LT(wakes, Trail::kEvery);
    Trail::here().follow();
  }
}

class TrailTest : public testing::Test {
 protected:
  TrailTest() {  // what an earlier test left is forgotten
    for (std::uint32_t i = 0; i <= Trail::kMost; ++i) wake_until_noting();
    EXPECT_TRUE(lines().empty());
  }
};

TEST_F(TrailTest, WhatWasPassedIsAskedForAfterTheNextSleepAndNotBefore) {
  Trail::pass_begin(at(100));
  Trail::pass_begin(at(7));
  wake_until_noting();
  EXPECT_EQ(lines(), (std::vector<std::uintptr_t>{100, 7}));
}

TEST_F(TrailTest, WhatIsPassedTwiceIsAskedForOnce) {
  Trail::pass_begin(at(100));
  Trail::pass_begin(at(7));
  Trail::pass_begin(at(100));
  wake_until_noting();
  EXPECT_EQ(lines(), (std::vector<std::uintptr_t>{100, 7}));
}

TEST_F(TrailTest, OneWakeOfSeveralIsNotedAndTheOthersKeepWhatIsKnown) {
  Trail::pass_begin(at(100));
  std::uint32_t noted = 0;
  for (std::uint32_t i = 0; i < 3 * Trail::kEvery; ++i) {
    Trail::here().follow();
    EXPECT_EQ(lines(), (std::vector<std::uintptr_t>{100})) << "wake " << i;
    noted += Trail::noting();
    Trail::pass_begin(at(100));
  }
  EXPECT_EQ(noted, 3u);
}

TEST_F(TrailTest, AnotherWayTakesThePlaceOfTheOneBefore) {
  Trail::pass_begin(at(100));
  wake_until_noting();
  Trail::pass_begin(at(200));
  wake_until_noting();
  EXPECT_EQ(lines(), (std::vector<std::uintptr_t>{200}));
}

// A timer's way begins like a message's: both wake a thread.
TEST_F(TrailTest, WhatLiesBehindAShorterWayIsForgottenNoteByNote) {
  const auto pass_all = [](std::uintptr_t count) {
    for (std::uintptr_t i = 0; i < count; ++i) Trail::pass_begin(at(100 + i));
    wake_until_noting();
  };
  pass_all(4);
  pass_all(2);
  EXPECT_EQ(lines(), (std::vector<std::uintptr_t>{100, 101, 102}));
  pass_all(2);
  EXPECT_EQ(lines(), (std::vector<std::uintptr_t>{100, 101}));
  pass_all(2);
  EXPECT_EQ(lines(), (std::vector<std::uintptr_t>{100, 101}));
  pass_all(0);
  pass_all(0);
  EXPECT_TRUE(lines().empty());
}

TEST_F(TrailTest, AThreadsFirstSleepLeavesNothingToAskFor) {
  std::thread([] {
    Trail::here().follow();
    EXPECT_TRUE(lines().empty());
    Trail::pass_begin(at(100));
    Trail::here().follow();
    EXPECT_EQ(lines(), (std::vector<std::uintptr_t>{100}));
  }).join();
}

TEST_F(TrailTest, EveryLineOfAPlaceIsAskedForAndNoOther) {
  Trail::pass(at(100, 63), 1);
  Trail::pass(at(200, 63), 2);
  Trail::pass(at(300), 128);
  Trail::pass_to(at(400, 1), at(401));
  wake_until_noting();
  EXPECT_EQ(lines(), (std::vector<std::uintptr_t>{100, 200, 201, 300, 301, 400}));
}

TEST_F(TrailTest, LongCodeIsAskedForInPieces) {
  const auto* const begin = static_cast<const char*>(at(100));
  Trail::pass_code(begin, begin);
  Trail::pass_code(begin, begin + 130 * kLine);
  wake_until_noting();
  std::vector<std::uintptr_t> expected;
  for (std::uintptr_t i = 0; i < 130; ++i) expected.push_back(100 + i);
  EXPECT_EQ(lines(), expected);
}

TEST_F(TrailTest, CodeIsKnownFromData) {
  Trail::pass_begin(at(7));
  Trail::pass_code(static_cast<const char*>(at(100)), static_cast<const char*>(at(101)));
  wake_until_noting();
  const auto known = Trail::here().known();
  ASSERT_EQ(known.size(), 2u);
  EXPECT_EQ(known[0].kind(), Trail::Kind::kData);
  EXPECT_EQ(known[1].kind(), Trail::Kind::kCode);
}

TEST_F(TrailTest, TheFirstOfAWayAreKeptWhenThereAreTooMany) {
  for (std::uintptr_t i = 0; i < Trail::kMost; ++i) {
    EXPECT_TRUE(Trail::noting());
    Trail::pass_begin(at(i));
  }
  EXPECT_FALSE(Trail::noting());
  Trail::pass_begin(at(1000));
  wake_until_noting();
  ASSERT_EQ(lines().size(), Trail::kMost);
  EXPECT_EQ(lines().back(), Trail::kMost - 1);
}

TEST_F(TrailTest, AThreadThatNeverSleptNotesNothing) {
  std::thread([] {
    EXPECT_FALSE(Trail::noting());
    Trail::pass_begin(at(100));
    Trail::here().ask();
    EXPECT_TRUE(lines().empty());
  }).join();
}

TEST_F(TrailTest, EachThreadHasItsOwn) {
  Trail::pass_begin(at(100));
  std::thread([] {
    Trail::here().follow();
    Trail::pass_begin(at(200));
    Trail::here().follow();
  }).join();
  Trail::here().follow();
  EXPECT_EQ(lines(), (std::vector<std::uintptr_t>{100}));
}

TEST_F(TrailTest, OfALostOneWhatCameBehindTheLossIsAskedForOnceMore) {
  Trail::pass_begin(at(100));
  Trail::lose();
  Trail::pass_begin(at(200));
  Trail::lose();  // another one: all from the first on
  Trail::pass_begin(at(300));
  wake_until_noting();
  EXPECT_TRUE(Trail::take_loss());
  EXPECT_FALSE(Trail::take_loss()) << "once";
  EXPECT_EQ(lines(), (std::vector<std::uintptr_t>{100, 200, 300}));
  EXPECT_EQ(lines_again(), (std::vector<std::uintptr_t>{200, 300}));
}

TEST_F(TrailTest, WhatWasPassedBeforeALossTooIsAskedForOnceMore) {
  Trail::pass_begin(at(100));
  Trail::lose();
  Trail::pass_begin(at(200));
  Trail::pass_begin(at(100));
  wake_until_noting();
  EXPECT_EQ(lines_again(), (std::vector<std::uintptr_t>{200, 100}));
}

TEST_F(TrailTest, WithoutALossItIsTheWholeWay) {
  Trail::pass_begin(at(100));
  wake_until_noting();
  EXPECT_EQ(lines_again(), lines());
}

TEST_F(TrailTest, ALossInAWakeThatIsNotNotedKeepsWhatIsKnownOfTheOneBefore) {
  Trail::pass_begin(at(100));
  Trail::lose();
  Trail::pass_begin(at(200));
  Trail::here().follow();
  Trail::lose();
  wake_until_noting();
  EXPECT_EQ(lines_again(), (std::vector<std::uintptr_t>{200}));
}

TEST_F(TrailTest, AHintForWhatIsNoMemoryDoesNoHarm) {
  Trail::pass_begin(nullptr);
  Trail::pass_begin(reinterpret_cast<const void*>(UINTPTR_MAX));
  Trail::pass_begin(reinterpret_cast<const void*>(std::uintptr_t{1} << 47));  // not canonical
  warm_up(Trail::here());
  EXPECT_EQ(Trail::here().known().size(), 3u);
}

}  // namespace
}  // namespace ranvier
