// Who sleeps and who is woken when several threads spin one engine. Counted in
// rests (times that a thread lay down), never in time.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "jobs.h"
#include "ranvier/os/clock.h"
#include "ranvier/run/ring_batch.h"

namespace ranvier {
namespace {

using namespace support;

constexpr std::int64_t kHour = 3'600'000 * kMs;

// Opened once, for all.
class Gate final {
 public:
  void open() {
    open_ = true;
    open_.notify_all();
  }
  void pass() const { open_.wait(false); }

 private:
  std::atomic<bool> open_{false};
};

class EngineSleepTest : public ::testing::Test {
 protected:
  std::uint64_t parks() { return engine_.sleepers().parks(); }
  // So many are asleep, and nobody who was called is still on the way.
  void await_sleepers(std::uint32_t count) {
    for (Sleepers now = engine_.sleepers(); now.count() != count || now.coming();
         now = engine_.sleepers()) {
      std::this_thread::yield();
    }
  }
  // A work that keeps its strand until the gate opens; returns once it runs.
  Ref<Job> hold(const Ref<Strand>& strand, const Gate& gate) {
    Gate held;
    const auto holder = make_ref<Job>(strand, [&] {
      held.open();
      gate.pass();
    });
    holder->make_ready();
    held.pass();
    return holder;
  }
  Engine engine_;
};

TEST_F(EngineSleepTest, IdleThreadsSleepWhileATimerWaitsForItsStrand) {
  Attached busy(engine_), other(engine_), free(engine_, Strand::Kind::kReentrant);
  Gate gate, ticked;
  const auto far = make_ref<TimerJob>(other, kHour, [] {});
  const auto zero = make_ref<TimerJob>(busy, 0, [&] { ticked.open(); });
  {
    Spinners spinners(engine_, 4);
    far->start();  // so that somebody leads
    const auto holder = hold(busy, gate);
    zero->start();
    await_sleepers(3);
    const std::uint64_t before = parks();
    constexpr int kMarks = 200;
    for (int i = 0; i < kMarks; ++i) {
      Gate done;
      const auto mark = make_ref<Job>(free, [&] { done.open(); });
      mark->make_ready();
      done.pass();
      await_sleepers(3);
    }
    EXPECT_LE(parks() - before, 3u * kMarks);
    gate.open();
    ticked.pass();
  }
  zero->cancel();
  far->cancel();
  zero->retire();
}

TEST_F(EngineSleepTest, WhatABusyStrandGetsWakesNobody) {
  Attached busy(engine_);
  Gate gate;
  std::atomic<int> ran{0};
  std::vector<Ref<Job>> jobs;
  for (int i = 0; i < 100; ++i) jobs.push_back(make_ref<Job>(busy, [&] { ++ran; }));
  const auto timer = make_ref<TimerJob>(busy, kHour, [] {});
  Spinners spinners(engine_, 3);
  const auto holder = hold(busy, gate);
  await_sleepers(2);
  const std::uint64_t before = parks();
  for (const auto& work : jobs) work->make_ready();
  timer->start();
  EXPECT_FALSE(engine_.sleepers().coming());
  EXPECT_EQ(parks(), before);
  gate.open();
  await_sleepers(3);
  EXPECT_EQ(ran, 100);
  EXPECT_LE(parks(), before + 3);  // the holder, and two that its end may call
  timer->cancel();
}

TEST_F(EngineSleepTest, ADueTimerWakesOneThread) {
  Attached strand(engine_);
  std::atomic<int> ticks{0};
  const auto timer = make_ref<TimerJob>(strand, kMs, [&] {
    ++ticks;
    ticks.notify_all();
  });
  Spinners spinners(engine_, 6);
  await_sleepers(6);
  const std::uint64_t before = parks();
  timer->start();
  for (int now; (now = ticks) < 50;) ticks.wait(now);
  timer->cancel();
  await_sleepers(6);
  // One for each tick, one more for each that came late, and the first to lead.
  EXPECT_LE(parks() - before, 2u * static_cast<unsigned>(ticks) + 3);
}

TEST_F(EngineSleepTest, AWorkWakesOneThreadAndItIsNotTheLeader) {
  Attached strand(engine_), other(engine_);
  const auto far = make_ref<TimerJob>(other, kHour, [] {});
  Spinners spinners(engine_, 4);
  far->start();
  await_sleepers(4);
  const std::uint64_t before = parks();
  constexpr int kMarks = 200;
  for (int i = 0; i < kMarks; ++i) {
    Gate done;
    const auto mark = make_ref<Job>(strand, [&] { done.open(); });
    mark->make_ready();
    done.pass();
    await_sleepers(4);
  }
  EXPECT_LE(parks() - before, kMarks + kMarks / 10u);  // a waker may meet one that lies down
  far->cancel();
}

TEST_F(EngineSleepTest, ALeaderThatTakesATimerHandsOn) {
  Attached one(engine_), other(engine_);
  for (int round = 0; round < 20; ++round) {
    Gate second_ran, both;
    Ref<TimerJob> first, second;
    first = make_ref<TimerJob>(one, kMs, [&] {
      first->cancel();
      second_ran.pass();  // for ever if nobody watches the second
      both.open();
    });
    second = make_ref<TimerJob>(other, 2 * kMs, [&] {
      second->cancel();
      second_ran.open();
    });
    Spinners spinners(engine_, 2);
    await_sleepers(2);
    first->start();
    second->start();
    both.pass();
  }
}

TEST_F(EngineSleepTest, ALeaderWhoseTimeIsOverHandsOn) {
  Attached strand(engine_);
  Gate ran;
  std::atomic<bool> left{false};
  const auto timer = make_ref<TimerJob>(strand, 40 * kMs, [&] { ran.open(); });
  timer->start();
  std::thread leader([&] {
    engine_.spin_once(steady_ns() + 20 * kMs);
    left = true;
  });
  while (!left && engine_.sleepers().count() != 1) std::this_thread::yield();
  {
    Spinners follower(engine_);
    leader.join();
    ran.pass();  // for ever if the follower never leads
  }
  timer->cancel();
}

TEST_F(EngineSleepTest, AnEarlierTimerWakesTheLeader) {
  Attached strand(engine_);
  Gate ran;
  const auto far = make_ref<TimerJob>(strand, kHour, [] {});
  const auto near = make_ref<TimerJob>(strand, kMs, [&] { ran.open(); });
  far->start();
  Spinners spinners(engine_, 2);
  await_sleepers(2);
  near->start();
  ran.pass();
  near->cancel();
  far->cancel();
}

TEST_F(EngineSleepTest, WhoeverLeavesAStrandForAnotherCallsASleeperForIt) {
  Attached one(engine_), other(engine_);
  Gate gate, second_ran, all;
  const auto second = make_ref<Job>(one, [&] { second_ran.open(); });
  Ref<TimerJob> timer;
  timer = make_ref<TimerJob>(other, 0, [&] {
    timer->cancel();
    second_ran.pass();  // for ever if nobody was called for the second
    all.open();
  });
  const auto first = make_ref<Job>(one, [&] {
    second->make_ready();  // wakes nobody: this strand is busy
    timer->start();        // due when this ends, and goes first
  });
  Spinners spinners(engine_, 2);
  await_sleepers(2);
  first->make_ready();
  all.pass();
}

// A timer that is parked behind a work of its strand, on engine_.
class ParkedTimerTest : public EngineSleepTest {
 protected:
  // Runs `meanwhile` while the timer is parked.
  void while_parked(const std::function<void()>& meanwhile) {
    const auto holder = make_ref<Job>(strand_, [&] {
      timer_->start();
      engine_.spin_ready();  // finds it due and parks it
      EXPECT_EQ(ticks_, 0);
      meanwhile();
      engine_.spin_ready();
      EXPECT_EQ(ticks_, 0);
    });
    holder->make_ready();
    EXPECT_TRUE(engine_.spin_ready());
  }
  ParkedTimerTest() { strand_->attach(engine_); }
  ~ParkedTimerTest() override {
    timer_->cancel();
    timer_->retire();
    strand_->detach(engine_);
  }
  int ticks_ = 0;
  const Ref<Strand> strand_ = make_ref<Strand>(Strand::Kind::kExclusive);
  const Ref<TimerJob> timer_ = make_ref<TimerJob>(strand_, 0, [this] { ++ticks_; });
};

TEST_F(ParkedTimerTest, RunsOnceItsStrandIsFreeAndThenAgain) {
  while_parked([] {});
  EXPECT_TRUE(engine_.spin_once(kForever));
  EXPECT_TRUE(engine_.spin_once(kForever));
  EXPECT_GE(ticks_, 2);
}

TEST_F(ParkedTimerTest, SkipsThePeriodsThatPass) {
  timer_->set_period(kMs);
  while_parked([&] {
    const std::int64_t until = steady_ns() + 5 * kMs;
    while (steady_ns() < until) {}
  });
  engine_.spin_ready();
  EXPECT_LE(ticks_, 2);  // the parked one, and one that a slow machine lets come due; not five
}

TEST_F(ParkedTimerTest, MayBeCanceled) {
  while_parked([&] { timer_->cancel(); });
  engine_.spin_ready();
  EXPECT_FALSE(engine_.spin_ready());
  EXPECT_EQ(ticks_, 0);
}

TEST_F(ParkedTimerTest, MayBeStartedAnew) {
  while_parked([&] {
    timer_->cancel();
    timer_->start();
    timer_->start();
  });
  EXPECT_TRUE(engine_.spin_once(kForever));
  EXPECT_TRUE(engine_.spin_once(kForever));
  EXPECT_GE(ticks_, 2);
}

TEST_F(ParkedTimerTest, MovesWithItsStrandToAnotherEngine) {
  Engine other;
  while_parked([&] {
    strand_->detach(engine_);
    strand_->attach(other);
    other.spin_ready();
  });
  EXPECT_FALSE(engine_.spin_ready());
  EXPECT_TRUE(other.spin_once(kForever));
  EXPECT_TRUE(other.spin_once(kForever));
  EXPECT_GE(ticks_, 2);
  strand_->detach(other);
}

// Of `kThreads` threads all but one are held by works and timers of any kind;
// the one that is left must find the work or timer that sets them free.
class HandOverStress {
 public:
  explicit HandOverStress(unsigned seed) : random_(seed) {}
  ~HandOverStress() {
    for (const auto& timer : timers_) {
      timer->cancel();
      timer->retire();  // it may be parked, and must not wait for another engine
    }
  }

