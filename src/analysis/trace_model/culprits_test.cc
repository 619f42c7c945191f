#include "analysis/trace_model/culprits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "milliseconds.h"
#include "story.h"

namespace ranvier::trace_model {
namespace {

using support::kMs;
using support::kUs;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

/// What holds up one image on its way.
struct Held {
  std::int64_t work = 0;   ///< /detector computes longer
  std::int64_t queue = 0;  ///< /planner's thread runs /screen's callback before
  std::int64_t wake = 0;   ///< /planner's thread comes late
  std::int64_t route = 0;  ///< from /detector to /planner
};

// /camera -> /image -> /detector -> /boxes -> /planner, each in a process of its own;
// /screen is on /planner's thread.
class CulpritsTest : public StoryTest {
 protected:
  CulpritsTest() {
    process(1).node(0x10, "camera");
    process(1).publisher(0x20, 0x10, "/image", 1);
    process(2).node(0x10, "detector");
    process(2).subscription(0x40, 0x10, "/image");
    process(2).publisher(0x20, 0x10, "/boxes", 2);
    process(3).node(0x10, "planner");
    process(3).subscription(0x40, 0x10, "/boxes");
    process(3).node(0x11, "screen");
    process(3).timer(0x60, 0x11, 100 * kMs);
  }

  void image(const Held& held) {
    const std::int64_t stamp = ++images_;
    std::int64_t ns = images_ * 200 * kMs;
    process(1).publish_far(ns, 1, 0x20, 0x500, stamp);
    ns += 200 * kUs;
    process(2).deliver(ns, 5, 0x40, 0x500, stamp, 1);
    process(2).take(ns + 50 * kUs, 6, 0x40, 0x500, stamp, false, 400 * kUs + held.work);
    ns += 350 * kUs + held.work;
    process(2).publish_far(ns, 6, 0x20, 0x600, stamp);
    ns += 200 * kUs + held.route;
    process(3).deliver(ns, 5, 0x40, 0x700, stamp, 2);
    if (held.queue > 0) process(3).call(ns - 10 * kUs, 6, 0x62, false, held.queue + 10 * kUs);
    ns += 50 * kUs + held.queue + held.wake;
    process(3).take(ns, 6, 0x40, 0x700, stamp, false, 100 * kUs);
    last_ = ns;
  }
  void images(int count) {
    for (int i = 0; i < count; ++i) image({});
  }
  /// Until just after the last image was taken.
  void cpu_wait(std::int32_t pid, std::int64_t waited) {
    process(pid).at(last_ + 5 * kMs, 9, Event::ranvier_cpu_wait, {6, waited, 20 * kMs});
  }
  void watch(std::int32_t pid) { process(pid).at(1, 9, Event::ranvier_cpu_wait, {9, 0, 0}); }

  void find() {
    model_ = model();
    const auto chains = find_chains(model_, {ChainQuery::What::kNamed, {"/camera", "/planner"}});
    ASSERT_THAT(chains, SizeIs(1));
    found_ = find_culprits(model_, chains, options_).at(0);
  }
  /// Cause and who, of those that are named.
  std::vector<std::pair<std::string, std::string>> named() const {
    std::vector<std::pair<std::string, std::string>> all;
    for (const Culprit& one : found_.named()) {
      all.emplace_back(name_of(one.blame.cause), describe(model_, one.blame));
    }
    return all;
  }

  CulpritOptions options_;
  Model model_;
  Culprits found_;

