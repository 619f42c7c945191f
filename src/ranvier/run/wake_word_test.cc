// Threads of groups that sleep apart: what other processes send to a group wakes its thread, and
// nothing is missed whatever comes at the same time.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "eventually.h"
#include "jobs.h"
#include "ranvier/run/group_threads.h"
#include "test_shm_event.h"

namespace ranvier {
namespace {

using namespace support;

// Gives each strand a thread at once, and one of them a nice value above the others'.
class AllServed final : public GroupThreads::Owner {
 public:
  std::vector<Ref<Strand>> named() override { return {}; }
  bool serves(const Strand&) override { return true; }
  ThreadSettings settings_of(const Strand& strand) override {
    ThreadSettings settings;
    settings.name = "group";
    if (&strand == less_urgent) {
      settings.policy = ThreadSettings::Policy::kOther;
      settings.nice = settings_of_this_thread().nice + 1;  // not idle: it is to run beside load
    }
    return settings;
  }
  std::string name_of(const Strand&) override { return "Group 'g'"; }
  void refused(const std::string&) override {}
  void began(Engine&) override {}
  void ended(Engine&) noexcept override {}

  std::atomic<const Strand*> less_urgent{nullptr};
};

// Groups with a thread each, and works of theirs that rings bring.
class WakeWordTest : public ::testing::Test {
 protected:
  static constexpr int kGroups = 4;
  struct Group {
    explicit Group(Engine& engine) : strand(engine) {}
    Attached strand;
    std::atomic<int> asked{0}, brought{0};
    std::atomic<pid_t> thread{0};
    Ref<Job> job;
  };

  WakeWordTest() {
    for (int i = 0; i < kGroups; ++i) {
      Group& group = *groups_.emplace_back(std::make_unique<Group>(engine_));
      group.job = make_ref<Job>(group.strand, [&group] {
        group.thread = ::gettid();
        group.brought += group.asked.exchange(0);
      });
    }
  }
  ~WakeWordTest() override {
    threads_.stop();
    if (runner_.joinable()) runner_.join();
    for (const auto& group : groups_) group->job->retire();
  }

  void begin() {
    runner_ = std::thread([this, stops = engine_.stops()] {
      threads_.run(stops, [this] {
        for (const auto& group : groups_) group->strand->move(engine_);
      });
    });
  }
  // What other processes sent so far becomes ready, as the owner of the event brings it.
  void bring() {
    answered_by_ = ::gettid();
    for (const auto& group : groups_) {
      if (group->asked != 0) group->job->make_ready();
    }
  }
  bool sleeps_apart(const Group& group) const { return event_.slept_on(group.strand->number()); }
  bool all_sleep_apart() const {
    return std::all_of(groups_.begin(), groups_.end(),
                       [this](const auto& group) { return sleeps_apart(*group); });
  }
  // Another process sends a message to the group.
  void send(Group& group) {
    ++group.asked;
    if (!event_.ring_outside(group.strand->number())) event_.answer();
  }

