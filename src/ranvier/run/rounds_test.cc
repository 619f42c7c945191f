#include "ranvier/run/rounds.h"

#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <stdexcept>
#include <string>

#include "jobs.h"
#include "ranvier/os/clock.h"

namespace ranvier {
namespace {

using namespace support;

// Reads a letter of its queue, as a subscription reads a message: `read` and `ran` tell of it.
class Letters final : public Work {
 public:
  Letters(Ref<Strand> strand, std::size_t place, std::string& log)
      : Work(std::move(strand)), log_(log) {
    set_order_value(static_cast<std::int64_t>(place));
  }
  void send(char letter) {
    queue_.push_back(letter);
    make_ready();
  }
  std::function<void(char)> then = [](char) {};

 private:
  void run() override {
    if (queue_.empty()) return;
    read();
    run_read();
  }
  void read() override {
    log_ += '<';
    held_ = queue_.front();
    queue_.pop_front();
  }
  void unread() noexcept override {
    if (held_ != 0) queue_.push_front(std::exchange(held_, 0));
  }
  void run_read() override {
    if (held_ == 0) return run();
    if (!queue_.empty()) make_ready();
    const char letter = std::exchange(held_, 0);
    log_ += letter;
    then(letter);
  }

  std::string& log_;
  std::deque<char> queue_;
  char held_ = 0;
};

class RoundsTest : public ::testing::Test {
 protected:
  Ref<Letters> letters(std::size_t place) { return letters(place, strand_); }
  Ref<Letters> letters(std::size_t place, const Ref<Strand>& strand) {
    return make_ref<Letters>(strand, place, ran_);
  }
  void use(std::size_t places, RoundRules::Trigger trigger = RoundRules::any(),
           bool reads_first = false) {
    engine_.use_rounds({places, std::move(trigger), reads_first});
  }

  Engine engine_;
  Attached strand_{engine_};
  std::string ran_;
};

TEST_F(RoundsTest, EachRoundRunsInTheOrderOfThePlacesOnePieceEach) {
  use(3);
  const auto a = letters(1), b = letters(2), c = letters(3);
  c->send('c');
  c->send('C');
  a->send('a');
  b->send('b');
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "<a<b<c");
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_FALSE(engine_.spin_ready());
  EXPECT_EQ(ran_, "<a<b<c<C");
}

TEST_F(RoundsTest, WhatBecomesReadyDuringARoundIsForTheNextOne) {
  use(2);
  const auto a = letters(1), b = letters(2);
  b->then = [&](char) { a->send('A'); };
  a->then = [&](char letter) {
    if (letter == 'a') b->send('B');
  };
  a->send('a');
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "<a");
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "<a<B");
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "<a<B<A");
}

TEST_F(RoundsTest, WithReadsFirstAllIsReadBeforeTheFirstCallback) {
  use(3, RoundRules::any(), true);
  const auto a = letters(1), b = letters(2), c = letters(3);
  a->then = [&](char) { c->send('x'); };  // not seen by c in this round
  c->send('c');
  b->send('b');
  a->send('a');
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "<<<abc");
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "<<<abc<x");
}

TEST_F(RoundsTest, ATriggerOfAllWaitsForEachPlaceAndLosesNothing) {
  use(2, RoundRules::all());
  const auto laser = letters(1), imu = letters(2);
  imu->send('1');
  imu->send('2');
  EXPECT_FALSE(engine_.spin_ready());
  EXPECT_EQ(ran_, "");
  laser->send('L');
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "<L<1");
  EXPECT_FALSE(engine_.spin_ready());
  laser->send('M');
  EXPECT_TRUE(engine_.spin_once(0));
  EXPECT_EQ(ran_, "<L<1<M<2");
}

TEST_F(RoundsTest, ATriggerOfOneRunsWhatElseIsReadyWithIt) {
  use(2, RoundRules::one(1));
  const auto imu = letters(1), laser = letters(2);
  imu->send('i');
  EXPECT_FALSE(engine_.spin_once(0));
  laser->send('L');
  EXPECT_TRUE(engine_.spin_once(0));
  EXPECT_EQ(ran_, "<i<L");
  laser->send('M');
  EXPECT_TRUE(engine_.spin_once(0));
  EXPECT_EQ(ran_, "<i<L<M");
}

TEST_F(RoundsTest, AUsersTriggerSeesWhichPlacesAreReady) {
  std::vector<std::vector<bool>> asked;
  use(3, [&](const std::vector<bool>& ready) {
    asked.push_back(ready);
    return ready[0] || ready[2];
  });
  const auto b = letters(2), c = letters(3);
  b->send('b');
  EXPECT_FALSE(engine_.spin_ready());
  c->send('c');
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "<b<c");
  EXPECT_EQ(asked, (std::vector<std::vector<bool>>{{false, true, false}, {false, true, true}}));
}

TEST_F(RoundsTest, WhatHasNoPlaceRunsWithoutATrigger) {
  use(2, RoundRules::all());
  const auto a = letters(1), other = letters(0), beyond = letters(3);
  a->send('a');
  other->send('o');
  beyond->send('p');
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "<o<p");
}

