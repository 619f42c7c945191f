#include "ranvier/run/group_threads.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

#include "eventually.h"
#include "jobs.h"
#include "ranvier/os/clock.h"

namespace ranvier {
namespace {

using namespace support;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// Names each thread by the address of its strand's place in the order of asking.
class Asked : public GroupThreads::Owner {
 public:
  std::vector<Ref<Strand>> named() override {
    const std::lock_guard lock(mutex_);
    return named_;
  }
  bool serves(const Strand&) override { return serves_all; }
  ThreadSettings settings_of(const Strand& strand) override {
    const std::lock_guard lock(mutex_);
    asked_.push_back(&strand);
    ThreadSettings settings = wanted;
    settings.name = name;
    return settings;
  }
  std::string name_of(const Strand&) override { return "Group 'g'"; }
  void refused(const std::string& what) override {
    const std::lock_guard lock(mutex_);
    refused_.push_back(what);
  }
  void began(Engine&) override { ++engines; }
  void ended(Engine&) noexcept override { --engines; }

  void name_too(Strand& strand) {
    const std::lock_guard lock(mutex_);
    named_.emplace_back(&strand);
  }
  std::size_t times_asked(const Strand& strand) {
    const std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(std::count(asked_.begin(), asked_.end(), &strand));
  }
  std::vector<std::string> refusals() {
    const std::lock_guard lock(mutex_);
    return refused_;
  }

  std::atomic<bool> serves_all{false};
  ThreadSettings wanted;
  std::string name = "served";
  std::atomic<int> engines{0};

 private:
  std::mutex mutex_;
  std::vector<const Strand*> asked_;
  std::vector<std::string> refused_;
  std::vector<Ref<Strand>> named_;
};

class GroupThreadsTest : public ::testing::Test {
 protected:
  explicit GroupThreadsTest(GroupThreads::Which which = GroupThreads::Which::kAll)
      : threads_(engine_, asked_, which, 3) {}
  ~GroupThreadsTest() override { end(); }

  /// Runs on a thread of its own until end(); who comes from now on is given to a part.
  void begin(const std::vector<Strand*>& there = {}) {
    begun_ = false;
    runner_ = std::thread([this, there, stops = engine_.stops()] {
      try {
        threads_.run(stops, [&] {
          for (Strand* const strand : there) strand->move(engine_);
          begun_ = true;
        });
      } catch (const std::exception& error) {
        thrown_ = error.what();
      }
    });
    EXPECT_TRUE(eventually([&] { return begun_.load(); }));
  }
  void end() {
    threads_.stop();
    if (runner_.joinable()) runner_.join();
  }

