#include "ranvier/run/engine.h"

#include <gtest/gtest.h>

#include <atomic>
#include <deque>
#include <memory>
#include <random>
#include <stdexcept>

#include "jobs.h"
#include "ranvier/os/clock.h"

namespace ranvier {
namespace {

using namespace support;

constexpr std::int64_t kAnHour = 3'600'000'000'000;

class EngineOrder : public ::testing::Test {
 protected:
  Ref<Job> job(
      const Ref<Strand>& strand, char name, std::int64_t value,
      std::function<void()> then = [] {}) {
    auto made = make_ref<Job>(strand, [this, name, then = std::move(then)] {
      ran_ += name;
      then();
    });
    made->set_order_value(value);
    return made;
  }
  Ref<TimerJob> timer(const Ref<Strand>& strand, char name, std::int64_t value,
                      std::int64_t period = 1) {
    auto made = make_ref<TimerJob>(strand, period, [this, name] { ran_ += name; });
    made->set_order_value(value);
    return made;
  }
  static void ready(std::initializer_list<Ref<Job>> jobs) {
    for (const auto& one : jobs) one->make_ready();
  }
  Engine engine_;
  std::string ran_;
};

TEST_F(EngineOrder, TheHighestPriorityRunsFirstAndEqualOnesAsTheyBecameReady) {
  engine_.use_order(Order::kPriority);
  Attached one(engine_), other(engine_), free(engine_, Strand::Kind::kReentrant);
  const auto a = job(one, 'a', 1), b = job(other, 'b', 5), c = job(free, 'c', 1);
  const auto d = job(one, 'd', -3), e = job(free, 'e', 5), f = job(other, 'f', 2);
  ready({a, b, c, d, e, f});
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "befacd");
}

TEST_F(EngineOrder, WhatBecomesReadyWhileACallbackRunsIsNextIfItIsMoreUrgent) {
  engine_.use_order(Order::kPriority);
  Attached low(engine_), high(engine_);
  const auto urgent = job(high, 'H', 9);
  const auto a = job(low, 'a', 1, [&] { urgent->make_ready(); });
  const auto b = job(low, 'b', 1), c = job(low, 'c', 1);
  ready({a, b, c});
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(engine_.spin_once(0));
  EXPECT_EQ(ran_, "aHbc");
}

TEST_F(EngineOrder, ATimerHasItsPlaceAmongTheRest) {
  engine_.use_order(Order::kPriority);
  Attached strand(engine_);
  const auto low = timer(strand, 't', 1, kAnHour), high = timer(strand, 'T', 9, kAnHour);
  const auto a = job(strand, 'a', 5), b = job(strand, 'b', 1);
  low->set_period(1);
  high->set_period(1);
  low->start();
  high->start();
  // Due once, at the look that follows.
  while (!low->due() || !high->due()) {}
  low->set_period(kAnHour);
  high->set_period(kAnHour);
  ready({a, b});
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(engine_.spin_once(0));
  EXPECT_EQ(ran_, "Tabt");
  low->cancel();
  high->cancel();
}

TEST_F(EngineOrder, ATimerThatIsAlwaysDueStarvesWhatIsLessUrgentOnly) {
  engine_.use_order(Order::kPriority);
  Attached strand(engine_);
  const auto always = timer(strand, 'T', 5, 0);
  const auto a = job(strand, 'a', 9), b = job(strand, 'b', 1);
  always->start();
  ready({a, b});
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(engine_.spin_once(0));
  EXPECT_EQ(ran_, "aTTTT");
  always->cancel();
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_.back(), 'b');
}

TEST_F(EngineOrder, SpinReadyRunsWhatWasReadyAtEntryPastWhatIsNewAndMoreUrgent) {
  engine_.use_order(Order::kPriority);
  Attached strand(engine_);
  Ref<Job> urgent;
  urgent = job(strand, 'H', 9, [&] { urgent->make_ready(); });
  const auto a = job(strand, 'a', 1, [&] { urgent->make_ready(); }), b = job(strand, 'b', 1);
  const auto always = timer(strand, 'T', 3, 0);
  always->start();
  ready({a, b});
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "Tab");
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "TabHT");
  always->cancel();
  urgent->retire();
}

TEST_F(EngineOrder, TheEarliestDeadlineRunsFirstAndWhatHasNoneLast) {
  engine_.use_order(Order::kDeadline);
  Attached strand(engine_), other(engine_);
  const auto none = job(strand, '-', 0), late = job(other, 'l', kAnHour);
  const auto soon = job(strand, 's', 1'000'000), never = job(strand, 'n', INT64_MAX);
  ready({none, never, late, soon});
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "sl-n");
}

TEST_F(EngineOrder, ADeadlineCountsFromWhenItBecameReady) {
  engine_.use_order(Order::kDeadline);
  Attached strand(engine_);
  const auto first = job(strand, 'f', 2'000'000), second = job(strand, 's', 1'000'000);
  first->make_ready();
  for (const std::int64_t until = steady_ns() + 1'500'000; steady_ns() < until;) {}
  second->make_ready();  // due after the first by half a millisecond
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "fs");
}

