// What a thread found when it woke is run next, past all queues, where nothing else had
// its turn before it; and is as good as queued if the engine stops first.
#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "jobs.h"
#include "ranvier/os/clock.h"
#include "test_shm_event.h"

namespace ranvier {
namespace {

using namespace support;

class MakeNextTest : public ::testing::Test {
 protected:
  /// A job that says its name.
  Ref<Job> job(const Ref<Strand>& strand, std::string name) {
    return make_ref<Job>(strand, [this, name = std::move(name)] { ran_.push_back(name); });
  }
  bool woken_to(std::function<void()> bring) {
    return support::woken_to(engine_, std::move(bring));
  }
  void spin_rest() {
    while (engine_.spin_ready()) {}
  }

  Engine engine_;
  Attached strand_{engine_};
  std::vector<std::string> ran_;
};

TEST_F(MakeNextTest, AThreadThatWokeRunsWhatItFound) {
  const auto found = job(strand_, "found");
  bool next = false;
  EXPECT_TRUE(woken_to([&] { next = found->make_next(); }));
  EXPECT_TRUE(next);
  EXPECT_EQ(ran_, std::vector<std::string>{"found"});
  spin_rest();
  EXPECT_EQ(ran_.size(), 1u);  // once
  EXPECT_FALSE(strand_->busy());
}

TEST_F(MakeNextTest, OfSeveralTheFirstIsNextAndTheOthersAreQueued) {
  const auto first = job(strand_, "first"), second = job(strand_, "second");
  Attached beside(engine_);
  const auto third = job(beside, "third");
  std::vector<bool> next;
  EXPECT_TRUE(woken_to([&] {
    for (const auto& one : {first, second, third}) {
      next.push_back(one->make_next());
      if (!next.back()) one->make_ready();
    }
  }));
  spin_rest();
  EXPECT_EQ(next, (std::vector<bool>{true, false, false}));
  EXPECT_EQ(ran_, (std::vector<std::string>{"first", "second", "third"}));
}

TEST_F(MakeNextTest, NothingOvertakesWhatIsReady) {
  const auto older = job(strand_, "older");
  Attached beside(engine_);
  const auto younger = job(beside, "younger");
  EXPECT_TRUE(woken_to([&] {
    older->make_ready();
    EXPECT_FALSE(older->make_next());    // it is queued
    EXPECT_FALSE(younger->make_next());  // another is
    younger->make_ready();
  }));
  spin_rest();
  EXPECT_EQ(ran_, (std::vector<std::string>{"older", "younger"}));
}

TEST_F(MakeNextTest, OnlyAnExclusiveStrandOfTheSameEngineIsTaken) {
  Engine other;
  Attached reentrant(engine_, Strand::Kind::kReentrant), of_other(other);
  const auto free = job(reentrant, "reentrant"), foreign = job(of_other, "foreign"),
             nobodys = job(make_ref<Strand>(Strand::Kind::kExclusive), "nobody's"),
             over = job(strand_, "over"), good = job(strand_, "good");
  over->retire();
  EXPECT_FALSE(good->make_next());  // no thread of an engine, nor woken
  EXPECT_TRUE(woken_to([&] {
    for (const auto& one : {free, foreign, nobodys, over}) EXPECT_FALSE(one->make_next());
    std::thread([&] { EXPECT_FALSE(good->make_next()); }).join();
    EXPECT_TRUE(good->make_next());
  }));
  EXPECT_EQ(ran_, std::vector<std::string>{"good"});
}

TEST_F(MakeNextTest, ABusyStrandIsNotTaken) {
  std::atomic<bool> runs{false}, ends{false};
  const auto busy = make_ref<Job>(strand_, [&] {
    runs = true;
    await([&] { return ends.load(); });
  });
  const auto late = job(strand_, "late");
  busy->make_ready();
  std::thread other([&] { engine_.spin_once(steady_ns() + 10'000 * kMs); });
  await([&] { return runs.load(); });
  Attached beside(engine_);
  const auto after = job(beside, "after");
  EXPECT_TRUE(woken_to([&] {
    EXPECT_FALSE(late->make_next());
    EXPECT_TRUE(after->make_next());
  }));
  ends = true;
  other.join();
  EXPECT_EQ(ran_, std::vector<std::string>{"after"});
}

TEST_F(MakeNextTest, WhatAnExecutorOfTheUserPullsComesOutOfTheQueue) {
  const auto found = job(strand_, "found");
  TestShmEvent event([&] {
    EXPECT_FALSE(found->make_next());
    found->make_ready();
  });
  ASSERT_TRUE(event.install());
  std::thread other([&] {
    await([&] { return event.slept_on(); });
    event.ring_outside();
  });
  Work* const pulled = engine_.pull(steady_ns() + 10'000 * kMs, engine_.stops());
  other.join();
  ASSERT_EQ(pulled, found.get());
  ASSERT_TRUE(engine_.begin(*pulled));
  engine_.run(*pulled);
  Engine::end(*pulled);
  EXPECT_EQ(ran_, std::vector<std::string>{"found"});
}

TEST_F(MakeNextTest, WhatIsQueuedMeanwhileStaysQueuedOnce) {
  int runs = 0;
  Ref<Job> found;
  found = make_ref<Job>(strand_, [&] {
    if (++runs == 1) found->make_ready();  // it is queued already
  });
  EXPECT_TRUE(woken_to([&] {
    EXPECT_TRUE(found->make_next());
    found->make_ready();
  }));
  EXPECT_EQ(runs, 1);
  spin_rest();
  EXPECT_EQ(runs, 2);
}

TEST_F(MakeNextTest, ATimerThatIsDueGoesBeforeIt) {
  Attached beside(engine_);
  const auto timer = make_ref<TimerJob>(beside, 3'600'000 * kMs, [] {});
  const auto due = make_ref<TimerJob>(beside, kMs, [&] { ran_.push_back("timer"); });
  const auto found = job(strand_, "found");
  timer->start();
  EXPECT_TRUE(woken_to([&] { EXPECT_TRUE(found->make_next()); }));  // that one is not
  EXPECT_TRUE(woken_to([&] {
    due->start();
    const std::int64_t when = steady_ns() + kMs;
    await([&] { return steady_ns() > when; });
    EXPECT_FALSE(found->make_next());
    found->make_ready();
  }));
  EXPECT_EQ(ran_, (std::vector<std::string>{"found", "timer"}));
  due->cancel();
  timer->cancel();
  spin_rest();
  EXPECT_EQ(ran_.back(), "found");
}

// As a direct callback may do: it runs while its thread answers.
TEST_F(MakeNextTest, ACallbackThatRunsMeanwhileMayWaitForIt) {
  Attached direct(engine_), beside(engine_);
  std::atomic<bool> ran{false}, others_ran{false}, direct_ran{false};
  const auto found = make_ref<Job>(strand_, [&] { ran = true; });
  const auto other = make_ref<Job>(beside, [&] { others_ran = true; });
  const auto now = make_ref<Job>(direct, [] {});
  TestShmEvent event([&] {
    EXPECT_TRUE(found->make_next());
    EXPECT_TRUE(direct->run_inline(*now, [&] {
      await([&] { return ran.load(); });
      EXPECT_FALSE(other->make_next());
      other->make_ready();
      await([&] { return others_ran.load(); });
      direct_ran = true;
    }));
  });
  ASSERT_TRUE(event.install());
  Spinners spinners(engine_, 2);
  await([&] { return event.slept_on() && engine_.sleepers().count() == 2; });
  event.ring_outside();
  await([&] { return direct_ran.load(); });
}

TEST_F(MakeNextTest, IfTheEngineStopsFirstItIsReadyAgain) {
  const auto found = job(strand_, "found");
  EXPECT_FALSE(woken_to([&] {
    EXPECT_TRUE(found->make_next());
    engine_.stop();
  }));
  EXPECT_TRUE(ran_.empty());
  EXPECT_FALSE(strand_->busy());
  spin_rest();
  EXPECT_EQ(ran_, std::vector<std::string>{"found"});
}

TEST_F(MakeNextTest, IfItIsRetiredFirstItDoesNotRun) {
  const auto found = job(strand_, "found"), after = job(strand_, "after");
  EXPECT_TRUE(woken_to([&] {
    EXPECT_TRUE(found->make_next());
    found->retire();
    after->make_ready();
  }));
  spin_rest();
  EXPECT_EQ(ran_, std::vector<std::string>{"after"});
}

TEST_F(MakeNextTest, AStrandThatIsTakenAwayFirstIsBusyUntilItRan) {
  const auto strand = make_ref<Strand>(Strand::Kind::kExclusive);
  strand->attach(engine_);
  bool busy = false;
  const auto found = make_ref<Job>(strand, [&] {
    busy = strand->busy();
    ran_.push_back("found");
  });
  EXPECT_TRUE(woken_to([&] {
    EXPECT_TRUE(found->make_next());
    strand->detach(engine_);
  }));
  EXPECT_TRUE(busy);
  EXPECT_FALSE(strand->busy());
  EXPECT_EQ(ran_, std::vector<std::string>{"found"});
}

// Rings, works of other threads, stops, and strands that move between two engines, at seeded
// moments: each brings its number in order, and nothing is lost or run twice at once.
TEST_F(MakeNextTest, WhateverComesAtTheSameTimeTheOrderHolds) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  Engine second;
  const auto strand = make_ref<Strand>(Strand::Kind::kExclusive);
  strand->attach(engine_);
  std::atomic<int> inside{0}, overlaps{0}, due{0}, done{0};
  const auto brought = make_ref<Job>(strand, [&] {
    if (inside.fetch_add(1) != 0) ++overlaps;
    done = due.load();
    inside.fetch_sub(1);
  });
  const auto beside = make_ref<Job>(strand, [&] {
    if (inside.fetch_add(1) != 0) ++overlaps;
    inside.fetch_sub(1);
  });
  TestShmEvent event([&] {
    ++due;
    if (!brought->make_next()) brought->make_ready();
  });
  ASSERT_TRUE(event.install());
  for (int life = 0; life < 100; ++life) {
    Engine& engine = life % 3 == 0 ? second : engine_;
    Engine& before = life % 3 == 0 ? engine_ : second;
    std::thread mover([&] {
      before.spin_ready();
      strand->detach(before);
      strand->attach(engine);
    });
    {
      Spinners spinners(engine, 1 + life % 3), also(before);
      for (int i = 0; i < 20; ++i) {
        if (random() % 2) beside->make_ready();
        if (!event.ring_outside()) event.answer();
        if (random() % 4 == 0) std::this_thread::yield();
      }
      mover.join();
      if (life % 2) await([&] { return done == due; });
    }  // stopped at any moment
  }
  {
    Engine& last = strand->attached_to(engine_) ? engine_ : second;
    Spinners spinners(last);
    await([&] { return done == due; });
  }
  EXPECT_EQ(overlaps, 0);
  brought->retire();
  beside->retire();
  strand->detach(engine_);
  strand->detach(second);
}

}  // namespace
}  // namespace ranvier
