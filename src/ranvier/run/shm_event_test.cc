// An executor with nothing to do sleeps on the event that other processes ring, and
// misses neither their rings nor its own works, timers and stops.
#include "ranvier/run/shm_event.h"

#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <thread>

#include "jobs.h"
#include "ranvier/os/clock.h"
#include "test_shm_event.h"

namespace ranvier {
namespace {

using namespace support;

class ShmEventTest : public ::testing::Test {
 protected:
  Engine engine_;
};

TEST_F(ShmEventTest, ARingOfAnotherProcessIsAnsweredByTheThreadThatRunsTheWork) {
  Attached strand(engine_);
  std::atomic<int> ran{0};
  std::thread::id answered, run;
  const auto job = make_ref<Job>(strand, [&] {
    run = std::this_thread::get_id();
    ++ran;
  });
  TestShmEvent event([&] {
    answered = std::this_thread::get_id();
    job->make_ready();
  });
  ASSERT_TRUE(event.install());
  Spinners spinners(engine_);
  for (int i = 1; i <= 100; ++i) {
    await([&] { return event.slept_on(); });
    EXPECT_TRUE(event.ring_outside());
    await([&] { return ran == i; });
    EXPECT_EQ(answered, run);
  }
}

TEST_F(ShmEventTest, AWorkOfItsOwnWakesIt) {
  Attached strand(engine_);
  std::atomic<int> ran{0};
  const auto job = make_ref<Job>(strand, [&] { ++ran; });
  TestShmEvent event;
  ASSERT_TRUE(event.install());
  Spinners spinners(engine_);
  for (int i = 1; i <= 1000; ++i) {
    if (i % 2) await([&] { return event.slept_on(); });
    job->make_ready();
    await([&] { return ran == i; });
  }
}

TEST_F(ShmEventTest, ATimerThatIsSetOrDueWakesIt) {
  Attached strand(engine_);
  std::atomic<int> ticks{0};
  TestShmEvent event;
  ASSERT_TRUE(event.install());
  const auto far = make_ref<TimerJob>(strand, 3'600'000 * kMs, [] {});
  const auto near = make_ref<TimerJob>(strand, kMs, [&] { ++ticks; });
  {
    Spinners spinners(engine_);
    await([&] { return event.slept_on(); });
    far->start();
    await([&] { return event.slept_on(); });
    near->start();
    await([&] { return ticks >= 3; });
  }
  near->cancel();
  far->cancel();
}

TEST_F(ShmEventTest, AStopAndATimeLimitEndIt) {
  TestShmEvent event;
  ASSERT_TRUE(event.install());
  for (int i = 0; i < 1000; ++i) Spinners spinners(engine_);  // stopped at any moment
  for (int i = 0; i < 100; ++i) {
    Spinners spinners(engine_);
    await([&] { return event.slept_on(); });
  }
  EXPECT_FALSE(engine_.spin_once(steady_ns() + kMs));
  EXPECT_GT(event.waits(), 100);
}

TEST_F(ShmEventTest, OneThreadOfAllHasTheWatch) {
  Engine other;
  Attached strand(engine_), strand_of_other(other);
  std::atomic<int> ran{0};
  const auto job = make_ref<Job>(strand, [&] { ++ran; });
  const auto job_of_other = make_ref<Job>(strand_of_other, [&] { ++ran; });
  TestShmEvent event([&] {
    job->make_ready();
    job_of_other->make_ready();
  });
  ASSERT_TRUE(event.install());
  Spinners spinners(engine_, 2), spinners_of_other(other, 2);
  for (int i = 1; i <= 200; ++i) {
    if (!event.ring_outside()) event.answer();
    await([&] { return ran >= 2 * i; });
  }
  EXPECT_EQ(event.most_sleepers(), 1);
}

TEST_F(ShmEventTest, ItIsOneForAProcess) {
  TestShmEvent event, second;
  EXPECT_TRUE(event.install());
  EXPECT_FALSE(second.install());
  event.uninstall();
  EXPECT_TRUE(second.install());
}

// Rings, works, stops, events that come and go, at seeded moments: each work runs.
TEST_F(ShmEventTest, NothingIsMissedWhateverComesAtTheSameTime) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Attached strand(engine_), free(engine_, Strand::Kind::kReentrant);
  std::atomic<int> brought{0}, ran{0}, wanted{0};
  const auto own = make_ref<Job>(strand, [&] { ++ran; });
  std::atomic<int> asked{0};
  const auto foreign = make_ref<Job>(free, [&] { brought += asked.exchange(0); });
  std::mt19937 random(seed);
  for (int life = 0; life < 30; ++life) {
    TestShmEvent event([&] {
      asked.fetch_add(1);
      foreign->make_ready();
    });
    ASSERT_TRUE(event.install());
    Spinners spinners(engine_, 1 + life % 3);
    std::thread outside([&, seed = random()] {
      std::mt19937 mine(seed);
      for (int i = 0; i < 200; ++i) {
        const int before = ++wanted;
        if (!event.ring_outside()) event.answer();
        if (mine() % 4 == 0) await([&] { return brought >= before; });
      }
    });
    for (int i = 0; i < 200; ++i) {
      const int before = ran;
      own->make_ready();
      if (random() % 4 == 0) await([&] { return ran > before; });
    }
    outside.join();
    await([&] { return brought == wanted; });
    if (life % 2) event.uninstall();  // while they spin
  }
  own->retire();
  foreign->retire();
}

}  // namespace
}  // namespace ranvier
