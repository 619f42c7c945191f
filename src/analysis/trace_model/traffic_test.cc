// What became of messages whose fate is known.
#include "analysis/trace_model/traffic.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "story.h"

namespace ranvier::trace_model {
namespace {

using testing::SizeIs;

// /talker publishes /chatter from one process, /listener gets it in another.
class TrafficTest : public StoryTest {
 protected:
  TrafficTest() {
    process(1).node(0x10, "talker");
    process(1).publisher(0x20, 0x10, "/chatter", 7);
    process(2).node(0x30, "listener");
    process(2).subscription(0x40, 0x30, "/chatter");
  }
  void publish(std::int64_t stamp) { process(1).publish_far(stamp * 1'000, 1, 0x20, 0x500, stamp); }
  void come(std::int64_t stamp) {
    process(2).deliver(stamp * 1'000 + 200, 5, 0x40, address(stamp), stamp, 7);
  }
  void take(std::int64_t stamp) {
    process(2).take(stamp * 1'000 + 300, 6, 0x40, address(stamp), stamp, false, 50);
  }
  TopicTraffic chatter() {
    const auto all = topic_traffic(model());
    EXPECT_THAT(all, SizeIs(1));
    return all.empty() ? TopicTraffic() : all[0];
  }
  /// The blocks of messages come again after `blocks_` of them.
  std::uint64_t address(std::int64_t stamp) const {
    return 0x700 + static_cast<std::uint64_t>(stamp % blocks_) * 0x10;
  }
  std::int64_t blocks_ = 1'000;
};

TEST_F(TrafficTest, WhatIsPublishedAndTakenIsCounted) {
  for (std::int64_t i = 1; i <= 5; ++i) {
    publish(i);
    come(i);
    take(i);
  }
  const TopicTraffic t = chatter();
  EXPECT_EQ(t.topic, "/chatter");
  EXPECT_EQ(t.published, 5u);
  EXPECT_EQ(t.period.p50, 1'000);
  ASSERT_THAT(t.receptions, SizeIs(1));
  EXPECT_EQ(t.receptions[0].taken, 5u);
  EXPECT_EQ(t.receptions[0].unknown, 0u);
  EXPECT_EQ(t.dropped(), 0u);
}

TEST_F(TrafficTest, WhatCameAndGaveWayToLaterOnesWasPushedOut) {
  for (std::int64_t i = 1; i <= 6; ++i) {
    publish(i);
    come(i);
    if (i != 3 && i != 4) take(i);
  }
  const Reception to = chatter().receptions.at(0);
  EXPECT_EQ(to.pushed_out, 2u);
  EXPECT_EQ(to.missed, 0u);
  EXPECT_EQ(to.waiting, 0u);
}

TEST_F(TrafficTest, ItIsPushedOutAlsoIfItsBlockCameAgain) {
  blocks_ = 2;
  for (std::int64_t i = 1; i <= 6; ++i) {
    publish(i);
    come(i);
    if (i != 3 && i != 4) take(i);
  }
  EXPECT_EQ(chatter().receptions.at(0).pushed_out, 2u);
}

TEST_F(TrafficTest, WhereAnEventGivesTheReasonItIsCountedByIt) {
  for (std::int64_t i = 1; i <= 6; ++i) {
    publish(i);
    come(i);
    if (i == 1 || i == 6) take(i);
  }
  const auto drop = [&](std::int64_t stamp, const char* reason) {
    process(2).at(stamp * 1'000 + 250, 5, Event::ranvier_drop, {0x40, address(stamp), reason});
  };
  drop(2, "history");
  drop(3, "expired");
  drop(4, "expired");
  drop(5, "undecodable");
  const TopicTraffic t = chatter();
  const Reception& to = t.receptions.at(0);
  EXPECT_EQ(to.pushed_out, 1u);
  EXPECT_THAT(to.refused,
              testing::ElementsAre(testing::Pair("expired", 2u), testing::Pair("undecodable", 1u)));
  EXPECT_EQ(to.missed, 0u);
  EXPECT_EQ(to.waiting, 0u);
  EXPECT_EQ(t.dropped(), 4u);
}

TEST_F(TrafficTest, WhatNeverCameBetweenOthersIsMissed) {
  for (std::int64_t i = 1; i <= 8; ++i) {
    publish(i);
    // Before the first, between, after the last.
    if (i == 1 || i == 4 || i == 5 || i == 8) continue;
    come(i);
    take(i);
  }
  const Reception to = chatter().receptions.at(0);
  EXPECT_EQ(to.taken, 4u);
  EXPECT_EQ(to.missed, 2u);
  EXPECT_EQ(to.pushed_out, 0u);
}

TEST_F(TrafficTest, WhatCameLastIsWaitingWhenTheTraceEnds) {
  for (std::int64_t i = 1; i <= 4; ++i) {
    publish(i);
    come(i);
    if (i <= 2) take(i);
  }
  const TopicTraffic t = chatter();
  EXPECT_EQ(t.receptions.at(0).waiting, 2u);
  EXPECT_EQ(t.dropped(), 0u);
}

TEST_F(TrafficTest, WhatNobodyPublishedInTheTraceIsOfUnknownOrigin) {
  process(2).deliver(2'000, 5, 0x40, 0x700, 99, 42);
  process(2).take(2'300, 6, 0x40, 0x700, 99, false, 50);
  const Reception to = chatter().receptions.at(0);
  EXPECT_EQ(to.taken, 1u);
  EXPECT_EQ(to.unknown, 1u);
}

TEST_F(TrafficTest, TwoPublishersOfATopicAreCountedEachByItself) {
  process(3).node(0x10, "other");
  process(3).publisher(0x20, 0x10, "/chatter", 8);
  for (std::int64_t i = 1; i <= 4; ++i) {
    publish(i);
    process(3).publish_far(i * 1'000 + 10, 1, 0x20, 0x500, i);
    if (i == 2) continue;  // both are lost
    come(i);
    take(i);
    process(2).deliver(i * 1'000 + 400, 5, 0x40, 0x8000 + static_cast<std::uint64_t>(i), i, 8);
    process(2).take(i * 1'000 + 500, 6, 0x40, 0x8000 + static_cast<std::uint64_t>(i), i, false, 50);
  }
  const TopicTraffic t = chatter();
  EXPECT_THAT(t.publishers, SizeIs(2));
  EXPECT_EQ(t.published, 8u);
  EXPECT_EQ(t.receptions.at(0).taken, 6u);
  EXPECT_EQ(t.receptions.at(0).missed, 2u);
}

TEST_F(TrafficTest, WhatCannotBeDecodedIsDroppedAndNotTakenToo) {
  for (std::int64_t i = 1; i <= 3; ++i) {
    publish(i);
    come(i);
    if (i != 2) take(i);
  }
  // Of two callbacks that find out: one before it begins, one within.
  process(2).at(2'300, 6, Event::rmw_take, {0x40, address(2), 2, 1});
  process(2).at(2'310, 6, Event::ranvier_drop, {0x40, address(2), "undecodable"});
  publish(4);
  come(4);
  take(4);
  process(2).at(4'320, 6, Event::ranvier_drop, {0x40, address(4), "undecodable"});
  const TopicTraffic t = chatter();
  EXPECT_EQ(t.published, 4u);
  ASSERT_THAT(t.receptions, SizeIs(1));
  EXPECT_EQ(t.receptions[0].taken, 2u);
  EXPECT_EQ(t.receptions[0].refused.at("undecodable"), 2u);
  EXPECT_EQ(t.receptions[0].missed, 0u);
  EXPECT_EQ(t.dropped(), 2u);
}

}  // namespace
}  // namespace ranvier::trace_model
