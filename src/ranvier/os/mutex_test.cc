#include "ranvier/os/mutex.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <sstream>
#include <thread>
#include <vector>

namespace ranvier {
namespace {

TEST(MutexTest, OneThreadAtATimeIsInside) {
  struct {
    Mutex mutex;
    long count RANVIER_GUARDED_BY(mutex) = 0;
  } shared;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 10'000; ++j) {
        Lock lock(shared.mutex);
        ++shared.count;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  Lock lock(shared.mutex);
  EXPECT_EQ(shared.count, 40'000);
}

// The priority that the kernel gives a thread now; below zero is real time.
long priority_of(long thread) {
  std::ifstream stat("/proc/self/task/" + std::to_string(thread) + "/stat");
  std::string line;
  std::getline(stat, line);
  std::istringstream fields(line.substr(line.rfind(')') + 2));
  std::string skipped;
  for (int field = 3; field < 18; ++field) fields >> skipped;
  long priority = 0;
  fields >> priority;
  return priority;
}

bool make_real_time() {
  const sched_param parameters{.sched_priority = 10};
  return ::sched_setscheduler(0, SCHED_FIFO, &parameters) == 0;
}

TEST(MutexTest, TheHolderInheritsThePriorityOfAWaiter) {
  Mutex mutex;
  std::atomic<int> refused{-1};
  mutex.lock();
  std::thread waiter([&] {
    refused = !make_real_time();
    if (!refused) Lock lock(mutex);
  });
  while (refused == -1) std::this_thread::yield();
  const long here = ::syscall(SYS_gettid);
  while (refused == 0 && priority_of(here) >= 0) std::this_thread::yield();
  mutex.unlock();
  waiter.join();
  if (refused) GTEST_SKIP() << "this user may not make a thread real-time";
  EXPECT_GE(priority_of(here), 0);
}

}  // namespace
}  // namespace ranvier
