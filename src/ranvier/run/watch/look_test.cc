#include "ranvier/run/watch/look.h"

#include <gtest/gtest.h>

#include <latch>

#include "jobs.h"

namespace ranvier {
namespace {

using namespace support;

// What this process has of an engine.
EngineLook look_of(const Engine& engine) {
  for (EngineLook& one : look_at_executors().engines) {
    if (one.engine == &engine) return one;
  }
  ADD_FAILURE() << "the engine is not watched";
  return {};
}

TEST(LookTest, ACallbackUnderWayIsSeenWithWhatWaitsBehindIt) {
  Engine engine;
  Attached strand(engine), other(engine);
  std::latch begun(1), may_end(1), ended(1);
  const auto slow = make_ref<Job>(strand, [&] {
    begun.count_down();
    may_end.wait();
  });
  const auto behind = make_ref<Job>(strand, [] {});
  const auto last = make_ref<Job>(other, [&] { ended.count_down(); });
  {
    const Spinners spinners(engine);
    slow->make_ready();
    begun.wait();
    behind->make_ready();
    last->make_ready();
    const EngineLook look = look_of(engine);
    ASSERT_EQ(look.runs.size(), 1u);
    EXPECT_EQ(look.runs[0].work, slow.get());
    EXPECT_TRUE(look.runs[0].exclusive && look.runs[0].innermost);
    ASSERT_EQ(look.ready.size(), 2u);
    EXPECT_EQ(look.ready[0].work, behind.get());
    may_end.count_down();
    ended.wait();
  }
  EXPECT_TRUE(look_of(engine).runs.empty());
}

TEST(LookTest, ASpinInACallbackIsSeenAsOneInTheOther) {
  Engine outer, inner;
  Attached strand(outer), other(inner);
  std::uint32_t first = 0;
  const auto innermost = make_ref<Job>(other, [&] {
    const auto outside = look_of(outer).runs, inside = look_of(inner).runs;
    ASSERT_EQ(outside.size(), 1u);
    ASSERT_EQ(inside.size(), 1u);
    EXPECT_FALSE(outside[0].innermost);
    EXPECT_TRUE(inside[0].innermost);
    EXPECT_EQ(outside[0].depth + 1, inside[0].depth);
    EXPECT_NE(std::exchange(first, inside[0].number), inside[0].number);
  });
  const auto spins = make_ref<Job>(strand, [&] {
    const SaysWait says(WaitsFor::kFuture, &first);
    innermost->make_ready();
    EXPECT_EQ(look_of(outer).runs[0].says.object, &first);
    inner.spin_ready();
  });
  for (int i = 0; i < 2; ++i) {
    spins->make_ready();
    outer.spin_ready();
  }
  EXPECT_TRUE(look_of(outer).runs.empty());
}

TEST(LookTest, ACallbackThatThrowsIsNotUnderWayAnyMore) {
  Engine engine;
  Attached strand(engine);
  const auto throws = make_ref<Job>(strand, [] { throw 1; });
  throws->make_ready();
  EXPECT_THROW(engine.spin_ready(), int);
  EXPECT_TRUE(look_of(engine).runs.empty());
}

// Works end while others look: for the race checker and the address checker.
TEST(LookTest, LooksAndRunsGoSideBySide) {
  Engine engine;
  std::atomic<int> ran{0};
  {
    Attached strand(engine, Strand::Kind::kReentrant), other(engine);
    const Spinners spinners(engine, 2);
    for (int i = 0; i < 300; ++i) {
      make_ref<Job>(i % 2 ? strand : other, [&] { ++ran; })->make_ready();
      static_cast<void>(look_of(engine));
    }
    while (ran < 300) std::this_thread::yield();
  }
  EXPECT_TRUE(look_of(engine).runs.empty());
}

}  // namespace
}  // namespace ranvier
