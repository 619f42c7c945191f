// Works taken out of the engine's order one by one, for executors of users.
#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <stdexcept>
#include <thread>

#include "jobs.h"
#include "ranvier/os/clock.h"
#include "ranvier/run/engine.h"

namespace ranvier {
namespace {

using namespace support;

class EnginePullTest : public ::testing::Test {
 protected:
  Ref<Job> job(const Ref<Strand>& strand, const std::string& name) {
    return make_ref<Job>(strand, [this, name] { ran_ += name; });
  }
  // What is next and can run, run. False if there is none.
  bool run_one() {
    Work* work = engine_.pull(0, engine_.stops());
    if (work == nullptr) return false;
    if (!engine_.begin(*work)) return run_one();
    engine_.run(*work);
    Engine::end(*work);
    return true;
  }
  Engine engine_;
  std::string ran_;
};

TEST_F(EnginePullTest, WorksComeInTheOrderOfTheEngineDueTimersFirst) {
  Attached strand(engine_);
  const auto a = job(strand, "a"), b = job(strand, "b");
  const auto timer = make_ref<TimerJob>(strand, 0, [&] { ran_ += "T"; });
  a->make_ready();
  b->make_ready();
  timer->start();
  while (timer->time_until_due() > 0) std::this_thread::yield();
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(run_one());
  EXPECT_EQ(ran_, "TaTb");
  timer->cancel();
}

TEST_F(EnginePullTest, APulledWorkDoesNotOccupyItsStrand) {
  Attached strand(engine_);
  const auto a = job(strand, "a"), b = job(strand, "b");
  a->make_ready();
  b->make_ready();
  Work* first = engine_.pull(0, 0);
  Work* second = engine_.pull(0, 0);
  EXPECT_EQ(first, a.get());
  EXPECT_EQ(second, b.get());
  EXPECT_TRUE(engine_.begin(*second));
  EXPECT_FALSE(engine_.begin(*first)) << "the strand is busy";
  engine_.run(*second);
  Engine::end(*second);
  EXPECT_TRUE(run_one()) << "what was refused comes again";
  EXPECT_EQ(ran_, "ba");
}

TEST_F(EnginePullTest, APulledWorkGoesWithItsStrand) {
  const auto strand = make_ref<Strand>(Strand::Kind::kExclusive);
  const auto a = job(strand, "a"), b = job(strand, "b");
  EXPECT_TRUE(strand->attach(engine_));
  a->make_ready();
  b->make_ready();
  Work* pulled = engine_.pull(0, 0);
  strand->detach(engine_);
  EXPECT_FALSE(engine_.begin(*pulled));
  Engine other;
  EXPECT_TRUE(strand->attach(other));
  other.spin_ready();
  EXPECT_EQ(ran_, "ba");
  strand->detach(other);
}

TEST_F(EnginePullTest, ARetiredWorkThatIsPulledIsDropped) {
  const auto strand = make_ref<Strand>(Strand::Kind::kReentrant);
  auto a = job(strand, "a");
  EXPECT_TRUE(strand->attach(engine_));
  a->make_ready();
  Work* pulled = engine_.pull(0, 0);
  a->retire();
  strand->detach(engine_);
  EXPECT_FALSE(engine_.begin(*pulled));
  EXPECT_EQ(ran_, "");
}

TEST_F(EnginePullTest, APullWaitsAndAStopThatIsKnownEndsIt) {
  Attached strand(engine_);
  const auto a = job(strand, "a");
  std::thread ready([&] { a->make_ready(); });
  Work* pulled = engine_.pull(kForever, 0);
  ASSERT_EQ(pulled, a.get());
  ready.join();
  EXPECT_TRUE(engine_.begin(*pulled));
  Engine::give_up(*pulled);
  EXPECT_TRUE(run_one());
  EXPECT_EQ(ran_, "a");
  engine_.stop();
  EXPECT_EQ(engine_.pull(kForever, 0), nullptr) << "a stop before the pull";
  std::thread stop([&] { engine_.stop(); });
  EXPECT_EQ(engine_.pull(kForever, 1), nullptr);
  stop.join();
  EXPECT_EQ(engine_.pull(steady_ns() + 1'000, 2), nullptr) << "time is up";
}

TEST_F(EnginePullTest, ThreadsThatPullShareTheWork) {
  Attached one(engine_), two(engine_, Strand::Kind::kReentrant);
  std::atomic<int> ran{0}, inside{0}, overlaps{0};
  const auto exclusive = make_ref<Job>(one, [&] {
    if (++inside != 1) ++overlaps;
    --inside;
    ++ran;
  });
  const auto free = make_ref<Job>(two, [&] { ++ran; });
  const auto loop = [&] {
    while (ran < 2000) {
      exclusive->make_ready();
      free->make_ready();
      Work* work = engine_.pull(0, 0);
      if (work == nullptr || !engine_.begin(*work)) continue;
      engine_.run(*work);
      Engine::end(*work);
    }
  };
  std::thread other(loop), third(loop);
  loop();
  other.join();
  third.join();
  EXPECT_EQ(overlaps, 0);
  for (Job* job : {exclusive.get(), free.get()}) job->retire();  // one may still wait
}

TEST(TimerCallTest, MovesTheDeadlineOnWithoutAnEngine) {
  const auto strand = make_ref<Strand>(Strand::Kind::kExclusive);
  const auto timer = make_ref<TimerJob>(strand, 1'000'000'000, [] {});
  EXPECT_FALSE(timer->call()) << "it is not armed";
  timer->start();
  const auto before = timer->time_until_due();
  EXPECT_TRUE(timer->call());
  EXPECT_GT(timer->time_until_due(), before);
  timer->cancel();
}

TEST(TimerCallTest, MovesTheDeadlineOnInAnEngine) {
  Engine engine;
  Attached strand(engine);
  int ran = 0;
  const auto timer = make_ref<TimerJob>(strand, 1'000'000'000'000, [&] { ++ran; });
  timer->start();
  EXPECT_TRUE(timer->call());
  EXPECT_FALSE(engine.spin_ready());
  timer->cancel();
  EXPECT_EQ(ran, 0);
}

class EngineFileTest : public EnginePullTest {
 protected:
  EngineFileTest() { engine_.wake_through(file_); }
  ~EngineFileTest() override { ::close(file_); }
  bool woken() const {
    std::uint64_t count = 0;
    return ::read(file_, &count, sizeof count) == sizeof count;
  }
  const int file_ = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
};

TEST_F(EngineFileTest, WhoWaitsByHimselfIsWokenByWorkByTimersAndByStop) {
  Attached strand(engine_);
  const auto a = job(strand, "a");
  EXPECT_FALSE(woken());
  a->make_ready();
  EXPECT_TRUE(woken());
  EXPECT_TRUE(engine_.spin_once(0));
  EXPECT_EQ(ran_, "a");
  EXPECT_FALSE(woken());
  const auto timer = make_ref<TimerJob>(strand, 3'600'000'000'000, [] {});
  EXPECT_EQ(engine_.due(), kForever);
  timer->start();
  EXPECT_TRUE(woken());
  EXPECT_GT(engine_.due(), steady_ns());
  timer->cancel();
  engine_.stop();
  EXPECT_TRUE(woken());
}

}  // namespace
}  // namespace ranvier
