#include "bench/common/periodic_thread.h"

#include <gtest/gtest.h>

#include <atomic>

namespace ranvier::bench {
namespace {

constexpr std::int64_t kOften = 1'000'000, kHour = 3'600'000'000'000;  // ns

TEST(PeriodicThread, CallsAgainAndAgainUntilItIsStopped) {
  std::atomic<int> calls{0};
  PeriodicThread thread(kOften, [&] {
    ++calls;
    calls.notify_one();
  });
  for (int seen = 0; seen < 5; seen = calls) calls.wait(seen);
  thread.stop();
  const int then = calls;
  PeriodicThread other(kOften, [&] { calls.notify_one(); });
  other.stop();
  EXPECT_EQ(calls, then);
}

TEST(PeriodicThread, IsStoppedLongBeforeItsTime) {
  bool called = false;
  PeriodicThread thread(kHour, [&] { called = true; });
  thread.stop();
  EXPECT_FALSE(called);
}

}  // namespace
}  // namespace ranvier::bench