  Engine engine_;
  Asked asked_;
  GroupThreads threads_;
  std::thread runner_;
  std::atomic<bool> begun_{false};
  std::string thrown_;
};

TEST_F(GroupThreadsTest, EachStrandHasAThreadOfItsOwnForAsLongAsItRuns) {
  Attached one(engine_), other(engine_);
  std::atomic<pid_t> on_one{0}, on_other{0};
  std::atomic<int> ran{0};
  const auto a = make_ref<Job>(one, [&] {
    if (ran++ == 0) on_one = ::gettid();
    EXPECT_EQ(on_one, ::gettid());
  });
  const auto b = make_ref<Job>(other, [&] { on_other = ::gettid(); });
  a->make_ready();
  begin({one.operator->(), other.operator->()});
  b->make_ready();
  EXPECT_TRUE(eventually([&] { return ran == 1 && on_other != 0; }));
  a->make_ready();
  EXPECT_TRUE(eventually([&] { return ran == 2; }));
  EXPECT_NE(on_one, on_other);
  EXPECT_EQ(asked_.engines, 2);
  end();
  EXPECT_EQ(asked_.engines, 0);
}

TEST_F(GroupThreadsTest, AStrandThatComesLaterHasItsThread) {
  begin();
  Attached late(engine_);
  std::atomic<bool> ran{false};
  const auto job = make_ref<Job>(late, [&] { ran = true; });
  job->make_ready();
  EXPECT_TRUE(eventually([&] { return ran.load(); }));
  EXPECT_TRUE(late->attached_to(engine_));
}

TEST_F(GroupThreadsTest, ATimerAloneBeginsTheThread) {
  Attached strand(engine_);
  std::atomic<int> ran{0};
  const auto timer = make_ref<TimerJob>(strand, 1'000'000, [&] { ++ran; });
  begin({strand.operator->()});
  timer->start();
  EXPECT_TRUE(eventually([&] { return ran >= 3; }));
  timer->cancel();
}

TEST_F(GroupThreadsTest, AStrandWithoutWorkHasNoThreadUnlessItServes) {
  Attached idle(engine_);
  begin({idle.operator->()});
  Attached busy(engine_);
  std::atomic<bool> ran{false};
  const auto job = make_ref<Job>(busy, [&] { ran = true; });
  job->make_ready();
  EXPECT_TRUE(eventually([&] { return ran.load(); }));
  EXPECT_EQ(asked_.engines, 1);
  asked_.serves_all = true;
  idle->group_changed();
  EXPECT_TRUE(eventually([&] { return asked_.engines == 2; }));
}

TEST_F(GroupThreadsTest, AReentrantStrandRunsOnItsPoolAndNoMore) {
  Attached pool(engine_, Strand::Kind::kReentrant);
  std::atomic<int> inside{0}, most{0}, ran{0};
  std::atomic<bool> open{false};
  std::vector<Ref<Job>> jobs;
  for (int i = 0; i < 6; ++i) {
    jobs.push_back(make_ref<Job>(pool, [&] {
      const int now = ++inside;
      for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {}
      while (!open) std::this_thread::yield();
      --inside;
      ++ran;
    }));
  }
  begin({pool.operator->()});
  for (const auto& job : jobs) job->make_ready();
  EXPECT_TRUE(eventually([&] { return inside == 3; }));
  open = true;
  EXPECT_TRUE(eventually([&] { return ran == 6; }));
  EXPECT_EQ(most, 3);
}

TEST_F(GroupThreadsTest, AThreadHasItsNameAndSettingsBeforeItsFirstWork) {
  asked_.wanted.policy = ThreadSettings::Policy::kBatch;
  asked_.wanted.nice = 3;
  Attached strand(engine_);
  std::atomic<bool> ran{false};
  ThreadSettings has;
  const auto job = make_ref<Job>(strand, [&] {
    has = settings_of_this_thread();
    ran = true;
  });
  job->make_ready();
  begin({strand.operator->()});
  EXPECT_TRUE(eventually([&] { return ran.load(); }));
  EXPECT_EQ(has.name, "served");
  EXPECT_EQ(has.policy, ThreadSettings::Policy::kBatch);
  EXPECT_EQ(has.nice, 3);
  EXPECT_NE(settings_of_this_thread().name, "served");
}

TEST_F(GroupThreadsTest, WhatIsRefusedIsSaidOnceForAPoolAndItRuns) {
  asked_.wanted.cpus = {1023};
  Attached pool(engine_, Strand::Kind::kReentrant);
  std::atomic<bool> ran{false};
  const auto job = make_ref<Job>(pool, [&] { ran = true; });
  job->make_ready();
  begin({pool.operator->()});
  EXPECT_TRUE(eventually([&] { return ran && asked_.times_asked(*pool.operator->()) == 3; }));
  end();
  EXPECT_THAT(asked_.refusals(),
              ElementsAre(testing::StartsWith("Group 'g': affinity [1023] was not set")));
}

TEST_F(GroupThreadsTest, AThreadIsAskedAnewWhenItsGroupChanges) {
  asked_.serves_all = true;
  Attached strand(engine_);
  begin({strand.operator->()});
  EXPECT_TRUE(eventually([&] { return asked_.times_asked(*strand.operator->()) == 1; }));
  strand->group_changed();
  EXPECT_TRUE(eventually([&] { return asked_.times_asked(*strand.operator->()) == 2; }));
}

TEST_F(GroupThreadsTest, AStrandThatLeavesTakesItsThreadAlong) {
  asked_.serves_all = true;
  begin();
  {
    Attached strand(engine_);
    EXPECT_TRUE(eventually([&] { return asked_.engines == 1; }));
  }
  EXPECT_TRUE(eventually([&] { return asked_.engines == 0; }));
}

TEST_F(GroupThreadsTest, AStrandMayLeaveFromItsOwnWorkAndComeBack) {
  const auto strand = make_ref<Strand>(Strand::Kind::kExclusive);
  strand->attach(engine_);
  std::atomic<int> ran{0};
  std::atomic<pid_t> first{0}, second{0};
  Ref<Job> job;
  job = make_ref<Job>(strand, [&] {
    (ran++ == 0 ? first : second) = ::gettid();
    strand->detach(engine_);
    if (ran == 1) {
      strand->attach(engine_);
      job->make_ready();
    }
  });
  job->make_ready();
  begin({strand.get()});
  EXPECT_TRUE(eventually([&] { return ran == 2 && asked_.engines == 0; }));
  EXPECT_NE(first, second);
  EXPECT_FALSE(strand->attached());
  job = {};
}

TEST_F(GroupThreadsTest, AnExceptionEndsTheRunAndIsThrownThere) {
  Attached strand(engine_), other(engine_);
  const auto fails = make_ref<Job>(strand, [] { throw std::runtime_error("it fails"); });
  const auto after = make_ref<Job>(other, [] {});
  fails->make_ready();
  begin({strand.operator->(), other.operator->()});
  runner_.join();
  EXPECT_EQ(thrown_, "it fails");
  after->make_ready();
  EXPECT_TRUE(engine_.spin_ready()) << "the strands are back";
}

TEST_F(GroupThreadsTest, NothingIsLostBetweenRunsAndOrderIsKept) {
  Attached strand(engine_);
  std::vector<int> ran;
  std::vector<Ref<Job>> jobs;
  constexpr int kJobs = 200;
  for (int i = 0; i < kJobs; ++i)
    jobs.push_back(make_ref<Job>(strand, [&ran, i] { ran.push_back(i); }));
  for (int i = 0; i < kJobs; ++i) {
    jobs[static_cast<std::size_t>(i)]->make_ready();
    if (i % 40 == 0) begin({strand.operator->()});
    if (i % 40 == 20) end();
  }
  end();
  engine_.spin_ready();
  ASSERT_THAT(ran, SizeIs(kJobs));
  EXPECT_TRUE(std::is_sorted(ran.begin(), ran.end()));
}

TEST_F(GroupThreadsTest, WorkInlineIsForTheThreadOfItsGroupAlone) {
  asked_.serves_all = true;
  Attached strand(engine_);
  const auto job = make_ref<Job>(strand, [] {});
  begin({strand.operator->()});
  EXPECT_TRUE(eventually([&] { return asked_.engines == 1; }));
  EXPECT_FALSE(strand->run_inline(*job, [] {}));
}

TEST_F(GroupThreadsTest, StrandsComeAndGoWhileOthersRun) {
  begin();
  std::atomic<int> ran{0};
  std::vector<std::thread> users;
  constexpr int kUsers = 3, kTurns = 30;
  for (int i = 0; i < kUsers; ++i) {
    users.emplace_back([&] {
      for (int turn = 0; turn < kTurns; ++turn) {
        Attached strand(engine_);
        std::atomic<bool> done{false};
        const auto job = make_ref<Job>(strand, [&] {
          ++ran;
          done = true;
        });
        job->make_ready();
        while (!done) std::this_thread::yield();
      }
    });
  }
  for (auto& user : users) user.join();
  EXPECT_EQ(ran, kUsers * kTurns);
  EXPECT_TRUE(eventually([&] { return asked_.engines == 0; }));
}

// Some strands have threads of their own; a thread of the test's spins the rest.
class NamedGroupThreadsTest : public GroupThreadsTest {
 protected:
  NamedGroupThreadsTest() : GroupThreadsTest(GroupThreads::Which::kNamed) {}
  ~NamedGroupThreadsTest() override { end_both(); }

