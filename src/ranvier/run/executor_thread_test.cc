#include "ranvier/run/executor_thread.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "ranvier/run/engine.h"
#include "ranvier/trace/trace.h"

namespace ranvier {
namespace {

using trace::Event;

struct Told {
  const void* thread;
  const void* executor;
  std::int64_t id, policy, priority;
  std::uint64_t cpus;
};

/// Keeps what is said of threads and executors.
class Listener final : public trace::Sink {
 public:
  Listener() { trace::set_sink(this); }
  ~Listener() { trace::set_sink(nullptr); }
  void record(Event event, std::span<const trace::Value> fields) noexcept override {
    if (event != Event::ranvier_executor_thread) return;
    const std::lock_guard lock(mutex_);
    const auto number = [&](std::size_t i) { return static_cast<std::int64_t>(fields[i].word); };
    all_.push_back(
        {fields[0].pointer, fields[1].pointer, number(2), number(3), number(4), fields[5].word});
  }
  std::vector<Told> all() {
    const std::lock_guard lock(mutex_);
    return all_;
  }

 private:
  std::mutex mutex_;
  std::vector<Told> all_;
};

TEST(ExecutorThreadTest, AThreadIsToldOfOnceForEachExecutorThatItComesTo) {
  Listener listener;
  Engine one, other;
  int id = 0;
  std::thread([&] {
    id = ::gettid();
    for (int round = 0; round < 3; ++round) {
      (void)one.spin_ready();
      (void)other.spin_once(0);
      (void)one.pull(0, one.stops());
    }
  }).join();
  const auto all = listener.all();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].executor, &one);
  EXPECT_EQ(all[1].executor, &other);
  EXPECT_EQ(all[0].id, id);
  EXPECT_EQ(all[0].thread, all[1].thread);
}

TEST(ExecutorThreadTest, WhoMakesExecutorsInALoopTellsOfTheFirstFew) {
  Listener listener;
  std::vector<std::unique_ptr<Engine>> engines;  // all at once: each has an address of its own
  std::thread([&] {
    for (int i = 0; i < 3 * ExecutorThread::kMost; ++i) {
      engines.push_back(std::make_unique<Engine>());
      (void)engines.back()->spin_ready();
    }
  }).join();
  EXPECT_EQ(listener.all().size(), static_cast<std::size_t>(ExecutorThread::kMost));
}

TEST(ExecutorThreadTest, ThreadsOfOneExecutorAreToldApart) {
  Listener listener;
  Engine engine;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) threads.emplace_back([&] { engine.spin(engine.stops()); });
  while (listener.all().size() < 3) std::this_thread::yield();
  engine.stop_for_good();
  for (std::thread& thread : threads) thread.join();
  std::set<std::int64_t> ids;
  std::set<const void*> handles;
  for (const Told& one : listener.all()) {
    ids.insert(one.id);
    handles.insert(one.thread);
  }
  EXPECT_EQ(ids.size(), 3u);
  EXPECT_EQ(handles.size(), 3u);
}

TEST(ExecutorThreadTest, ItIsSaidHowTheThreadIsScheduledAndWhere) {
  Listener listener;
  Engine engine;
  cpu_set_t allowed;
  ASSERT_EQ(::sched_getaffinity(0, sizeof allowed, &allowed), 0);
  int cpu = 0;
  while (!CPU_ISSET(cpu, &allowed)) ++cpu;
  int nice = 0;
  std::thread([&] {
    const sched_param none{};
    EXPECT_EQ(::sched_setscheduler(0, SCHED_BATCH, &none), 0);
    nice = ::getpriority(PRIO_PROCESS, 0) + 1;  // higher numbers need no right
    if (nice > 19) nice = 19;
    EXPECT_EQ(::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), nice), 0);
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(cpu, &only);
    EXPECT_EQ(::sched_setaffinity(0, sizeof only, &only), 0);
    (void)engine.spin_ready();
  }).join();
  const auto all = listener.all();
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].policy, SCHED_BATCH);
  EXPECT_EQ(all[0].priority, nice);
  EXPECT_EQ(all[0].cpus, cpu < 64 ? std::uint64_t{1} << cpu : 0);
}

}  // namespace
}  // namespace ranvier
