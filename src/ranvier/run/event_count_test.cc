#include "ranvier/run/event_count.h"

#include <gtest/gtest.h>

#include <random>
#include <thread>
#include <vector>

#include "ranvier/os/clock.h"

namespace ranvier {
namespace {

TEST(EventCountTest, WaitReturnsAtOnceWhenItRangAfterTheLook) {
  EventCount event;
  const std::uint32_t seen = event.count();
  event.notify();
  EXPECT_EQ(event.wait(seen, kForever), seen + 1);
}

TEST(EventCountTest, APassedDeadlinePolls) {
  EventCount event;
  EXPECT_EQ(event.wait(event.count(), 0), event.count());
}

TEST(EventCountTest, TimeRunsOutWithTheCountThatWasSeen) {
  EventCount event;
  event.notify();
  const std::uint32_t seen = event.count();
  const std::int64_t deadline = steady_ns() + 1'000'000;
  EXPECT_EQ(event.wait(seen, deadline), seen);
  EXPECT_GE(steady_ns(), deadline);
}

TEST(EventCountTest, WhatWasWrittenBeforeTheRingIsSeenAfterTheWait) {
  EventCount event;
  int written = 0;  // not atomic: the event orders it
  std::thread ringer([&] {
    written = 1;
    event.notify();
  });
  EXPECT_EQ(event.wait(0, kForever), 1u);
  EXPECT_EQ(written, 1);
  ringer.join();
}

TEST(EventCountTest, RingAllWakesEverySleeper) {
  EventCount event;
  std::vector<std::thread> sleepers;
  for (int i = 0; i < 4; ++i) {
    sleepers.emplace_back([&] { EXPECT_EQ(event.wait(0, kForever), 1u); });
  }
  event.notify_all();
  for (auto& sleeper : sleepers) sleeper.join();
}

// Two threads ring each other in turns. A wake-up that is lost stops them; after
// `patience` ns without progress the second event is rung once more and the loss
// counted.
template <class Event>
int lost_wake_ups(unsigned seed, int rounds, std::int64_t patience) {
  Event there, back;
  std::atomic<int> lost{0};
  const auto pause = [&](std::mt19937& random) {
    for (auto i = random() % 4'000; i > 0; --i) (void)there.count();
  };
  std::thread answerer([&] {
    std::mt19937 random(seed);
    for (int i = 0; i < rounds; ++i) {
      while (there.count() == static_cast<std::uint32_t>(i)) {
        pause(random);
        (void)there.wait(static_cast<std::uint32_t>(i), kForever);
      }
      back.notify();
    }
  });
  std::mt19937 random(seed + 1);
  for (int i = 0; i < rounds; ++i) {
    pause(random);
    there.notify();
    const auto seen = static_cast<std::uint32_t>(i);
    while (back.wait(seen, steady_ns() + patience) == seen) {
      ++lost;
      there.ring_all_again();
    }
  }
  answerer.join();
  return lost;
}

struct SoundBell {
  std::uint32_t count() const { return event.count(); }
  void notify() { event.notify(); }
  void ring_all_again() { event.notify_all(); }
  std::uint32_t wait(std::uint32_t seen, std::int64_t deadline) {
    return event.wait(seen, deadline);
  }
  EventCount event;
};

// Looks for sleepers before it counts the ring: who goes to sleep in between is
// not woken.
class HastyBell {
 public:
  std::uint32_t count() const { return count_.load(); }
  void notify() {
    const bool somebody = sleepers_.load() != 0;
    // The worst moment: somebody goes to sleep now.
    const std::int64_t until = somebody ? 0 : steady_ns() + 50'000'000;
    while (sleepers_.load() == 0 && steady_ns() < until) std::this_thread::yield();
    for (int i = 0; i < 100; ++i) std::this_thread::yield();
    count_.fetch_add(1);
    if (somebody) ring_all_again();
  }
  void ring_all_again() { futex_wake(count_, INT32_MAX); }
  std::uint32_t wait(std::uint32_t seen, std::int64_t deadline) {
    sleepers_.fetch_add(1);
    while (count_.load() == seen && steady_ns() < deadline) futex_wait(count_, seen, deadline);
    sleepers_.fetch_sub(1);
    return count_.load();
  }

 private:
  std::atomic<std::uint32_t> count_{0};
  std::atomic<std::uint32_t> sleepers_{0};
};

TEST(EventCountTest, NoWakeUpIsLostUnderStress) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  EXPECT_EQ(lost_wake_ups<SoundBell>(seed, 20'000, 20'000'000'000), 0);
}

TEST(EventCountTest, TheStressFindsABellThatLooksForSleepersTooEarly) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  int lost = 0;
  for (unsigned i = 0; i < 100 && lost == 0; ++i) {
    lost = lost_wake_ups<HastyBell>(seed + i, 3, 20'000'000);
  }
  EXPECT_GT(lost, 0);
}

}  // namespace
}  // namespace ranvier
