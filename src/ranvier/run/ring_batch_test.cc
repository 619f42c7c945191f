#include "ranvier/run/ring_batch.h"

#include <gtest/gtest.h>

#include <atomic>

#include "jobs.h"

namespace ranvier {
namespace {

using namespace support;

TEST(RingBatchTest, EveryWorkOfABatchRunsOnceTheBatchIsClosed) {
  Engine first, second;
  std::atomic<int> ran{0};
  {
    Attached one(first), other(second);
    Spinners spin_first(first), spin_second(second);
    for (int round = 1; round <= 2000; ++round) {
      std::vector<Ref<Job>> jobs;
      RingBatch::open();
      for (int i = 0; i < 5; ++i) {
        jobs.push_back(make_ref<Job>(i % 2 ? one : other, [&] {
          ++ran;
          ran.notify_all();
        }));
        jobs.back()->make_ready();
      }
      RingBatch::close();
      for (int now; (now = ran) < 5 * round;) ran.wait(now);  // for ever if a ring is lost
    }
  }
  EXPECT_EQ(ran, 5 * 2000);
}

TEST(RingBatchTest, MoreEnginesThanABatchHoldsAreAllRung) {
  constexpr int kEngines = 7;
  Engine engines[kEngines];
  std::atomic<int> ran{0};
  {
    std::vector<std::unique_ptr<Attached>> strands;
    std::vector<std::unique_ptr<Spinners>> spinners;
    std::vector<Ref<Job>> jobs;
    for (Engine& engine : engines) {
      strands.push_back(std::make_unique<Attached>(engine));
      spinners.push_back(std::make_unique<Spinners>(engine));
    }
    RingBatch::open();
    for (auto& strand : strands) {
      jobs.push_back(make_ref<Job>(*strand, [&] {
        ++ran;
        ran.notify_all();
      }));
      jobs.back()->make_ready();
    }
    RingBatch::close();
    for (int now; (now = ran) < kEngines;) ran.wait(now);
  }
  EXPECT_EQ(ran, kEngines);
}

TEST(RingBatchTest, ABatchWakesEveryThreadThatItHasWorkFor) {
  Engine engine;
  Attached strand(engine, Strand::Kind::kReentrant);
  Spinners spinners(engine, 2);
  for (int round = 0; round < 200; ++round) {
    std::atomic<int> inside{0}, out{0};
    const auto meet = [&] {  // for ever if the other is not run as well
      ++inside;
      inside.notify_all();
      for (int now; (now = inside) < 2;) inside.wait(now);
      ++out;
      out.notify_all();
    };
    const auto a = make_ref<Job>(strand, meet), b = make_ref<Job>(strand, meet);
    RingBatch::open();
    a->make_ready();
    b->make_ready();
    RingBatch::close();
    for (int now; (now = out) < 2;) out.wait(now);
  }
}

TEST(RingBatchTest, AnEngineStaysUntilTheBatchHasRungIt) {
  std::atomic<bool> queued{false}, closed{false};
  auto engine = std::make_unique<Engine>();
  auto spinner = std::make_unique<Spinners>(*engine);
  while (engine->sleepers().count() != 1) std::this_thread::yield();  // else it is owed no ring
  auto strand = make_ref<Strand>(Strand::Kind::kExclusive);
  strand->attach(*engine);
  auto job = make_ref<Job>(strand, [] {});
  std::thread network([&] {
    RingBatch::open();
    job->make_ready();
    queued = true;
    queued.notify_all();
    closed = true;
    RingBatch::close();
  });
  queued.wait(false);
  spinner.reset();
  strand->detach(*engine);
  engine.reset();
  EXPECT_TRUE(closed);  // before it, the engine was owed a ring
  network.join();
  job->retire();
}

TEST(RingBatchTest, ACallbackOnThisThreadFindsTheOthersRung) {
  Engine engine, other;
  std::atomic<bool> ran{false};
  Attached here(engine), there(other);
  Spinners spin(engine), spin_other(other);
  auto waited_for = make_ref<Job>(there, [&] {
    ran = true;
    ran.notify_all();
  });
  auto direct = make_ref<Job>(here, [] {});
  while (!engine.spinning()) std::this_thread::yield();
  RingBatch::open();
  waited_for->make_ready();
  EXPECT_TRUE(here->run_inline(*direct, [&] { ran.wait(false); }));  // for ever if not rung
  RingBatch::close();
  EXPECT_TRUE(ran);
}

}  // namespace
}  // namespace ranvier
