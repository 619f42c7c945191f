#include "ranvier/trace/cpu_waits.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "ranvier/os/clock.h"
#include "trace_directory.h"

namespace ranvier::trace {
namespace {

std::int32_t thread_number() { return static_cast<std::int32_t>(::gettid()); }

// As the kernel sees it: S, and nothing of a wait is left to come.
bool sleeps(std::int32_t thread) {
  std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/stat");
  std::string line;
  std::getline(file, line);
  const std::size_t name_ends = line.rfind(')');
  return name_ends != std::string::npos && line.compare(name_ends, 3, ") S") == 0;
}

// A thread that was joined has ended for its process, but not yet for the kernel.
void wait_until_gone(std::int32_t thread) {
  const std::string folder = "/proc/self/task/" + std::to_string(thread);
  while (::access(folder.c_str(), F_OK) == 0) std::this_thread::yield();
}

std::int64_t time_of(std::int32_t thread) {
  std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/schedstat");
  std::string line;
  std::getline(file, line);
  return parse_schedstat(line.c_str()).value().ran;
}

/// Keeps the waits and times that are recorded, by thread.
class Waits final : public Sink {
 public:
  struct Time {
    std::int32_t thread;
    std::string name;
    std::int64_t used, turns;
  };
  struct Wait {
    std::int32_t thread;
    std::int64_t waited, within;
  };
  void record(Event event, std::span<const Value> fields) noexcept override {
    std::lock_guard lock(mutex_);
    if (event == Event::ranvier_cpu_time) {
      times_.push_back({static_cast<std::int32_t>(fields[0].word), fields[1].text,
                        static_cast<std::int64_t>(fields[2].word),
                        static_cast<std::int64_t>(fields[3].word)});
    }
    if (event != Event::ranvier_cpu_wait) return;
    all_.push_back({static_cast<std::int32_t>(fields[0].word),
                    static_cast<std::int64_t>(fields[1].word),
                    static_cast<std::int64_t>(fields[2].word)});
  }
  std::vector<Time> times_of(std::int32_t thread) {
    std::lock_guard lock(mutex_);
    std::vector<Time> those;
    for (const Time& one : times_) {
      if (one.thread == thread) those.push_back(one);
    }
    return those;
  }
  std::vector<Wait> of(std::int32_t thread) {
    std::lock_guard lock(mutex_);
    std::vector<Wait> those;
    for (const Wait& one : all_) {
      if (one.thread == thread) those.push_back(one);
    }
    return those;
  }

 private:
  std::mutex mutex_;
  std::vector<Wait> all_;
  std::vector<Time> times_;
};

class CpuWaitsTest : public testing::Test {
 protected:
  CpuWaitsTest() { set_sink(&waits_); }
  ~CpuWaitsTest() override { set_sink(nullptr); }
  void SetUp() override {
    if (::access("/proc/self/schedstat", R_OK) != 0) GTEST_SKIP() << "no /proc/self/schedstat";
  }
  static inline Waits waits_;  // an event under way may still reach it
};

/// Busy on the core on which the test began, until it is stopped.
class Busy final {
 public:
  explicit Busy(int core)
      : thread_([this, core] {
          cpu_set_t cores;
          CPU_ZERO(&cores);
          CPU_SET(static_cast<unsigned>(core), &cores);
          ::sched_setaffinity(0, sizeof cores, &cores);
          number_ = thread_number();
          while (!stopped_) {}
        }) {
    while (number_ == 0) std::this_thread::yield();
  }
  ~Busy() {
    stopped_ = true;
    thread_.join();
  }
  std::int32_t number() const { return number_; }

 private:
  std::atomic<bool> stopped_{false};
  std::atomic<std::int32_t> number_{0};
  std::thread thread_;
};

/// Sleeps from before its constructor returns to its end.
class Sleeper final {
 public:
  Sleeper()
      : thread_([this] {
          number_ = thread_number();
          while (!stopped_) stopped_.wait(false);
        }) {
    while (number_ == 0 || !sleeps(number_)) std::this_thread::yield();
  }
  ~Sleeper() {
    stopped_ = true;
    stopped_.notify_all();
    thread_.join();
  }
  std::int32_t number() const { return number_; }