  Engine engine_;
  AllServed owner_;
  GroupThreads threads_{engine_, owner_, GroupThreads::Which::kAll, 1};
  std::vector<std::unique_ptr<Group>> groups_;
  std::atomic<pid_t> answered_by_{0};
  TestShmEvent event_{[this] { bring(); }};
  std::thread runner_;
};

TEST_F(WakeWordTest, AMessageForAGroupWakesItsThreadAlone) {
  ASSERT_TRUE(event_.install());
  begin();
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(eventually([&] { return all_sleep_apart(); }));
    Group& group = *groups_[static_cast<std::size_t>(i % kGroups)];
    Group& other = *groups_[static_cast<std::size_t>((i + 1) % kGroups)];
    const int before = group.brought, waits = event_.waits(other.strand->number());
    send(group);
    ASSERT_TRUE(eventually([&] { return group.brought > before; }));
    EXPECT_EQ(answered_by_, group.thread);
    EXPECT_EQ(event_.waits(other.strand->number()), waits) << "it slept on";
  }
}

TEST_F(WakeWordTest, AMessageForAGroupWhoseThreadIsBusyIsAnsweredBySomebodyElse) {
  ASSERT_TRUE(event_.install());
  begin();
  Group& busy = *groups_[0];
  std::atomic<bool> runs{false}, ends{false};
  const auto slow = make_ref<Job>(busy.strand, [&] {
    runs = true;
    while (!ends) std::this_thread::yield();
  });
  slow->make_ready();
  ASSERT_TRUE(eventually([&] { return runs.load(); }));
  send(busy);
  EXPECT_EQ(event_.asked(), 0) << "it is queued while the other runs";
  ends = true;
  EXPECT_TRUE(eventually([&] { return busy.brought == 1; }));
  slow->retire();
}

// What the test before and the next one would find, if nobody else was woken.
TEST_F(WakeWordTest, ARingThatReliesOnTheThreadOfTheGroupIsMissed) {
  ASSERT_TRUE(event_.install());
  begin();
  Group& busy = *groups_[0];
  std::atomic<bool> runs{false}, ends{false};
  const auto slow = make_ref<Job>(busy.strand, [&] {
    runs = true;
    while (!ends) std::this_thread::yield();
  });
  ASSERT_TRUE(eventually([&] { return sleeps_apart(busy); }));
  slow->make_ready();
  ASSERT_TRUE(eventually([&] { return runs.load(); }));
  ++busy.asked;
  EXPECT_FALSE(event_.ring_strand_alone(busy.strand->number()));
  ends = true;
  ASSERT_TRUE(eventually([&] { return all_sleep_apart(); }));
  EXPECT_EQ(event_.asked(), 1) << "all sleep, and nobody knows of it";
  event_.answer();
  slow->retire();
}

TEST_F(WakeWordTest, WorkAndTimersAndStopsOfTheProcessWakeIt) {
  ASSERT_TRUE(event_.install());
  std::atomic<int> ticks{0};
  const auto timer = make_ref<TimerJob>(groups_[1]->strand, kMs, [&] { ++ticks; });
  begin();
  ASSERT_TRUE(eventually([&] { return all_sleep_apart(); }));
  ++groups_[0]->asked;
  groups_[0]->job->make_ready();
  EXPECT_TRUE(eventually([&] { return groups_[0]->brought == 1; }));
  timer->start();
  EXPECT_TRUE(eventually([&] { return ticks >= 3; }));
  timer->cancel();
  ASSERT_TRUE(eventually([&] { return all_sleep_apart(); }));
  threads_.stop();
  runner_.join();
}

TEST_F(WakeWordTest, TheEventMayEndWhileTheySleepThere) {
  begin();
  for (int life = 0; life < 20; ++life) {
    TestShmEvent event([this] { bring(); });
    ASSERT_TRUE(event.install());
    ASSERT_TRUE(eventually([&] {  // who sleeps since before has to wake first
      for (const auto& group : groups_) group->job->make_ready();
      return event.slept_on(groups_[0]->strand->number());
    }));
  }
}

// A thread that waits for the processor keeps what it was about to hand on. So the urgent ones
// answer for all, as long as there are less urgent ones.
TEST_F(WakeWordTest, NobodySleepsApartWhereOneGroupIsLessUrgent) {
  if (settings_of_this_thread().nice == 19) GTEST_SKIP() << "no thread can be less urgent";
  ASSERT_TRUE(event_.install());
  owner_.less_urgent = groups_[0]->strand.operator->();
  begin();
  for (const auto& group : groups_) group->job->make_ready();
  for (const auto& group : groups_) {
    ASSERT_TRUE(eventually([&] { return group->thread != 0; }));
  }
  Group& less = *groups_[0];
  int sent = 0;
  const auto less_answered = [&] {
    EXPECT_TRUE(eventually([&] { return event_.slept_on(); }));
    send(less);
    ++sent;
    EXPECT_TRUE(eventually([&] { return less.brought == sent; }));
    return answered_by_ == less.thread;
  };
  // It may have begun first, and sleep for all until the others tell it to let go.
  ASSERT_TRUE(eventually([&] { return !less_answered(); }));
  for (int i = 1; i <= 50; ++i) EXPECT_FALSE(less_answered());
}

// Messages, works and timers at seeded moments: each runs.
TEST_F(WakeWordTest, NothingIsMissedWhateverComesAtTheSameTime) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  ASSERT_TRUE(event_.install());
  begin();
  std::vector<std::thread> senders;
  std::mt19937 random(seed);
  std::vector<int> sent(kGroups);
  for (int i = 0; i < kGroups; ++i) {
    senders.emplace_back([&, i, seed = random()] {
      std::mt19937 mine(seed);
      Group& group = *groups_[static_cast<std::size_t>(i)];
      for (int message = 1; message <= 500; ++message) {
        send(group);
        sent[static_cast<std::size_t>(i)] = message;
        if (mine() % 2 == 0) await([&] { return group.brought >= message; });
        if (mine() % 8 == 0) groups_[mine() % kGroups]->job->make_ready();
      }
    });
  }
  for (std::thread& sender : senders) sender.join();
  for (int i = 0; i < kGroups; ++i) {
    Group& group = *groups_[static_cast<std::size_t>(i)];
    EXPECT_TRUE(eventually([&] { return group.brought == sent[static_cast<std::size_t>(i)]; }));
  }
}

}  // namespace
}  // namespace ranvier