TEST_F(EngineOrder, ABusyStrandKeepsItsWorksInOrder) {
  engine_.use_order(Order::kPriority);
  Attached strand(engine_), other(engine_);
  const auto low = job(strand, 'l', 1), high = job(strand, 'h', 9), next = job(other, 'n', 5);
  // A spin within a callback looks while the strand is busy, as a second thread would.
  const auto busy = job(strand, 'b', 10, [&] {
    ready({low, high, next});
    EXPECT_TRUE(engine_.spin_once(0));  // parks both of the busy strand, runs what it can
  });
  busy->make_ready();
  EXPECT_TRUE(engine_.spin_once(0));
  EXPECT_EQ(ran_, "bn");
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "bnhl");
}

TEST_F(EngineOrder, AnExceptionLosesNothingAndKeepsTheOrder) {
  engine_.use_order(Order::kPriority);
  Attached strand(engine_);
  const auto a = job(strand, 'a', 5, [] { throw std::runtime_error("a"); });
  const auto b = job(strand, 'b', 1), c = job(strand, 'c', 9);
  ready({a, b, c});
  EXPECT_THROW(engine_.spin_ready(), std::runtime_error);
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "cab");
}

TEST_F(EngineOrder, AStrandThatLeavesTakesItsWorksAlongAndBringsThemBackInOrder) {
  engine_.use_order(Order::kPriority);
  Attached stays(engine_);
  const auto strand = make_ref<Strand>(Strand::Kind::kExclusive);
  ASSERT_TRUE(strand->attach(engine_));
  const auto a = job(strand, 'a', 1), b = job(strand, 'b', 9), c = job(stays, 'c', 5);
  ready({a, b, c});
  strand->detach(engine_);
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "c");
  ASSERT_TRUE(strand->attach(engine_));
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "cba");
  Engine plain;
  ready({a, b});
  strand->detach(engine_);
  ASSERT_TRUE(strand->attach(plain));
  EXPECT_TRUE(plain.spin_ready());
  EXPECT_EQ(ran_, "cbaba");  // as they stood, whatever their values
  strand->detach(plain);
}

TEST_F(EngineOrder, WhatIsReadyAlreadyTakesItsPlaceInANewOrder) {
  Attached strand(engine_);
  const auto a = job(strand, 'a', 1), b = job(strand, 'b', 5), c = job(strand, 'c', 3);
  ready({a, b});
  engine_.use_order(Order::kPriority);
  c->make_ready();
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "bca");
  ready({a, b});
  engine_.use_order(Order::kArrival);
  c->make_ready();
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "bcabac");
}

// The contract of docs/executors.md: on one thread, the most urgent of all that are ready waits
// for the callback that runs, and for no other. Works become ready in callbacks and on a second
// thread, at random; each run must take the most urgent of those that were ready before it.
class Inversions final {
 public:
  explicit Inversions(Order order, unsigned seed) : random_(seed) { engine_.use_order(order); }

  int most(int rounds) {
    for (int i = 0; i < kJobs; ++i) {
      strands_.emplace_back(engine_);
      jobs_.push_back(make_ref<Job>(strands_.back(), [this, i] { ran(i); }));
      jobs_.back()->set_order_value(i);
    }
    for (int i = 0; i < rounds; ++i) {
      make_some_ready();
      while (engine_.spin_once(0)) {}
    }
    return most_;
  }

 private:
  static constexpr int kJobs = 12;
  void make_some_ready() {
    for (unsigned i = random_() % 4; i > 0; --i) {
      const unsigned which = random_() % kJobs;
      if (!std::exchange(waits_[which], true)) {
        passed_[which] = 0;
        jobs_[which]->make_ready();
      }
    }
  }
  // Each that waits and is more urgent than `which` was passed over once more.
  void ran(int which) {
    waits_[which] = false;
    for (int i = which + 1; i < kJobs; ++i) {
      if (waits_[i]) most_ = std::max(most_, ++passed_[i]);
    }
    if (++runs_ % 64 != 0) make_some_ready();
  }

  std::minstd_rand random_;
  Engine engine_;
  std::deque<Attached> strands_;
  std::vector<Ref<Job>> jobs_;
  bool waits_[kJobs] = {};
  int passed_[kJobs] = {};
  int most_ = 0;
  unsigned runs_ = 0;
};

TEST(EngineOrderSeeds, NothingIsPassedOverByWhatIsLessUrgent) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    EXPECT_EQ(Inversions(Order::kPriority, seed).most(200), 0) << "seed " << seed;
  }
}

TEST(EngineOrderSeeds, TheSameLookFindsTheInversionsOfTheOrderOfArrival) {
  EXPECT_GT(Inversions(Order::kArrival, 1).most(200), 1);
}

TEST(EngineOrderSeeds, ManyThreadsLoseNothing) {
  for (const Order order : {Order::kPriority, Order::kDeadline}) {
    Engine engine;
    engine.use_order(order);
    std::deque<Attached> strands;
    std::vector<Ref<Job>> jobs;
    std::atomic<int> runs{0};
    for (int i = 0; i < 8; ++i) {
      strands.emplace_back(engine, i % 2 ? Strand::Kind::kExclusive : Strand::Kind::kReentrant);
      jobs.push_back(make_ref<Job>(strands.back(), [&runs] { runs.fetch_add(1); }));
      jobs.back()->set_order_value(1 + i % 3);
    }
    {
      const Spinners spinners(engine, 2);
      for (int i = 1; i <= 2000; ++i) {
        const int before = runs.load();
        jobs[i % 8]->make_ready();
        while (runs.load() == before) std::this_thread::yield();
      }
    }
    EXPECT_EQ(runs.load(), 2000);
  }
}

}  // namespace
}  // namespace ranvier
