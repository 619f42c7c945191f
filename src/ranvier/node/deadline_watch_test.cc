#include "ranvier/node/deadline_watch.h"

#include <gtest/gtest.h>

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

TEST_F(DeadlineWatchTest, TellsEveryDeadlineThatPassesInSilence) {
  const std::int64_t began = steady_ns();
  watch_->touch();
  spin_until([&] { return missed_ == 3; });
  EXPECT_GE(steady_ns() - began, 3 * kDeadline);
}

TEST_F(DeadlineWatchTest, CountsFromTheLastMessageNotFromItsOwnTick) {
  watch_->touch();
  const std::int64_t until = steady_ns() + kDeadline / 2;
  while (steady_ns() < until) {
  }
  const std::int64_t touched = steady_ns();
  watch_->touch();
  spin_until([&] { return missed_ == 1; });
  EXPECT_GE(steady_ns() - touched, kDeadline);
}

TEST_F(DeadlineWatchTest, IsSilentOnceStopped) {
  watch_->touch();
  watch_->stop();
  EXPECT_FALSE(engine_.spin_once(steady_ns() + 3 * kDeadline));
  EXPECT_EQ(missed_, 0);
}

}  // namespace
}  // namespace ranvier
