#include "ranvier/run/timer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "jobs.h"
#include "ranvier/os/clock.h"

namespace ranvier {
namespace {

using namespace support;

// Timers that no engine has: only their deadlines matter.
class TimerHeapTest : public ::testing::Test {
 protected:
  Timer& timer(std::int64_t seconds) {
    timers_.push_back(make_ref<TimerJob>(strand_, seconds * 1000 * kMs, [] {}));
    timers_.back()->start();
    return *timers_.back();
  }
  ~TimerHeapTest() override {
    for (auto& timer : timers_) timer->cancel();
  }
  std::vector<std::int64_t> drain() {
    std::vector<std::int64_t> periods;
    while (!heap_.empty()) {
      periods.push_back(heap_.top().period() / (1000 * kMs));
      heap_.erase(heap_.top());
    }
    return periods;
  }
  const Ref<Strand> strand_ = make_ref<Strand>(Strand::Kind::kExclusive);
  std::vector<Ref<TimerJob>> timers_;
  TimerHeap heap_;
};

TEST_F(TimerHeapTest, GivesTheEarliestFirst) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::vector<std::int64_t> seconds(100);
  for (int i = 0; i < 100; ++i) seconds[i] = 10 * (i + 1);
  std::shuffle(seconds.begin(), seconds.end(), std::mt19937(seed));
  for (std::int64_t s : seconds) heap_.insert(timer(s));
  std::vector<std::int64_t> sorted = seconds;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(drain(), sorted);
}

TEST_F(TimerHeapTest, LosesExactlyWhatIsErased) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::vector<Timer*> all;
  for (int i = 0; i < 50; ++i) all.push_back(&timer(10 * (i + 1)));
  std::shuffle(all.begin(), all.end(), std::mt19937(seed));
  for (Timer* one : all) heap_.insert(*one);
  std::vector<std::int64_t> left;
  for (int i = 0; i < 50; ++i) {
    if (i % 2) {
      heap_.erase(*all[i]);
      heap_.erase(*all[i]);  // no longer there: nothing happens
    } else {
      left.push_back(all[i]->period() / (1000 * kMs));
    }
  }
  std::sort(left.begin(), left.end());
  EXPECT_EQ(drain(), left);
}

TEST_F(TimerHeapTest, FollowsATimerWhoseDeadlineMoved) {
  Timer& first = timer(10);
  heap_.insert(first);
  heap_.insert(timer(20));
  first.set_period(30'000 * kMs);
  first.start();
  heap_.moved(first);
  EXPECT_EQ(drain(), (std::vector<std::int64_t>{20, 30}));
}

TEST(TimerTest, ATimerIsInertUntilStartedAndAfterCancel) {
  Engine engine;
  Attached strand(engine);
  int runs = 0;
  const auto timer = make_ref<TimerJob>(strand, 0, [&] { ++runs; });
  EXPECT_TRUE(timer->canceled());
  EXPECT_EQ(timer->time_until_due(), INT64_MAX);
  EXPECT_FALSE(timer->due());
  EXPECT_FALSE(engine.spin_ready());
  timer->start();
  EXPECT_TRUE(timer->due());
  EXPECT_TRUE(engine.spin_once(kForever));
  timer->cancel();
  EXPECT_FALSE(engine.spin_ready());
  EXPECT_EQ(runs, 1);
}

TEST(TimerTest, LateCallsDoNotDriftAndPassedPeriodsAreSkipped) {
  Engine engine;
  Attached strand(engine);
  std::vector<std::int64_t> expected, actual;
  Ref<TimerJob> timer;
  timer = make_ref<TimerJob>(strand, kMs, [&] {
    expected.push_back(timer->expected_call());
    actual.push_back(timer->actual_call());
    const std::int64_t busy_until = steady_ns() + (expected.size() == 3 ? 4 * kMs : 0);
    while (steady_ns() < busy_until) {}
  });
  timer->start();
  while (expected.size() < 8) engine.spin_once(kForever);
  timer->cancel();
  bool skipped = false;
  for (std::size_t i = 1; i < expected.size(); ++i) {
    const std::int64_t step = expected[i] - expected[i - 1];
    EXPECT_EQ(step % kMs, 0) << "call " << i << " left the grid";
    EXPECT_GT(step, 0);
    EXPECT_GE(actual[i], expected[i]);
    // A period that has passed altogether when one is taken is not made up for.
    EXPECT_GT(expected[i] + kMs, actual[i - 1]);
    skipped = skipped || step > kMs;
  }
  EXPECT_TRUE(skipped);
}

TEST(TimerTest, StartBeginsAnewFromNow) {
  Engine engine;
  Attached strand(engine);
  const auto timer = make_ref<TimerJob>(strand, 3'600'000 * kMs, [] {});
  timer->start();
  timer->set_period(0);
  EXPECT_FALSE(timer->due());  // takes effect with the next start
  timer->start();
  EXPECT_TRUE(timer->due());
  timer->cancel();
}

TEST(TimerTest, ATimerThatEndsAfterTheClockNeverRuns) {
  for (const std::int64_t period : {INT64_MAX, INT64_MAX - 1, INT64_MAX - steady_ns()}) {
    Engine engine;
    Attached strand(engine);
    int runs = 0, ticks = 0;
    const auto timer = make_ref<TimerJob>(strand, period, [&] { ++runs; });
    const auto other = make_ref<TimerJob>(strand, kMs, [&] { ++ticks; });
    timer->start();
    EXPECT_FALSE(timer->due());
    EXPECT_GT(timer->time_until_due(), INT64_MAX / 2);
    EXPECT_FALSE(engine.spin_ready());
    EXPECT_FALSE(engine.spin_once(steady_ns() + kMs));
    EXPECT_TRUE(timer->call());  // by hand, however early it is
    EXPECT_FALSE(timer->due());
    other->start();
    while (ticks < 3) engine.spin_once(kForever);
    timer->cancel();
    other->cancel();
    EXPECT_EQ(runs, 0);
  }
}

TEST(TimerTest, AZeroPeriodStarvesNobody) {
  Engine engine;
  Attached strand(engine);
  int ticks = 0, runs = 0;
  const auto timer = make_ref<TimerJob>(strand, 0, [&] { ++ticks; });
  Ref<Job> job;
  job = make_ref<Job>(strand, [&] {
    if (++runs < 100) {
      job->make_ready();
    } else {
      engine.stop();
    }
  });
  const auto stops = engine.stops();
  timer->start();
  job->make_ready();
  engine.spin(stops);
  timer->cancel();
  EXPECT_EQ(runs, 100);
  EXPECT_GE(ticks, 100);
}

TEST(TimerTest, ATimerSetWhileAnEngineSleepsWakesIt) {
  Engine engine;
  Attached strand(engine);
  Spinners spinner(engine);
  EventCount ran;
  const auto timer = make_ref<TimerJob>(strand, kMs, [&] { ran.notify(); });
  timer->start();
  (void)ran.wait(0, kForever);
  timer->cancel();
}

TEST(TimerTest, ATimerStartedWithoutAnEngineRunsOnceItHasOne) {
  Engine engine;
  const auto strand = make_ref<Strand>(Strand::Kind::kExclusive);
  int runs = 0;
  const auto timer = make_ref<TimerJob>(strand, 0, [&] { ++runs; });
  timer->start();
  strand->attach(engine);
  EXPECT_TRUE(engine.spin_ready());
  EXPECT_EQ(runs, 1);
  strand->detach(engine);
  EXPECT_FALSE(engine.spin_ready());
  timer->cancel();
}

}  // namespace
}  // namespace ranvier