TEST_F(RoundsTest, ATimerHasAPlaceTooAndIsOnceInARoundHoweverOftenItWasDue) {
  use(2, RoundRules::one(0));
  const auto a = letters(1);
  const auto timer = make_ref<TimerJob>(strand_, 1, [this] { ran_ += 't'; });
  timer->set_order_value(2);
  timer->start();
  while (!timer->due()) {}
  EXPECT_FALSE(engine_.spin_ready());
  EXPECT_FALSE(engine_.spin_ready());
  a->send('a');
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "<at");
  timer->cancel();
}

TEST_F(RoundsTest, AnExceptionBreaksARoundOffAndTheNextSpinEndsIt) {
  use(3, RoundRules::all(), true);
  const auto a = letters(1), b = letters(2), c = letters(3);
  b->then = [](char) { throw std::runtime_error("b"); };
  for (const auto& one : {a, b, c}) one->send('1');
  EXPECT_THROW(engine_.spin_ready(), std::runtime_error);
  EXPECT_EQ(ran_, "<<<11");
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "<<<111");
}

TEST_F(RoundsTest, AStopInACallbackLeavesTheRestOfTheRoundToTheNextSpin) {
  use(2);
  const auto a = letters(1), b = letters(2);
  a->then = [&](char) { engine_.stop(); };
  a->send('a');
  b->send('b');
  engine_.spin(engine_.stops());
  EXPECT_EQ(ran_, "<a");
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "<a<b");
}

TEST_F(RoundsTest, WhatIsHeldGoesWithItsStrandToAnotherEngine) {
  use(2, RoundRules::all());
  Engine other;
  const auto moves = make_ref<Strand>(Strand::Kind::kExclusive);
  moves->attach(engine_);
  const auto a = letters(1, moves);
  a->send('a');
  EXPECT_FALSE(engine_.spin_ready());
  moves->detach(engine_);
  moves->attach(other);
  EXPECT_FALSE(other.spin_ready());
  engine_.give_back_moved();
  EXPECT_TRUE(other.spin_ready());
  EXPECT_EQ(ran_, "<a");
  moves->detach(other);
}

TEST_F(RoundsTest, WhatWasReadAndMovesOnReadsItAgainThere) {
  use(2, RoundRules::any(), true);
  Engine other;
  const auto moves = make_ref<Strand>(Strand::Kind::kExclusive);
  moves->attach(engine_);
  const auto a = letters(1), b = letters(2, moves);
  a->then = [&](char) { moves->detach(engine_); };
  a->send('a');
  b->send('b');
  b->send('c');
  EXPECT_TRUE(engine_.spin_ready());
  EXPECT_EQ(ran_, "<<a");
  moves->attach(other);
  while (other.spin_ready()) {}
  EXPECT_EQ(ran_, "<<a<b<c");
  moves->detach(other);
}

TEST_F(RoundsTest, ARetiredWorkIsInNoRoundAndIsLetGo) {
  use(2, RoundRules::all());
  const auto a = letters(1);
  auto b = letters(2);
  auto code = std::make_shared<int>();
  const std::weak_ptr<int> what_it_runs = code;
  b->then = [code = std::exchange(code, nullptr)](char) {};
  b->send('b');
  EXPECT_FALSE(engine_.spin_ready());
  b->retire();
  b = Ref<Letters>();
  EXPECT_FALSE(what_it_runs.expired());
  a->send('a');
  EXPECT_FALSE(engine_.spin_ready());
  EXPECT_TRUE(what_it_runs.expired());
  EXPECT_EQ(ran_, "");
}

// From threads that send while one spins: each letter once, and in its order.
TEST_F(RoundsTest, NothingIsLostOrRunTwiceWhateverTheInterleaving) {
  constexpr int kEach = 2000;
  std::vector<int> seen(3);
  std::vector<Ref<Job>> jobs;
  std::vector<std::atomic<int>> pending(3);
  use(3, RoundRules::any(), true);
  for (std::size_t i = 0; i < 3; ++i) {
    jobs.push_back(make_ref<Job>(strand_, [&, i] {
      if (pending[i].load() == 0) return;
      ++seen[i];
      if (pending[i].fetch_sub(1) > 1) jobs[i]->make_ready();
    }));
    jobs[i]->set_order_value(static_cast<std::int64_t>(i + 1));
  }
  {
    const Spinners spinner(engine_);
    std::vector<std::thread> senders;
    for (std::size_t i = 0; i < 3; ++i) {
      senders.emplace_back([&, i] {
        std::mt19937 random(static_cast<unsigned>(i));
        for (int n = 0; n < kEach; ++n) {
          pending[i].fetch_add(1);
          jobs[i]->make_ready();
          for (unsigned k = random() % 64; k > 0; --k)
            std::atomic_signal_fence(std::memory_order_seq_cst);
        }
      });
    }
    for (auto& sender : senders) sender.join();
    for (auto& left : pending) {
      while (left.load() != 0) std::this_thread::yield();
    }
  }
  EXPECT_EQ(seen, (std::vector<int>{kEach, kEach, kEach}));
}

}  // namespace
}  // namespace ranvier
