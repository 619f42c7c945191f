#include "ranvier/os/mutex.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "fork_child.h"

namespace ranvier {
namespace {

TEST(MutexTest, OneThreadAtATimeIsInside) {
  struct {
    Mutex mutex{nullptr};
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
  Mutex mutex{nullptr};
  std::atomic<int> refused{-1};
  mutex.lock();
  std::thread waiter([&] {
    refused = !make_real_time();
    if (!refused) Lock lock(mutex);
  });
  while (refused == -1) std::this_thread::yield();
  const long here = ::gettid();
  while (refused == 0 && priority_of(here) >= 0) std::this_thread::yield();
  mutex.unlock();
  waiter.join();
  if (refused) GTEST_SKIP() << "this user may not make a thread real-time";
  EXPECT_GE(priority_of(here), 0);
}

// Past clang's analysis, which forbids what these tests do.
void take(Mutex& mutex) RANVIER_ATTRIBUTE(no_thread_safety_analysis) { mutex.lock(); }
void give_back(Mutex& mutex) RANVIER_ATTRIBUTE(no_thread_safety_analysis) { mutex.unlock(); }

// What is wrong, in Mutex::lock(); not an error: the lock was given.
std::error_code refusal_of(Mutex& mutex, std::string* words = nullptr) {
  try {
    take(mutex);
    return {};
  } catch (const std::system_error& error) {
    if (words) *words = error.what();
    return error.code();
  }
}

bool somebody_waits_for(const Mutex& mutex) {
  constexpr std::uint32_t kWaiters = 0x80000000;  // FUTEX_WAITERS
  std::uint32_t word;
  std::memcpy(&word, static_cast<const void*>(&mutex), sizeof word);
  return (word & kWaiters) != 0;
}

bool sleeps(long thread) {
  std::ifstream status("/proc/self/task/" + std::to_string(thread) + "/stat");
  std::string line;
  std::getline(status, line);
  return line.substr(line.rfind(')') + 2, 1) == "S";
}

TEST(MutexTest, AThreadThatLocksTwiceIsToldWhichLockAndThread) {
  Mutex mutex{nullptr};
  take(mutex);
  std::string words;
  EXPECT_EQ(refusal_of(mutex, &words), std::errc::resource_deadlock_would_occur);
  std::ostringstream lock, thread;
  lock << "Lock " << static_cast<void*>(&mutex);
  thread << "thread " << ::gettid() << " '";
  EXPECT_NE(words.find(lock.str()), std::string::npos) << words;
  EXPECT_NE(words.find(thread.str()), std::string::npos) << words;
  EXPECT_NE(words.find("this thread has it already"), std::string::npos) << words;
  give_back(mutex);
  EXPECT_FALSE(refusal_of(mutex));
  give_back(mutex);
}

TEST(MutexTest, ThreadsThatWaitForEachOtherAreTold) {
  Mutex first{nullptr}, second{nullptr};
  std::atomic<int> inside{0};
  std::atomic<int> told{0};
  const auto take_both = [&](Mutex& one, Mutex& other) {
    take(one);
    ++inside;
    while (inside != 2) std::this_thread::yield();
    if (const std::error_code code = refusal_of(other)) {
      EXPECT_EQ(code, std::errc::resource_deadlock_would_occur);
      ++told;
    } else {
      give_back(other);
    }
    give_back(one);
  };
  std::thread there([&] { take_both(second, first); });
  take_both(first, second);
  there.join();
  EXPECT_GE(told, 1);  // both, if they came to wait at the same time
}

TEST(MutexTest, AllAreToldWhoWantWhatAnEndedThreadHas) {
  const auto mutex = std::make_unique<Mutex>(nullptr);
  long holder = 0;
  std::thread([&] {
    holder = ::gettid();
    take(*mutex);
  }).join();
  std::string words;
  EXPECT_EQ(refusal_of(*mutex, &words), std::errc::owner_dead);
  EXPECT_NE(words.find("its holder, thread " + std::to_string(holder)), std::string::npos) << words;
  std::thread([&] { EXPECT_EQ(refusal_of(*mutex), std::errc::owner_dead); }).join();
}

TEST(MutexTest, AllAreToldWhoWaitWhileTheHolderEnds) {
  Mutex mutex{nullptr};
  std::atomic<bool> locked{false}, end{false};
  std::thread holder([&] {
    take(mutex);
    locked = true;
    while (!end) std::this_thread::yield();
  });
  while (!locked) std::this_thread::yield();
  std::atomic<long> waiters[2] = {};
  std::vector<std::thread> threads;
  for (auto& waiter : waiters) {
    threads.emplace_back([&] {
      waiter = ::gettid();
      EXPECT_EQ(refusal_of(mutex), std::errc::owner_dead);
    });
  }
  for (auto& waiter : waiters) {
    while (waiter == 0 || !somebody_waits_for(mutex) || !sleeps(waiter)) std::this_thread::yield();
  }
  end = true;
  holder.join();
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(refusal_of(mutex), std::errc::owner_dead);  // who comes later too
}

TEST(MutexTest, AChildOfForkIsToldWhatItsParentsThreadsHave) {
  Mutex mutex{nullptr};
  std::atomic<bool> locked{false}, end{false};
  std::thread holder([&] {
    Lock lock(mutex);
    locked = true;
    while (!end) std::this_thread::yield();
  });
  while (!locked) std::this_thread::yield();
  const pid_t child = support::fork_child();
  if (child == 0) ::_exit(refusal_of(mutex) == std::errc::owner_dead ? 0 : 1);
  int status = -1;
  ::waitpid(child, &status, 0);
  end = true;
  holder.join();
  EXPECT_EQ(status, 0);
}

TEST(MutexDeathTest, AThreadThatReleasesWhatItHasNotIsTold) {
  Mutex mutex{nullptr};
  EXPECT_DEATH(give_back(mutex), "nobody has it");
  EXPECT_DEATH(
      {
        std::thread([&] { take(mutex); }).join();
        give_back(mutex);
      },
      "to be released by a thread that does not have it; thread");
}

TEST(MutexDeathTest, TheWordsReachTheUserOutOfNoexceptCode) {
  Mutex mutex{nullptr};
  const auto twice = [&]() noexcept {
    take(mutex);
    take(mutex);
  };
  EXPECT_DEATH(twice(), "this thread has it already");
}

}  // namespace
}  // namespace ranvier
