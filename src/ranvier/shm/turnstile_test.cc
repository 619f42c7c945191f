#include "ranvier/shm/turnstile.h"

#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <thread>
#include <utility>

#include "sleeping_thread.h"

namespace ranvier::shm {
namespace {

TEST(TurnstileTest, ManyAreInsideAtOnceAndWhoClosesItLearnsOfThem) {
  Turnstile gate;
  {
    const Turnstile::Pass one(gate);
    const Turnstile::Pass within(gate);
    const Turnstile::Closed closed(gate);
    EXPECT_FALSE(closed.empty());
  }
  EXPECT_TRUE(Turnstile::Closed(gate).empty());
}

// A thread that waits by yield() keeps those of lower priority from its core for ever.
TEST(TurnstileTest, WhoIsHeldBackSleepsUntilItOpens) {
  Turnstile gate;
  std::atomic<bool> inside{false};
  support::SleepingThread passing;
  std::optional<Turnstile::Closed> closed(std::in_place, gate);
  ASSERT_TRUE(closed->empty());
  std::thread thread([&] {
    passing.is_this();
    const Turnstile::Pass pass(gate);
    inside = true;
  });
  EXPECT_TRUE(passing.sleeps()) << "it waits for a CPU, and not for the door";
  EXPECT_FALSE(inside);
  closed.reset();
  thread.join();
  EXPECT_TRUE(inside);
}

TEST(TurnstileTest, NobodyIsInsideWhileItIsClosedAndEmpty) {
  Turnstile gate;
  std::atomic<int> inside{0}, passed{0};
  std::atomic<bool> over{false};
  const auto pass = [&] {
    while (!over) {
      const Turnstile::Pass now(gate);
      ++inside;
      ++passed;
      --inside;
    }
  };
  std::thread first(pass), second(pass);
  for (int empty = 0; empty < 200;) {
    const Turnstile::Closed closed(gate);
    if (!closed.empty()) continue;
    ++empty;
    const int before = passed;
    EXPECT_EQ(inside, 0);
    std::this_thread::yield();
    EXPECT_EQ(passed, before);
  }
  over = true;
  first.join();
  second.join();
}

}  // namespace
}  // namespace ranvier::shm