 private:
  std::atomic<bool> stopped_{false};
  std::atomic<std::int32_t> number_{0};
  std::thread thread_;
};

TEST_F(CpuWaitsTest, ALineHasTheTimeTheWaitAndTheTurns) {
  EXPECT_EQ(parse_schedstat("750118 31 1\n"), (CpuCounts{750118, 31, 1}));
  EXPECT_EQ(parse_schedstat("5 9223372036854775807 7"), (CpuCounts{5, INT64_MAX, 7}));
  EXPECT_FALSE(parse_schedstat(""));
  EXPECT_FALSE(parse_schedstat("750118"));
  EXPECT_FALSE(parse_schedstat("750118 31"));
  EXPECT_FALSE(parse_schedstat("ran waited turns"));
  EXPECT_FALSE(parse_schedstat("1 -1 1"));
  EXPECT_FALSE(parse_schedstat("-1 1 1"));
}

TEST_F(CpuWaitsTest, TwoThreadsOfOneCoreWaitForEachOther) {
  const Busy one(::sched_getcpu()), other(::sched_getcpu());
  CpuWaits waits;
  while (waits_.of(one.number()).empty() && waits_.of(other.number()).empty()) waits.look();
  const auto of_one = waits_.of(one.number());
  const auto wait = of_one.empty() ? waits_.of(other.number()).front() : of_one.front();
  EXPECT_GE(wait.waited, CpuWaits::kLeast);
  EXPECT_GT(wait.within, 0);
}

TEST_F(CpuWaitsTest, WhoSleepsWaitsForNothing) {
  const Sleeper sleeper;
  CpuWaits waits;
  waits.look();
  const std::size_t before = waits_.of(sleeper.number()).size();
  for (int i = 0; i < 100; ++i) waits.look();
  EXPECT_EQ(waits_.of(sleeper.number()).size(), before);
}

TEST_F(CpuWaitsTest, ThreadsThatComeAndGoDoNoHarm) {
  CpuWaits waits;
  for (int i = 0; i < 200; ++i) {
    std::thread brief([] {});
    waits.look();
    brief.join();
    waits.look();
  }
}

TEST_F(CpuWaitsTest, TheFirstLookSaysThatThreadsAreLookedAt) {
  const Busy other(::sched_getcpu());
  const std::size_t before = waits_.of(thread_number()).size();
  CpuWaits waits;
  waits.look();
  waits.look();
  const auto own = waits_.of(thread_number());
  ASSERT_EQ(own.size(), before + 1);
  EXPECT_EQ(own.back().waited, 0);
}

TEST_F(CpuWaitsTest, AThreadThatRanIsToldWhenItIsMetAndAtTheEndWithItsName) {
  const Busy busy(::sched_getcpu());
  CpuWaits waits;
  waits.look();
  const auto met = waits_.times_of(busy.number());
  ASSERT_FALSE(met.empty());  // twice, if it ran between the list and the look
  EXPECT_GT(met.back().turns, 0);
  std::string name;
  std::getline(std::ifstream("/proc/self/comm") >> std::ws, name);
  EXPECT_EQ(met.back().name, name);
  const std::int64_t begin = waits_.times_of(0).back().used;
  for (std::int64_t ran = 0; ran <= met.back().used;) {
    waits.look_last();
    ran = waits_.times_of(busy.number()).back().used;
  }
  EXPECT_GT(waits_.times_of(0).back().used, begin) << "of the process";
}

TEST_F(CpuWaitsTest, AThreadThatHasEndedIsToldWithItsNameAsItWasInTheLookBefore) {
  CpuWaits waits;
  std::int32_t number = 0;
  std::int64_t ran = 0;
  {
    const Busy busy(::sched_getcpu());
    number = busy.number();
    waits.look();
    while (ran <= waits_.times_of(number).back().used) ran = time_of(number);
    waits.look();
  }
  const std::string name = waits_.times_of(number).back().name;
  wait_until_gone(number);
  waits.look();
  EXPECT_GE(waits_.times_of(number).back().used, ran);
  EXPECT_EQ(waits_.times_of(number).back().name, name);
}

TEST_F(CpuWaitsTest, WhoDidNotRunIsToldOnce) {
  const Sleeper sleeper;
  CpuWaits waits;
  waits.look();
  for (int i = 0; i < 10; ++i) waits.look_last();
  EXPECT_EQ(waits_.times_of(sleeper.number()).size(), 1u);
}

class CpuWatchTest : public support::TraceDirectory {};

TEST_F(CpuWatchTest, ARecordingHasWaitsOnlyIfItWasAskedForThem) {
  auto how = options();
  start(how);
  EXPECT_EQ(stop().events, 0u);
  if (::access("/proc/self/schedstat", R_OK) != 0) GTEST_SKIP() << "no /proc/self/schedstat";
  how.cpu_waits = true;
  start(how);
  EXPECT_GE(stop().events, 1u);
  const auto bit = [](Event event) { return std::uint64_t{1} << static_cast<unsigned>(event); };
  how.events = ~(bit(Event::ranvier_cpu_wait) | bit(Event::ranvier_cpu_time));
  start(how);
  EXPECT_EQ(stop().events, 0u);
}

}  // namespace
}  // namespace ranvier::trace