 private:
  std::int64_t images_ = 0, last_ = 0;
};

constexpr const char* kDetector = "/image of /detector";
constexpr const char* kScreen = "timer 100 ms of /screen";
constexpr const char* kThread = "thread 6 'worker' of crafted-3";

TEST_F(CulpritsTest, WhereNoMessageIsSlowNobodyIsNamed) {
  images(20);
  image({.work = 900 * kUs});  // less than the floor
  find();
  EXPECT_THAT(found_.slow, IsEmpty());
  EXPECT_THAT(found_.all, IsEmpty());
}

TEST_F(CulpritsTest, ACallbackThatRanLongIsNamed) {
  images(20);
  image({.work = 9 * kMs});
  find();
  ASSERT_THAT(found_.slow, SizeIs(1));
  EXPECT_EQ(found_.slow[0].way, 20u);
  EXPECT_EQ(found_.slow[0].excess, 9 * kMs);
  EXPECT_THAT(named(), ElementsAre(Pair("callback-work", kDetector)));
  EXPECT_EQ(found_.all[0].blame.excess, 9 * kMs);
}

TEST_F(CulpritsTest, WhoRanWhileTheMessageWaitedIsNamed) {
  images(20);
  image({.queue = 9 * kMs});
  find();
  EXPECT_THAT(named(), ElementsAre(Pair("queueing", kScreen)));
}

TEST_F(CulpritsTest, ASlowRouteIsNamedByItsTopic) {
  images(20);
  image({.route = 9 * kMs});
  find();
  EXPECT_THAT(named(), ElementsAre(Pair("slow-route", "/boxes from /detector")));
}

TEST_F(CulpritsTest, AThreadThatWaitedForACpuWhenItWasWokenIsNamed) {
  watch(3);
  images(20);
  image({.wake = 9 * kMs});
  cpu_wait(3, 9 * kMs);
  find();
  EXPECT_THAT(named(), ElementsAre(Pair("cpu-contention", kThread)));
}

TEST_F(CulpritsTest, ACallbackThatWaitedForACpuDidNotWork) {
  images(20);
  image({.work = 12 * kMs});
  cpu_wait(2, 9 * kMs);
  find();
  EXPECT_THAT(named(), ElementsAre(Pair("cpu-contention", "thread 6 'worker' of crafted-2"),
                                   Pair("callback-work", kDetector)));
  EXPECT_NEAR(found_.all[0].share, 0.75, 0.01);
}

TEST_F(CulpritsTest, AWaitOfLongAgoExplainsNothing) {
  images(20);
  image({});
  cpu_wait(2, 9 * kMs);
  image({.work = 12 * kMs});
  find();
  EXPECT_THAT(named(), ElementsAre(Pair("callback-work", kDetector)));
}

TEST_F(CulpritsTest, AWaitIsNotCountedTwice) {
  watch(3);
  images(20);
  image({.queue = 9 * kMs, .wake = 9 * kMs});
  cpu_wait(3, 9 * kMs);
  find();
  // Who had been woken could do nothing but wait: the wait is that one's.
  EXPECT_THAT(named(), ElementsAre(Pair("queueing", kScreen), Pair("cpu-contention", kThread)));
  EXPECT_NEAR(found_.all[0].share, 0.5, 0.01);
}

// The thread that published waited while its callback ran, and not while the message
// was under way to another process.
TEST_F(CulpritsTest, AWaitIsOfTheCallbackBeforeItIsOfTheWayThatFollows) {
  images(20);
  image({.work = 9 * kMs, .route = 3 * kMs});
  cpu_wait(2, 9 * kMs);
  find();
  EXPECT_THAT(named(), ElementsAre(Pair("cpu-contention", "thread 6 'worker' of crafted-2"),
                                   Pair("slow-route", "/boxes from /detector")));
  EXPECT_EQ(found_.all[0].blame.excess, 9 * kMs);
}

TEST_F(CulpritsTest, ALateThreadIsUnexplainedWhereTheKernelSaysThatItDidNotWait) {
  watch(3);
  images(20);
  image({.wake = 9 * kMs});
  find();
  EXPECT_THAT(named(), ElementsAre(Pair("unexplained", "before /boxes of /planner")));
}

TEST_F(CulpritsTest, ALateThreadWaitedForACpuWhereTheKernelSaysNothing) {
  images(20);
  image({.wake = 9 * kMs});
  find();
  EXPECT_THAT(named(), ElementsAre(Pair("cpu-contention", kThread)));
}

TEST_F(CulpritsTest, SeveralCausesAreNamedInTheOrderOfTheirShare) {
  images(20);
  for (int i = 0; i < 4; ++i) image({.work = 5 * kMs, .queue = 10 * kMs, .route = 20 * kMs});
  find();
  EXPECT_THAT(found_.slow, SizeIs(4));
  EXPECT_THAT(named(), ElementsAre(Pair("slow-route", "/boxes from /detector"),
                                   Pair("queueing", kScreen), Pair("callback-work", kDetector)));
  EXPECT_EQ(found_.all[0].messages, 4u);
  for (const Blame& blame : found_.slow[0].blames) EXPECT_GT(blame.excess, 4 * kMs);
}

TEST_F(CulpritsTest, ATenthOfTheExcessIsTheLeastThatIsNamed) {
  images(20);
  image({.work = 500 * kUs, .route = 20 * kMs});
  find();
  EXPECT_THAT(named(), ElementsAre(Pair("slow-route", "/boxes from /detector")));
}

TEST_F(CulpritsTest, WhatVariesAsARuleIsNotSlow) {
  for (int i = 0; i < 40; ++i) image({.work = (i % 5) * kMs});  // 0 to 4 ms, 2 as a rule
  image({.work = 40 * kMs});
  find();
  EXPECT_EQ(found_.limit, 6 * kMs);
  EXPECT_THAT(found_.slow, SizeIs(1));
}

TEST_F(CulpritsTest, NearlyHalfOfTheMessagesMayBeSlow) {
  images(11);
  for (int i = 0; i < 9; ++i) image({.work = 9 * kMs});
  find();
  EXPECT_THAT(found_.slow, SizeIs(9));
  EXPECT_THAT(named(), ElementsAre(Pair("callback-work", kDetector)));
}

TEST_F(CulpritsTest, TheFloorIsTheUsersToSet) {
  options_.floor = 100 * kUs;
  images(20);
  image({.work = 200 * kUs});
  find();
  EXPECT_THAT(named(), ElementsAre(Pair("callback-work", kDetector)));
}

TEST_F(CulpritsTest, WaitsThatNobodyCanBelieveAreLeftOut) {
  images(20);
  image({.work = 12 * kMs});
  process(2).at(5'000 * kMs, 9, Event::ranvier_cpu_wait, {6, INT64_MAX, INT64_MAX});
  process(2).at(5'001 * kMs, 9, Event::ranvier_cpu_wait, {6, -1, -1});
  process(2).at(5'002 * kMs, 9, Event::ranvier_cpu_wait, {-7, 9 * kMs, 20 * kMs});
  find();
  EXPECT_THAT(model_.cpu_waits, IsEmpty());
  EXPECT_THAT(named(), ElementsAre(Pair("callback-work", kDetector)));
}

}  // namespace
}  // namespace ranvier::trace_model
