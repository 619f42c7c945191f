#include "ranvier/node/clock.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

namespace ranvier {
namespace {

using Change = ClockJump::Change;
constexpr std::int64_t kSecond = 1000000000;

std::int64_t system_now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

TEST(ClockTest, RosTimeIsSystemTimeUntilOverridden) {
  Clock clock(ClockKind::kRos);
  const auto before = system_now();
  EXPECT_GE(clock.now(), before);
  clock.set_override(42);
  EXPECT_GE(clock.now(), before);
  clock.enable_override(true);
  EXPECT_EQ(clock.now(), 42);
  clock.set_override(41);
  EXPECT_EQ(clock.now(), 41);
  clock.enable_override(false);
  EXPECT_GE(clock.now(), before);
}

TEST(ClockTest, OnlyRosTimeCanBeOverridden) {
  Clock steady(ClockKind::kSteady);
  steady.set_override(42);
  steady.enable_override(true);
  EXPECT_FALSE(steady.overridden());
  EXPECT_NE(steady.now(), 42);
}

struct Heard {
  ClockJump jump;
  bool before;
  std::int64_t now;
};

TEST(ClockTest, JumpsAreToldBeforeAndAfterWithinTheThreshold) {
  Clock clock(ClockKind::kRos);
  std::vector<Heard> heard;
  const auto id = clock.add_jump_callback({false, 10, -5}, [&](const ClockJump& jump, bool before) {
    heard.push_back({jump, before, clock.now()});
  });
  clock.enable_override(true);  // not asked for
  clock.set_override(9);        // 9 ahead: too little
  clock.set_override(19);
  clock.set_override(15);  // 4 back: too little
  clock.set_override(10);
  clock.remove_jump_callback(id);
  clock.set_override(1000);
  ASSERT_EQ(heard.size(), 4u);
  EXPECT_TRUE(heard[0].before);
  EXPECT_EQ(heard[0].now, 9);
  EXPECT_EQ(heard[1].now, 19);
  EXPECT_EQ(heard[1].jump.delta_ns, 10);
  EXPECT_EQ(heard[2].jump.delta_ns, -5);
}

TEST(ClockTest, ActivationAndDeactivationAreJumps) {
  Clock clock(ClockKind::kRos);
  std::vector<Change> changes;
  clock.add_jump_callback({true, 0, 0}, [&](const ClockJump& jump, bool before) {
    if (!before) changes.push_back(jump.change);
  });
  clock.enable_override(true);
  clock.enable_override(true);
  clock.set_override(kSecond);
  clock.enable_override(false);
  EXPECT_EQ(changes, (std::vector{Change::kActivated, Change::kDeactivated}));
}

constexpr JumpThreshold kAnyMove{true, 1, -1};

TEST(ClockTest, AJumpCallbackMayRemoveItself) {
  Clock clock(ClockKind::kRos);
  int calls = 0;
  auto alive = std::make_shared<int>(7);
  const std::weak_ptr<int> seen = alive;
  std::uint64_t id = 0;
  id = clock.add_jump_callback(kAnyMove, [&, kept = std::move(alive)](const ClockJump&, bool) {
    clock.remove_jump_callback(id);
    calls += *kept;  // it is let go of when the call is over
  });
  clock.enable_override(true);
  EXPECT_EQ(calls, 7);
  EXPECT_TRUE(seen.expired());
}

TEST(ClockTest, AJumpCallbackMayRemoveOthersAndAddSomeThatHearOfTheNextJump) {
  Clock clock(ClockKind::kRos);
  std::vector<int> heard;
  const auto first = clock.add_jump_callback(
      kAnyMove, [&](const ClockJump&, bool before) { heard.push_back(before ? 1 : -1); });
  std::uint64_t last = 0;
  const auto changing = clock.add_jump_callback(kAnyMove, [&](const ClockJump&, bool before) {
    if (!before) return;
    clock.remove_jump_callback(first);
    clock.remove_jump_callback(last);
    clock.add_jump_callback(kAnyMove, [&](const ClockJump&, bool) { heard.push_back(4); });
  });
  last = clock.add_jump_callback(kAnyMove, [&](const ClockJump&, bool) { heard.push_back(3); });
  clock.enable_override(true);
  EXPECT_EQ(heard, std::vector{1});
  clock.remove_jump_callback(changing);
  clock.set_override(kSecond);
  EXPECT_EQ(heard, (std::vector{1, 4, 4}));
}

TEST(ClockTest, AJumpCallbackMayMakeAnotherJump) {
  Clock clock(ClockKind::kRos);
  clock.enable_override(true);
  std::vector<std::int64_t> deltas;
  clock.add_jump_callback(kAnyMove, [&](const ClockJump& jump, bool before) {
    if (before) return;
    if (jump.delta_ns == 1) clock.set_override(3);
    deltas.push_back(jump.delta_ns);
  });
  clock.set_override(1);
  EXPECT_EQ(deltas, (std::vector<std::int64_t>{2, 1}));
  EXPECT_EQ(clock.now(), 3);
}

TEST(ClockTest, ARemovedJumpCallbackDoesNotRunAnyMoreWhicheverThreadJumps) {
  Clock clock(ClockKind::kRos);
  clock.enable_override(true);
  std::atomic<bool> stop{false};
  std::thread jumper([&] {
    for (std::int64_t now = 1; !stop; ++now) clock.set_override(now);
  });
  for (int i = 0; i < 200; ++i) {
    std::atomic<int> calls{0};
    std::atomic<bool> removed{false};
    const auto id = clock.add_jump_callback(kAnyMove, [&](const ClockJump&, bool) {
      EXPECT_FALSE(removed);
      ++calls;
    });
    while (calls == 0) std::this_thread::yield();
    clock.remove_jump_callback(id);
    removed = true;
  }
  stop = true;
  jumper.join();
}

TEST(ClockTest, SleepReachesADeadlineOfEachKind) {
  for (const auto kind : {ClockKind::kSystem, ClockKind::kSteady, ClockKind::kRos}) {
    Clock clock(kind);
    const auto deadline = clock.now() + 2000000;
    EXPECT_TRUE(clock.sleep_until(deadline, nullptr));
    EXPECT_GE(clock.now(), deadline);
    EXPECT_TRUE(clock.sleep_until(deadline, nullptr)) << "a time that is over";
  }
}

/// Runs one sleep on a thread and gives its result.
class Sleeper {
 public:
  Sleeper(Clock& clock, std::int64_t deadline, std::function<bool()> stop = nullptr)
      : thread_([this, &clock, deadline, stop] {
          result_ = clock.sleep_until(deadline, [&] {
            asked_ = true;  // from now on a wake-up cannot be missed
            asked_.notify_all();
            return stop && stop();
          });
        }) {
    asked_.wait(false);
  }
  bool join() {
    thread_.join();
    return result_;
  }

