// Engines under fire: strands move, works come, retire and throw, from many
// threads at once. The sanitizer builds look at the same runs.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <random>

#include "jobs.h"
#include "ranvier/os/clock.h"

namespace ranvier {
namespace {

using namespace support;

constexpr int kRounds = 3'000;

// A strand, its works, and what would show an overlap.
struct Group {
  explicit Group(Strand::Kind kind) : strand(make_ref<Strand>(kind)) {
    for (auto& work : works) {
      work = make_ref<Job>(strand, [this] {
        if (++inside > 1) ++overlaps;
        ++runs;
        --inside;
      });
    }
  }
  ~Group() {
    for (auto& work : works) work->retire();  // one that no engine ran waits in the strand
  }
  const Ref<Strand> strand;
  std::array<Ref<Job>, 3> works;
  std::atomic<int> inside{0}, overlaps{0};
  std::atomic<long> runs{0};
};

class EngineStress : public ::testing::Test {
 protected:
  EngineStress() {
    for (int i = 0; i < 4; ++i)
      groups_.push_back(std::make_unique<Group>(Strand::Kind::kExclusive));
    groups_.push_back(std::make_unique<Group>(Strand::Kind::kReentrant));
  }
  // Runs `step` in each of `threads` threads, kRounds times.
  template <class Step>
  void attack(int threads, Step step) {
    std::vector<std::thread> all;
    for (int i = 0; i < threads; ++i) {
      all.emplace_back([&, i] {
        std::mt19937 random(seed_ + static_cast<unsigned>(i));
        for (int round = 0; round < kRounds; ++round) step(random);
      });
    }
    for (auto& thread : all) thread.join();
  }
  Group& any_group(std::mt19937& random) { return *groups_[random() % groups_.size()]; }
  void detach_all() {
    for (const auto& group : groups_) {
      for (Engine& engine : engines_) group->strand->detach(engine);
    }
  }
  void expect_no_overlap() {
    for (const auto& group : groups_) {
      const bool exclusive = group->strand->kind() == Strand::Kind::kExclusive;
      EXPECT_TRUE(!exclusive || group->overlaps == 0);
    }
  }
  const unsigned seed_ = std::random_device{}();
  ::testing::ScopedTrace trace_{__FILE__, __LINE__, "seed " + std::to_string(seed_)};
  std::array<Engine, 2> engines_;
  std::vector<std::unique_ptr<Group>> groups_;
};

TEST_F(EngineStress, StrandsMoveBetweenEnginesAndLoseNoWork) {
  {
    Spinners first(engines_[0], 2), second(engines_[1], 2);
    attack(3, [&](std::mt19937& random) {
      Group& group = any_group(random);
      switch (random() % 4) {
        case 0: group.strand->detach(engines_[random() % 2]); break;
        case 1: group.strand->attach(engines_[random() % 2]); break;
        default: group.works[random() % 3]->make_ready();
      }
    });
  }
  expect_no_overlap();
  // Whatever was left must still be there for whoever comes: each runs once more.
  detach_all();
  for (const auto& group : groups_) {
    group->runs = 0;
    for (const auto& work : group->works) work->make_ready();
    group->strand->attach(engines_[0]);
  }
  while (engines_[0].spin_ready()) {}
  for (const auto& group : groups_) EXPECT_EQ(group->runs, 3);
  detach_all();
}

TEST_F(EngineStress, WorksComeAndRetireWhileOthersMakeThemReady) {
  std::atomic<int> alive{0};
  struct Counted {
    explicit Counted(std::atomic<int>& count) : count(count) { ++count; }
    ~Counted() { --count; }
    std::atomic<int>& count;
  };
  for (const auto& group : groups_) group->strand->attach(engines_[0]);
  {
    Spinners spinners(engines_[0], 2);
    attack(3, [&](std::mt19937& random) {
      Group& group = any_group(random);
      auto work = make_ref<Job>(group.strand, [held = std::make_shared<Counted>(alive)] {});
      work->make_ready();
      if (random() % 2) work->make_ready();
      if (random() % 8 == 0) group.strand->detach(engines_[0]);
      work->retire();
      if (random() % 8 == 0) work->make_ready();
      group.strand->attach(engines_[0]);
    });
  }
  detach_all();
  EXPECT_EQ(alive, 0);
}

TEST_F(EngineStress, TimersAreSetAndCanceledWhileTheyRun) {
  std::vector<Ref<TimerJob>> timers;
  std::atomic<long> ticks{0};
  for (const auto& group : groups_) {
    group->strand->attach(engines_[0]);
    timers.push_back(make_ref<TimerJob>(group->strand, 1'000, [&] { ++ticks; }));
  }
  {
    Spinners spinners(engines_[0], 2);
    attack(2, [&](std::mt19937& random) {
      TimerJob& timer = *timers[random() % timers.size()];
      switch (random() % 8) {
        case 0: timer.cancel(); break;
        case 1: timer.start(); break;
        case 2: timer.set_period(random() % 2'000); break;
        case 3: (void)timer.due(); break;
        default: any_group(random).works[0]->make_ready();
      }
    });
    timers[0]->start();
    const long before = ticks;
    while (ticks == before) std::this_thread::yield();
  }
  for (const auto& timer : timers) {
    timer->cancel();
    timer->retire();  // it may be parked, and then waits in its strand for the next engine
  }
  expect_no_overlap();
  detach_all();
}

TEST_F(EngineStress, CallbacksThatThrowLeaveTheEngineWhole) {
  Attached strand(engines_[0]);
  std::atomic<int> runs{0};
  const auto bad = make_ref<Job>(strand, [&] {
    if (++runs % 3 == 0) throw runs.load();
  });
  std::atomic<bool> done{false};
  const auto spin = [&] {
    while (!done) {
      try {
        engines_[0].spin_once(steady_ns() + 1'000'000);
      } catch (int) {}
    }
  };
  std::thread one(spin), two(spin);
  attack(2, [&](std::mt19937&) { bad->make_ready(); });
  done = true;
  one.join();
  two.join();
  runs = 0;
  bad->make_ready();
  engines_[0].spin_ready();
  EXPECT_EQ(runs, 1);
}

}  // namespace
}  // namespace ranvier
