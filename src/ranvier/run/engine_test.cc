#include "ranvier/run/engine.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include "jobs.h"
#include "ranvier/os/clock.h"

namespace ranvier {
namespace {

using namespace support;

class EngineTest : public ::testing::Test {
 protected:
  // A job that writes its name, then does what else it shall.
  Ref<Job> job(
      const Ref<Strand>& strand, const std::string& name, std::function<void()> then = [] {}) {
    return make_ref<Job>(strand, [this, name, then = std::move(then)] {
      ran_ += name;
      then();
    });
  }
  Engine engine_;
  std::string ran_;
};

TEST_F(EngineTest, WorksRunInTheOrderInWhichTheyBecameReady) {
  Attached one(engine_), other(engine_), free(engine_, Strand::Kind::kReentrant);
  const auto a = job(one, "a"), b = job(other, "b"), c = job(free, "c"), d = job(one, "d");
  for (const auto* work : {&c, &a, &d, &b}) (*work)->make_ready();
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "cadb");
  EXPECT_FALSE(engine_.spin_ready());
}

TEST_F(EngineTest, AWorkMadeReadyTwiceRunsOnce) {
  Attached strand(engine_);
  const auto a = job(strand, "a");
  a->make_ready();
  a->make_ready();
  engine_.spin_ready();
  EXPECT_EQ(ran_, "a");
}

TEST_F(EngineTest, ARoundOfDueTimersGoesFirstThenOneQueuedWork) {
  Attached strand(engine_);
  const auto a = job(strand, "a"), b = job(strand, "b");
  const auto timer = make_ref<TimerJob>(strand, 0, [&] { ran_ += "T"; });
  const auto other = make_ref<TimerJob>(strand, 0, [&] { ran_ += "U"; });
  a->make_ready();
  b->make_ready();
  timer->start();
  other->start();
  for (int i = 0; i < 6; ++i) engine_.spin_once(kForever);
  EXPECT_EQ(ran_, "TUaTUb");
  timer->cancel();
  other->cancel();
}

TEST_F(EngineTest, AWorkWithABacklogLetsTheOthersGoBetween) {
  Attached strand(engine_);
  int left = 3;
  Ref<Job> busy;
  busy = job(strand, "a", [&] {
    if (--left > 0) busy->make_ready();
  });
  const auto b = job(strand, "b"), c = job(strand, "c");
  busy->make_ready();
  b->make_ready();
  c->make_ready();
  while (engine_.spin_ready()) {}
  EXPECT_EQ(ran_, "abcaa");
}

TEST_F(EngineTest, SpinReadyRunsOnlyWhatWasReadyAtEntry) {
  Attached strand(engine_);
  const auto b = job(strand, "b");
  Ref<Job> a;
  a = job(strand, "a", [&] {
    a->make_ready();
    b->make_ready();
  });
  const auto timer = make_ref<TimerJob>(strand, 0, [&] { ran_ += "T"; });
  timer->start();
  a->make_ready();
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "Ta");
  timer->cancel();
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "Taab");
  a->retire();  // both are queued again
  b->retire();
}

TEST_F(EngineTest, SpinReadyStartsNothingAfterItsDeadline) {
  Attached strand(engine_);
  const std::int64_t deadline = steady_ns() + 1'000'000;
  const auto a = job(strand, "a", [&] {
    while (steady_ns() < deadline) {}
  });
  const auto b = job(strand, "b");
  a->make_ready();
  b->make_ready();
  EXPECT_TRUE(engine_.spin_ready(deadline));
  EXPECT_EQ(ran_, "a");
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "ab");
}

TEST_F(EngineTest, SpinOnceRunsOneAndSaysWhenThereWasNone) {
  Attached strand(engine_);
  const auto a = job(strand, "a"), b = job(strand, "b");
  a->make_ready();
  b->make_ready();
  EXPECT_TRUE(engine_.spin_once(0));
  EXPECT_EQ(ran_, "a");
  EXPECT_TRUE(engine_.spin_once(0));
  EXPECT_FALSE(engine_.spin_once(0));
  EXPECT_FALSE(engine_.spin_once(steady_ns() + 1'000'000));
}

TEST_F(EngineTest, AnExclusiveStrandNeverOverlapsItself) {
  Attached strand(engine_);
  constexpr int kRuns = 2'000;
  std::atomic<int> inside{0}, overlaps{0}, runs{0};
  EventCount done;
  std::vector<Ref<Job>> jobs;
  for (int i = 0; i < 4; ++i) {
    jobs.push_back(make_ref<Job>(strand, [&, i] {
      if (++inside != 1) ++overlaps;
      std::this_thread::yield();
      --inside;
      if (++runs < kRuns) jobs[i]->make_ready();
      if (runs >= kRuns) done.notify();
    }));
  }
  {
    Spinners spinners(engine_, 4);
    for (const auto& work : jobs) work->make_ready();
    (void)done.wait(0, kForever);
  }
  EXPECT_EQ(overlaps, 0);
  for (const auto& work : jobs) work->retire();
}