  void begin_both() {
    spinner_ = std::thread([this, stops = engine_.stops()] {
      on_whole_ = ::gettid();
      engine_.spin(stops);
    });
    runner_ = std::thread([this, stops = engine_.stops()] { threads_.run(stops, [] {}); });
    EXPECT_TRUE(eventually([&] { return on_whole_ != 0; }));
  }
  void end_both() {
    end();
    if (spinner_.joinable()) spinner_.join();
  }

  std::thread spinner_;
  std::atomic<pid_t> on_whole_{0};
};

TEST_F(NamedGroupThreadsTest, ANamedStrandHasItsThreadAndTheOthersAreTheWholeEngines) {
  Attached named(engine_), other(engine_);
  asked_.name_too(*named.operator->());
  std::atomic<pid_t> on_named{0}, on_other{0};
  const auto a = make_ref<Job>(named, [&] { on_named = ::gettid(); });
  const auto b = make_ref<Job>(other, [&] { on_other = ::gettid(); });
  begin_both();
  EXPECT_TRUE(eventually([&] {
    a->make_ready();
    b->make_ready();
    return on_other == on_whole_ && on_named != 0 && on_named != on_whole_;
  }));
  EXPECT_EQ(asked_.engines, 1);
  end_both();
  a->make_ready();
  engine_.spin_ready();
  EXPECT_EQ(on_named, ::gettid()) << "the strand is back";
}

TEST_F(NamedGroupThreadsTest, AStrandThatIsNamedWhileItRunsMovesAndLosesNothing) {
  asked_.serves_all = true;
  Attached strand(engine_);
  begin_both();
  constexpr int kJobs = 400;
  std::atomic<int> ran{0};
  std::atomic<bool> in_order{true}, moved{false};
  std::vector<Ref<Job>> jobs;
  for (int i = 0; i < kJobs; ++i) {
    jobs.push_back(make_ref<Job>(strand, [&, i] {
      if (ran++ != i) in_order = false;
      if (::gettid() != on_whole_) moved = true;
    }));
  }
  for (int i = 0; i < kJobs; ++i) {
    jobs[static_cast<std::size_t>(i)]->make_ready();
    if (i != kJobs / 2) continue;
    asked_.name_too(*strand.operator->());
    strand->group_changed();
    EXPECT_TRUE(eventually([&] { return asked_.engines == 1; }));
  }
  EXPECT_TRUE(eventually([&] { return ran == kJobs; }));
  EXPECT_TRUE(in_order);
  EXPECT_TRUE(moved);
}

TEST_F(NamedGroupThreadsTest, AStrandThatWasNamedAndComesAgainHasItsThreadAgain) {
  const auto strand = make_ref<Strand>(Strand::Kind::kExclusive);
  asked_.name_too(*strand);
  begin_both();
  std::atomic<pid_t> on{0};
  const auto job = make_ref<Job>(strand, [&] { on = ::gettid(); });
  for (int i = 0; i < 5; ++i) {
    strand->attach(engine_);
    on = 0;
    EXPECT_TRUE(eventually([&] {
      job->make_ready();
      return on != 0 && on != on_whole_;
    }));
    strand->detach(engine_);
    EXPECT_TRUE(eventually([&] { return asked_.engines == 0; }));
  }
}

}  // namespace
}  // namespace ranvier
