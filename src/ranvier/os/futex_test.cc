#include "ranvier/os/futex.h"

#include <gtest/gtest.h>

#include <thread>

#include "ranvier/os/clock.h"

namespace ranvier {
namespace {

TEST(FutexTest, AWaitReturnsAtOnceWhenTheWordHasMoved) {
  const std::atomic<std::uint32_t> word{2};
  futex_wait(word, 1, kForever);
}

TEST(FutexTest, AWaitEndsAtItsDeadline) {
  const std::atomic<std::uint32_t> word{1};
  const std::int64_t deadline = steady_ns() + 1'000'000;
  while (steady_ns() < deadline) futex_wait(word, 1, deadline);
  futex_wait(word, 1, deadline);  // passed
  futex_wait(word, 1, -1);        // before the clock began
}

TEST(FutexTest, AWakeEndsAWait) {
  std::atomic<std::uint32_t> word{0};
  std::thread sleeper([&] {
    while (word == 0) futex_wait(word, 0, kForever);
  });
  word = 1;
  futex_wake(word, 1);
  sleeper.join();
}

TEST(FutexTest, AWakeLeavesErrnoAlone) {
  const std::atomic<std::uint32_t> word{0};
  errno = 77;
  futex_wake(word, 1);
  EXPECT_EQ(errno, 77);
}

TEST(FutexDeathTest, AWaitThatTheKernelRefusesIsNotTriedForEver) {
  const std::atomic<std::uint32_t> word{1};
  EXPECT_DEATH(while (word == 1) futex_wait(word, 1, kForever, 0), "does not let a thread wait");
}

}  // namespace
}  // namespace ranvier