  /// False if somebody had to help.
  bool round() {
    left_ = kThreads;
    free_ = false;
    for (int i = 1; i < kThreads; ++i) add([this] { free_.wait(false); });
    add([this] { set_free(); });
    std::shuffle(starts_.begin(), starts_.end(), random_);
    const bool batched = random_() % 2;
    for (const auto& start : starts_) {
      if (batched) RingBatch::open();
      start();
      if (random_() % 2) RingBatch::close();
      for (auto i = random_() % 2'000; i > 0; --i) (void)done_.count();
    }
    RingBatch::close();
    const bool alone = finished(steady_ns() + 10'000 * kMs);
    if (!alone) set_free();
    while (!finished(kForever)) {}
    starts_.clear();
    return alone;
  }

 private:
  static constexpr int kThreads = 3;

  void set_free() {
    free_ = true;
    free_.notify_all();
  }
  bool finished(std::int64_t deadline) {
    for (;;) {
      const std::uint32_t seen = done_.count();
      if (left_ == 0) return true;
      if (done_.wait(seen, deadline) == seen) return false;
    }
  }
  // On a strand of its own, or on the reentrant one: else two would wait for each other.
  void add(const std::function<void()>& what) {
    strands_.push_back(std::make_unique<Attached>(
        engine_, random_() % 3 ? Strand::Kind::kExclusive : Strand::Kind::kReentrant));
    const Ref<Strand>& strand = *strands_.back();
    const auto run = [this, what] {
      what();
      --left_;
      done_.notify();
    };
    if (random_() % 2) {
      works_.push_back(make_ref<Job>(strand, run));
      starts_.push_back([work = works_.back()] { work->make_ready(); });
    } else {
      starts_.push_back([timer = once(strand, random_() % 300'000, run)] { timer->start(); });
    }
    if (random_() % 3 == 0) {  // and one that is due again and again behind it
      timers_.push_back(make_ref<TimerJob>(strand, random_() % 2 ? 0 : 50'000, [] {}));
      starts_.push_back([timer = timers_.back()] { timer->start(); });
    }
  }
  Ref<TimerJob> once(const Ref<Strand>& strand, std::int64_t period, std::function<void()> run) {
    auto ran = std::make_shared<std::atomic<bool>>(false);
    timers_.push_back(make_ref<TimerJob>(strand, period, [ran, run = std::move(run)] {
      if (!ran->exchange(true)) run();
    }));
    return timers_.back();
  }

  std::mt19937 random_;
  Engine engine_;
  std::atomic<int> left_{0};
  std::atomic<bool> free_{false};
  EventCount done_;
  std::vector<std::unique_ptr<Attached>> strands_;
  std::vector<Ref<Job>> works_;
  std::vector<Ref<TimerJob>> timers_;
  std::vector<std::function<void()>> starts_;
  Spinners spinners_{engine_, kThreads};
};

TEST(HandOverTest, WhatSetsTheOthersFreeIsAlwaysFound) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  for (unsigned i = 0; i < 150; ++i) {
    HandOverStress stress(seed + i);
    for (int round = 0; round < 4; ++round) {
      ASSERT_TRUE(stress.round()) << "seed + " << i << ", round " << round;
    }
  }
}

}  // namespace
}  // namespace ranvier