 private:
  std::atomic<bool> asked_{false};
  bool result_ = false;
  std::thread thread_;
};

TEST(ClockTest, SleepBySimulatedTimeEndsWhenThatTimeComes) {
  Clock clock(ClockKind::kRos);
  clock.enable_override(true);
  clock.set_override(kSecond);
  Sleeper sleeper(clock, 3 * kSecond);
  clock.set_override(2 * kSecond);
  clock.set_override(3 * kSecond);
  EXPECT_TRUE(sleeper.join());
}

TEST(ClockTest, SleepEndsWhenToldToStop) {
  Clock clock(ClockKind::kSteady);
  std::atomic<bool> stop{false};
  Sleeper sleeper(clock, clock.now() + 3600 * kSecond, [&] { return stop.load(); });
  stop = true;
  clock.wake();
  EXPECT_FALSE(sleeper.join());
}

TEST(ClockTest, SleepEndsWhenCancelled) {
  Clock clock(ClockKind::kSystem);
  Sleeper sleeper(clock, clock.now() + 3600 * kSecond);
  clock.cancel_sleep();
  EXPECT_FALSE(sleeper.join());
}

TEST(ClockTest, ASleepThatWasCancelledBeforeItBeganDoesNotBegin) {
  Clock simulated(ClockKind::kRos), system(ClockKind::kSystem), steady(ClockKind::kSteady);
  simulated.enable_override(true);
  for (Clock* clock : {&simulated, &system, &steady}) {
    clock->cancel_sleep();
    clock->cancel_sleep();
    EXPECT_FALSE(clock->sleep_until(clock->now() + 3600 * kSecond, nullptr));
    std::atomic<bool> stop{false};
    Sleeper next(*clock, clock->now() + 3600 * kSecond, [&] { return stop.load(); });
    stop = true;
    clock->wake();
    EXPECT_FALSE(next.join());
  }
}

TEST(ClockTest, ACancelledSleepWhoseTimeHasComeHasReachedIt) {
  Clock clock(ClockKind::kSteady);
  clock.cancel_sleep();
  EXPECT_TRUE(clock.sleep_until(clock.now(), nullptr));
}

TEST(ClockTest, ACancelOfOneSleepIsNotKeptForTheNext) {
  Clock clock(ClockKind::kRos);
  clock.enable_override(true);
  Sleeper sleeper(clock, 3600 * kSecond);
  clock.cancel_sleep();
  EXPECT_FALSE(sleeper.join());
  Sleeper next(clock, 2 * kSecond);
  clock.set_override(2 * kSecond);
  EXPECT_TRUE(next.join());
}

TEST(ClockTest, TheSourceOfTimeThatChangesBeforeASleepCancelsNone) {
  Clock clock(ClockKind::kRos);
  clock.enable_override(true);
  Sleeper sleeper(clock, 2 * kSecond);
  clock.set_override(2 * kSecond);
  EXPECT_TRUE(sleeper.join());
}

TEST(ClockTest, ASleepUntilTheEndOfTimeLastsUntilItIsCancelled) {
  for (const ClockKind kind : {ClockKind::kRos, ClockKind::kSystem, ClockKind::kSteady}) {
    Clock clock(kind);
    Sleeper sleeper(clock, INT64_MAX);
    clock.cancel_sleep();
    EXPECT_FALSE(sleeper.join());
    EXPECT_TRUE(clock.sleep_until(INT64_MIN, nullptr));
  }
}

TEST(ClockTest, SleepEndsWhenTheSourceOfTimeChanges) {
  Clock clock(ClockKind::kRos);
  Sleeper sleeper(clock, clock.now() + 3600 * kSecond);
  clock.enable_override(true);
  EXPECT_FALSE(sleeper.join());
}

TEST(ClockTest, WaitingForTheStartEndsWithTheFirstTimeOrTheTimeout) {
  Clock clock(ClockKind::kRos);
  clock.enable_override(true);
  const auto soon = std::chrono::steady_clock::now() + std::chrono::milliseconds(2);
  EXPECT_FALSE(clock.wait_until_started(soon, nullptr));
  std::thread starter([&] { clock.set_override(7); });
  const auto later = std::chrono::steady_clock::now() + std::chrono::hours(1);
  EXPECT_TRUE(clock.wait_until_started(later, nullptr));
  starter.join();
}

}  // namespace
}  // namespace ranvier
