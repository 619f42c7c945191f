#include "ranvier/os/backoff.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "sleeping_thread.h"

namespace ranvier {
namespace {

// yield() lets no thread of lower priority run on its core.
TEST(BackoffTest, ALongWaitSleeps) {
  std::atomic<bool> done{false};
  support::SleepingThread waiting;
  std::thread thread([&] {
    waiting.is_this();
    for (Backoff wait; !done;) wait.pause();
  });
  EXPECT_TRUE(waiting.sleeps());
  done = true;
  thread.join();
}

}  // namespace
}  // namespace ranvier