TEST_F(EngineTest, ReentrantWorksRunAtTheSameTime) {
  Attached strand(engine_, Strand::Kind::kReentrant);
  EventCount came;
  const auto meet = [&] {  // returns only when both are inside
    came.notify_all();
    while (came.count() < 2) (void)came.wait(came.count(), steady_ns() + 1'000'000);
  };
  const auto a = make_ref<Job>(strand, meet), b = make_ref<Job>(strand, meet);
  Spinners spinners(engine_, 2);
  a->make_ready();
  b->make_ready();
  while (came.count() < 2) (void)came.wait(came.count(), steady_ns() + 1'000'000);
}

TEST_F(EngineTest, StrandsOfTheirOwnRunAtTheSameTime) {
  Attached one(engine_), other(engine_);
  EventCount came;
  const auto meet = [&] {
    came.notify_all();
    while (came.count() < 2) (void)came.wait(came.count(), steady_ns() + 1'000'000);
  };
  const auto a = make_ref<Job>(one, meet), b = make_ref<Job>(other, meet);
  Spinners spinners(engine_, 2);
  a->make_ready();
  b->make_ready();
  while (came.count() < 2) (void)came.wait(came.count(), steady_ns() + 1'000'000);
}

TEST_F(EngineTest, WhatWaitsMovesFromEngineToEngine) {
  Engine other;
  const auto strand = make_ref<Strand>(Strand::Kind::kExclusive);
  const auto a = job(strand, "a"), b = job(strand, "b"), c = job(strand, "c");
  a->make_ready();  // waits in the strand
  EXPECT_TRUE(strand->attach(engine_));
  EXPECT_FALSE(strand->attach(other));
  b->make_ready();
  strand->detach(other);  // has not got it: nothing happens
  strand->detach(engine_);
  EXPECT_FALSE(engine_.spin_ready());
  c->make_ready();
  EXPECT_TRUE(strand->attach(other));
  EXPECT_TRUE(other.spin_ready());
  EXPECT_EQ(ran_, "abc");
  strand->detach(other);
}

TEST_F(EngineTest, WorksThatWaitForTheirStrandMoveWithIt) {
  Engine other;
  const auto strand = make_ref<Strand>(Strand::Kind::kExclusive);
  strand->attach(engine_);
  const auto parked = job(strand, "p");
  const auto moves = job(strand, "m", [&] {  // runs on engine_, ends when `other` has the strand
    parked->make_ready();
    engine_.spin_ready();  // parks it
    strand->detach(engine_);
    strand->attach(other);
    EXPECT_TRUE(ran_ == "m") << "a work ran although its strand was taken";
    other.spin_ready();
    EXPECT_TRUE(ran_ == "m");
  });
  moves->make_ready();
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_TRUE(other.spin_ready());
  EXPECT_EQ(ran_, "mp");
  strand->detach(other);
}

TEST_F(EngineTest, ARetiredWorkDoesNotRun) {
  Attached strand(engine_);
  const auto a = job(strand, "a");
  a->make_ready();
  a->retire();
  a->make_ready();
  engine_.spin_ready();
  EXPECT_EQ(ran_, "");
}

// A work whose end can be seen.
struct Witness {
  explicit Witness(bool& gone) : gone(&gone) {}
  Witness(Witness&& other) : gone(std::exchange(other.gone, nullptr)) {}
  ~Witness() {
    if (gone) *gone = true;
  }
  bool* gone;
};
Ref<Job> witnessed(const Ref<Strand>& strand, bool& gone) {
  return make_ref<Job>(strand, [witness = std::make_shared<Witness>(gone)] {});
}

TEST_F(EngineTest, ARetiredWorkIsNotKeptByAStrandWithoutAnEngine) {
  bool queued_before = false, queued_after = false;
  const auto strand = make_ref<Strand>(Strand::Kind::kExclusive);
  auto before = witnessed(strand, queued_before), after = witnessed(strand, queued_after);
  before->make_ready();
  before->retire();
  after->retire();
  after->make_ready();
  before = {};
  after = {};
  EXPECT_TRUE(queued_before);
  EXPECT_TRUE(queued_after);
}

TEST_F(EngineTest, NoQueueKeepsAWorkThatIsRetired) {
  for (const auto kind : {Strand::Kind::kExclusive, Strand::Kind::kReentrant}) {
    Attached strand(engine_, kind);
    bool gone = false;
    auto work = witnessed(strand, gone);
    const auto other = job(strand, "other");
    other->make_ready();
    work->make_ready();
    work->retire();
    work = {};
    EXPECT_TRUE(gone);
    EXPECT_TRUE(engine_.spin_ready()) << "what is queued beside it is still counted";
    EXPECT_FALSE(engine_.spin_ready());
    other->retire();
  }
}

