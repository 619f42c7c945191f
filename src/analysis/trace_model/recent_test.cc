#include "analysis/trace_model/recent.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "story.h"

namespace ranvier::trace_model {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

using support::kCraftedEpoch;

constexpr const char* kWay = "/camera -> /image -> /detector -> /boxes -> /planner";

// /camera publishes /image from a timer, /detector answers with /boxes, which /planner gets:
// three processes, of which one may have forgotten what it did.
class RecentTest : public StoryTest {
 protected:
  RecentTest() {
    process(1).node(0x10, "camera");
    process(1).publisher(0x20, 0x10, "/image", 1);
    process(1).timer(0x50, 0x10, 1'000);
    process(2).node(0x10, "detector");
    process(2).subscription(0x40, 0x10, "/image");
    process(2).publisher(0x20, 0x10, "/boxes", 2);
    process(3).node(0x10, "planner");
    process(3).subscription(0x40, 0x10, "/boxes");
  }
  enum Known { kAll, kNotTheCamera, kNotTheDetectorsStart };
  /// One image, whose number is the moment of its beginning: 900 ns until /planner is
  /// called, 1000 until that has ended.
  void image(std::int64_t ns, Known known = kAll) {
    const std::int64_t image = kCraftedEpoch + ns, boxes = image + 400;  // stamps
    if (known == kAll) {
      process(1).call(ns - 5, 1, 0x52, false, 100);
      process(1).publish_far(ns, 1, 0x20, 0x500, image);
    }
    if (known == kNotTheDetectorsStart) {
      process(2).at(ns + 557, 6, Event::callback_end, {0x42});
    } else {
      process(2).deliver(ns + 200, 5, 0x40, 0x500, image, 1);
      process(2).take(ns + 250, 6, 0x40, 0x500, image, false, 300);  // called at 257
    }
    process(2).publish_far(ns + 400, 6, 0x20, 0x600, boxes);
    process(3).deliver(ns + 800, 5, 0x40, 0x700, boxes, 2);
    process(3).take(ns + 893, 6, 0x40, 0x700, boxes, false, 100);
  }
  void make() {
    trace_ = trace();
    model_ = build_model(trace_);
  }
  /// @param bounds  as the story counts, from its own zero.
  Look look(Bounds bounds, const ChainQuery& query = {}) {
    for (Nanoseconds* one : {&bounds.from, &bounds.to, &bounds.edge}) *one += kCraftedEpoch;
    return look_at(trace_, model_, query, bounds);
  }

  trace_read::Trace trace_;
  Model model_;
};

TEST_F(RecentTest, AWayIsOfTheLookInWhichItEnds) {
  for (const std::int64_t ns : {10'000, 20'000, 30'000}) image(ns);
  make();
  // The second way ends at 21'000.
  const Look first = look({0, 20'999, 0}), second = look({20'999, 40'000, 0});
  ASSERT_THAT(first.chains, ElementsAre(Pair(kWay, testing::_)));
  EXPECT_THAT(first.chains.at(kWay).latencies, ElementsAre(900));
  EXPECT_THAT(second.chains.at(kWay).latencies, ElementsAre(900, 900));
  EXPECT_THAT(look({21'000, 30'999, 0}).chains, IsEmpty());
  EXPECT_EQ(first.seen, first.asked);
}

TEST_F(RecentTest, TheStagesAddUpToTheWholeWay) {
  image(10'000);
  image(20'000);
  make();
  const Stages stages = look({0, 40'000, 0}).chains.at(kWay).stages;
  EXPECT_EQ(std::accumulate(stages.begin(), stages.end(), Nanoseconds{0}), 2 * 1'000);
}

TEST_F(RecentTest, AMessageWhosePublisherForgotItBeginsNoWayOfItsOwn) {
  image(10'000, kNotTheCamera);
  make();
  const Look cut = look({10'300, 40'000, 10'200});
  EXPECT_THAT(cut.chains, IsEmpty());
  EXPECT_EQ(cut.cut, 0u);  // it was taken before
  EXPECT_EQ(look({10'000, 40'000, 10'200}).cut, 1u);
}

TEST_F(RecentTest, AMessageOfAPublisherThatIsNotTracedBeginsAWayBehindIt) {
  image(10'000, kNotTheCamera);
  make();
  const Look here = look({0, 40'000, 9'000});
  EXPECT_THAT(here.chains, ElementsAre(Pair("/detector -> /boxes -> /planner", testing::_)));
  EXPECT_EQ(here.cut, 0u);
}

TEST_F(RecentTest, ACallbackWhoseBeginningWasForgottenBeginsNoWay) {
  image(10'000, kNotTheDetectorsStart);
  make();
  EXPECT_THAT(look({0, 40'000, 0}).chains, IsEmpty());
}

TEST_F(RecentTest, HopsNeedNoBeginning) {
  image(10'000, kNotTheDetectorsStart);
  make();
  EXPECT_THAT(look({0, 40'000, 0}, {ChainQuery::What::kHops, {}}).chains,
              ElementsAre(Pair("/detector -> /boxes -> /planner", testing::_)));
}

TEST_F(RecentTest, WhatIsBeforeTheEdgeIsNotSeen) {
  for (const std::int64_t ns : {10'000, 20'000, 30'000}) image(ns);
  make();
  const Look late = look({10'000, 40'000, 25'000});
  EXPECT_EQ(late.asked, 30'000);
  EXPECT_EQ(late.seen, 15'000);
  EXPECT_THAT(late.chains.at(kWay).latencies, SizeIs(1));
  const Look never = look({10'000, 40'000, 50'000});
  EXPECT_EQ(never.seen, 0);
  EXPECT_THAT(never.callbacks, IsEmpty());
}

TEST_F(RecentTest, PeriodsReachBackOverTheBoundButNotOverTheEdge) {
  for (const std::int64_t ns : {10'000, 20'000, 40'000}) image(ns);
  make();
  const std::string timer = "timer 0.001 ms of /camera";
  EXPECT_THAT(look({15'000, 50'000, 0}).callbacks.at(timer).periods, ElementsAre(10'000, 20'000));
  EXPECT_THAT(look({15'000, 50'000, 12'000}).callbacks.at(timer).periods, ElementsAre(20'000));
  EXPECT_THAT(look({15'000, 50'000, 12'000}).callbacks.at(timer).durations, ElementsAre(100, 100));
}

TEST_F(RecentTest, DropsAreOfTheMomentInWhichTheyCameToPass) {
  process(2).deliver(10'000, 5, 0x40, 0x500, 1, 1);
  process(2).at(20'000, 5, Event::ranvier_drop, {0x40, 0x500, "history"});
  make();
  EXPECT_THAT(look({0, 15'000, 0}).drops, IsEmpty());
  EXPECT_THAT(look({15'000, 30'000, 0}).drops,
              ElementsAre(Pair("/image at /detector (history)", 1u)));
}

Look one_look(Nanoseconds latency, Nanoseconds seen = 1'000'000'000) {
  Look look;
  look.asked = 1'000'000'000;
  look.seen = seen;
  look.chains["a"].latencies = {latency, latency};
  look.chains["a"].stages[0] = 2 * latency;
  look.callbacks["c"].durations = {latency};
  look.drops["d"] = 1;
  look.cut = 1;
  look.lost = 2;
  return look;
}

TEST(WindowTest, AddsUpWhatItsLooksSaw) {
  Window window(10'000'000'000);
  window.add(one_look(100));
  window.add(one_look(300));
  const Latest recent = window.recent(true);
  ASSERT_THAT(recent.chains, SizeIs(1));
  EXPECT_EQ(recent.chains[0].latency.count, 4u);
  EXPECT_EQ(recent.chains[0].latency.p50, 100);
  EXPECT_EQ(recent.chains[0].latency.most, 300);
  EXPECT_DOUBLE_EQ(recent.chains[0].stages[0], 200);
  EXPECT_DOUBLE_EQ(recent.chains[0].rate, 2);
  EXPECT_EQ(recent.callbacks.at(0).duration.count, 2u);
  EXPECT_EQ(recent.drops.at("d"), 2u);
  EXPECT_EQ(recent.cut, 2u);
  EXPECT_EQ(recent.lost, 4u);
}

TEST(WindowTest, ForgetsWhatIsOlderThanItsLength) {
  Window window(3'000'000'000);
  window.add(one_look(9'000));
  for (int i = 0; i < 3; ++i) window.add(one_look(100));
  EXPECT_EQ(window.recent(true).asked, 3'000'000'000);
  EXPECT_EQ(window.recent(true).chains.at(0).latency.most, 100);
  Look nothing;
  nothing.asked = 3'000'000'000;
  window.add(nothing);
  EXPECT_THAT(window.recent(true).chains, IsEmpty());
}

TEST(WindowTest, RatesAreOfTheTimeThatWasSeen) {
  Window window(10'000'000'000);
  window.add(one_look(100, 250'000'000));
  window.add(one_look(100, 250'000'000));
  EXPECT_DOUBLE_EQ(window.recent(true).chains.at(0).rate, 8);
  EXPECT_EQ(window.recent(true).seen, 500'000'000);
}

TEST(WindowTest, KeepsNoMoreNumbersThanItMay) {
  Window window(1'000'000'000'000, 30);
  for (int i = 0; i < 1'000; ++i) window.add(one_look(100));
  const Latest recent = window.recent(true);
  EXPECT_LE(recent.chains.at(0).latency.count + recent.callbacks.at(0).duration.count, 30u);
  EXPECT_GT(recent.asked, 1'000'000'000);
  // One that is too large by itself is shown all the same.
  Window small(1'000'000'000'000, 1);
  small.add(one_look(100));
  EXPECT_THAT(small.recent(true).chains, SizeIs(1));
}

TEST(WindowTest, OfWholeChainsTheBeginningOfAnotherIsNone) {
  Look look;
  for (const char* name : {"/a -> /t -> /b", "/a -> /t -> /b -> /u -> /c", "/a -> /t -> /bb"}) {
    look.chains[name].latencies = {1};
  }
  Window window(1);
  window.add(look);
  EXPECT_THAT(window.recent(false).chains, SizeIs(3));
  std::vector<std::string> names;
  for (const auto& chain : window.recent(true).chains) names.push_back(chain.name);
  EXPECT_THAT(names,
              testing::UnorderedElementsAre("/a -> /t -> /b -> /u -> /c", "/a -> /t -> /bb"));
}

TEST(WindowTest, TheSlowestComeFirst) {
  Look look;
  look.chains["quick"].latencies = {1, 2};
  look.chains["slow"].latencies = {1, 9};
  look.callbacks["short"].durations = {5};
  look.callbacks["long"].durations = {6};
  Window window(1);
  window.add(look);
  EXPECT_EQ(window.recent(true).chains.at(0).name, "slow");
  EXPECT_EQ(window.recent(true).callbacks.at(0).name, "long");
}

}  // namespace
}  // namespace ranvier::trace_model
