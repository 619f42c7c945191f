#include "ranvier/run/deadline_watch.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>

#include <atomic>
#include <thread>

#include "jobs.h"
#include "ranvier/os/clock.h"
#include "ranvier/run/engine.h"

namespace ranvier {
namespace {

constexpr std::int64_t kDeadline = 2'000'000;  // ns

class DeadlineWatchTest : public testing::Test {
 protected:
  DeadlineWatchTest() { strand_->attach(engine_); }
  ~DeadlineWatchTest() override {
    watch_->stop();
    strand_->detach(engine_);
  }
  void spin_until(const std::function<bool()>& done) {
    while (!done()) engine_.spin_once(steady_ns() + kDeadline);
  }

  Engine engine_;
  Ref<Strand> strand_ = make_ref<Strand>(Strand::Kind::kExclusive);
  int missed_ = 0;
  Ref<DeadlineWatch> watch_ = make_ref<DeadlineWatch>(strand_, kDeadline, [this] { ++missed_; });
};

TEST_F(DeadlineWatchTest, PromisesNothingBeforeTheFirstMessage) {
  EXPECT_FALSE(engine_.spin_once(steady_ns() + 3 * kDeadline));
  EXPECT_EQ(missed_, 0);
}

TEST_F(DeadlineWatchTest, ADeadlineBeyondTheClockIsNeverMissed) {
  int missed = 0;
  const auto endless = make_ref<DeadlineWatch>(strand_, INT64_MAX - 1, [&] { ++missed; });
  endless->touch();
  EXPECT_FALSE(engine_.spin_ready());
  endless->touch();
  EXPECT_FALSE(engine_.spin_ready());
  endless->stop();
  EXPECT_EQ(missed, 0);
}

TEST_F(DeadlineWatchTest, TellsEveryDeadlineThatPassesInSilence) {
  const std::int64_t began = steady_ns();
  watch_->touch();
  spin_until([&] { return missed_ == 3; });
  EXPECT_GE(steady_ns() - began, 3 * kDeadline);
}

TEST_F(DeadlineWatchTest, CountsFromTheLastMessageNotFromItsOwnTick) {
  watch_->touch();
  const std::int64_t until = steady_ns() + kDeadline / 2;
  while (steady_ns() < until) {}
  const std::int64_t touched = steady_ns();
  watch_->touch();
  spin_until([&] { return missed_ == 1; });
  EXPECT_GE(steady_ns() - touched, kDeadline);
}

TEST_F(DeadlineWatchTest, WithAnAgainItTellsOnceUntilTheNextMessage) {
  int again = 0;
  const auto lease =
      make_ref<DeadlineWatch>(strand_, kDeadline, [this] { ++missed_; }, [&again] { ++again; });
  lease->touch();
  spin_until([&] { return missed_ == 1; });
  EXPECT_FALSE(engine_.spin_once(steady_ns() + 3 * kDeadline));  // it does not even wake
  EXPECT_EQ(missed_, 1);
  EXPECT_EQ(again, 0);
  lease->touch();
  EXPECT_EQ(again, 1);
  spin_until([&] { return missed_ == 2; });
  EXPECT_FALSE(lease->stop());
  lease->touch();
  EXPECT_EQ(again, 1);
}

TEST_F(DeadlineWatchTest, IsSilentOnceStopped) {
  watch_->touch();
  watch_->stop();
  EXPECT_FALSE(engine_.spin_once(steady_ns() + 3 * kDeadline));
  EXPECT_EQ(missed_, 0);
}

// A signal halts the thread that spins, wherever it is in the watch's run, until
// the watch is stopped, or, as it may hold a lock that stop() wants, for a while.
std::atomic<bool> halted{false}, go_on{false};
void halt(int) {
  halted.store(true, std::memory_order_release);
  const std::int64_t until = steady_ns() + 200'000;
  while (!go_on.load(std::memory_order_acquire) && steady_ns() < until) {}
}

class DeadlineWatchStopTest : public testing::Test {
 protected:
  DeadlineWatchStopTest() {
    struct sigaction action = {};
    action.sa_handler = halt;
    sigaction(SIGUSR1, &action, &before_);
    const std::uint32_t stops = engine_.stops();
    spinner_ = std::thread([this, stops] { engine_.spin(stops); });
  }
  ~DeadlineWatchStopTest() override {
    engine_.stop();
    spinner_.join();
    sigaction(SIGUSR1, &before_, nullptr);
  }
  void halt_spinner() {
    halted.store(false, std::memory_order_relaxed);
    go_on.store(false, std::memory_order_relaxed);
    pthread_kill(spinner_.native_handle(), SIGUSR1);
    while (!halted.load(std::memory_order_acquire)) std::this_thread::yield();
  }
  /// The strand is exclusive: once this returns, no older run is under way.
  void settle() {
    const int before = settled_;
    settle_->make_ready();
    while (settled_ == before) std::this_thread::yield();
  }

  std::atomic<int> settled_{0};
  Engine engine_;
  const support::Attached strand_{engine_};
  const Ref<support::Job> settle_ = make_ref<support::Job>(strand_, [this] { ++settled_; });
  struct sigaction before_ = {};
  std::thread spinner_;
};

TEST_F(DeadlineWatchStopTest, LeavesNothingArmedWhateverItsRunIsDoing) {
  for (int round = 0; round < 1000; ++round) {
    std::atomic<int> missed{0};
    const auto watch = make_ref<DeadlineWatch>(strand_, 1, [&] { ++missed; });
    watch->touch();
    while (missed == 0) std::this_thread::yield();
    halt_spinner();
    watch->stop();
    go_on.store(true, std::memory_order_release);
    settle();
    const bool armed = !watch->canceled();
    watch->cancel();
    ASSERT_FALSE(armed) << "round " << round;
  }
}

}  // namespace
}  // namespace ranvier