TEST_F(EngineTest, AWorkThatIsRetiredDoesNotWaitForItsBusyStrandEither) {
  Attached strand(engine_);
  bool gone = false, gone_at_once = false;
  auto parked = witnessed(strand, gone);
  const auto a = job(strand, "a", [&] {
    parked->make_ready();
    engine_.spin_ready();  // finds the strand busy
    parked->retire();
    parked = {};
    gone_at_once = gone;
  });
  a->make_ready();
  engine_.spin_ready();
  EXPECT_TRUE(gone_at_once);
  a->make_ready();  // the strand goes on
  parked = witnessed(strand, gone);
  engine_.spin_ready();
  EXPECT_EQ(ran_, "aa");
}

TEST_F(EngineTest, AStrandIsBusyWhileAWorkRunsAlsoWhenItLosesItsEngineMeanwhile) {
  for (const auto kind : {Strand::Kind::kExclusive, Strand::Kind::kReentrant}) {
    Attached strand(engine_, kind);
    bool busy = false, busy_alone = false;
    const auto a = job(strand, "a", [&] {
      busy = strand->busy();
      strand->detach(engine_);
      busy_alone = strand->busy();
    });
    EXPECT_FALSE(strand->busy());
    a->make_ready();
    engine_.spin_ready();
    EXPECT_TRUE(busy && busy_alone);
    EXPECT_FALSE(strand->busy());
  }
}

TEST_F(EngineTest, AnExceptionPassesThroughSpinAndFreesTheStrand) {
  Attached strand(engine_);
  const auto bad = job(strand, "x", [] { throw std::runtime_error("mine"); });
  const auto good = job(strand, "g");
  bad->make_ready();
  good->make_ready();
  EXPECT_THROW(engine_.spin(engine_.stops()), std::runtime_error);
  EXPECT_FALSE(engine_.spinning());
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "xg");
}

TEST_F(EngineTest, AStopBetweenTheCheckAndTheSpinIsNotMissed) {
  const auto stops = engine_.stops();
  engine_.stop();
  engine_.spin(stops);  // returns
}

TEST_F(EngineTest, AStopEndsTheSleepOfEverySpinner) {
  Spinners spinners(engine_, 3);
  while (!engine_.spinning()) std::this_thread::yield();
}

TEST_F(EngineTest, AStopFromACallbackEndsTheSpinBeforeTheNextWork) {
  Attached strand(engine_);
  const auto a = job(strand, "a", [&] { engine_.stop(); });
  const auto b = job(strand, "b");
  a->make_ready();
  b->make_ready();
  engine_.spin(engine_.stops());
  EXPECT_EQ(ran_, "a");
  b->retire();
}

TEST_F(EngineTest, ItKnowsTheThreadsThatSpinIt) {
  Engine inner;
  Attached strand(engine_), nested(inner);
  EXPECT_FALSE(strand->drained_here());
  const auto in_both = job(nested, "i", [&] {
    EXPECT_TRUE(inner.spins_here());
    EXPECT_TRUE(strand->drained_here());
  });
  const auto a = job(strand, "a", [&] {
    EXPECT_TRUE(strand->drained_here());
    EXPECT_FALSE(inner.spins_here());
    in_both->make_ready();
    inner.spin_ready();
  });
  a->make_ready();
  engine_.spin_ready();
  EXPECT_EQ(ran_, "ai");
  EXPECT_FALSE(engine_.spins_here());
}

TEST_F(EngineTest, AWorkRunsInlineOnlyWhileItsEngineSpinsAndItsStrandIsFree) {
  Attached strand(engine_);
  const auto direct = job(strand, "d");
  EXPECT_FALSE(strand->run_inline(*direct, [] {})) << "nobody spins";
  const auto holds = job(
      strand, "h", [&] { EXPECT_FALSE(strand->run_inline(*direct, [] {})) << "the strand runs"; });
  Attached other(engine_);
  const auto queued = job(strand, "q");
  const auto tries = job(other, "t", [&] {
    EXPECT_FALSE(strand->run_inline(*queued, [] {})) << "it has something queued";
    EXPECT_TRUE(strand->run_inline(*direct, [&] {
      ran_ += "D";
      EXPECT_FALSE(strand->run_inline(*direct, [] {})) << "the strand runs inline";
    }));
  });
  holds->make_ready();
  tries->make_ready();
  queued->make_ready();
  engine_.spin_ready();
  EXPECT_EQ(ran_, "htDq");
}

TEST_F(EngineTest, WhatWaitedForAnInlineRunGoesOnAfterIt) {
  Attached strand(engine_);
  EventCount ran;
  const auto direct = make_ref<Job>(strand, [] {});
  const auto waits = make_ref<Job>(strand, [&] { ran.notify(); });
  Spinners spinners(engine_, 2);
  while (!strand->run_inline(*direct, [&] { waits->make_ready(); })) std::this_thread::yield();
  (void)ran.wait(0, kForever);
}

}  // namespace
}  // namespace ranvier
