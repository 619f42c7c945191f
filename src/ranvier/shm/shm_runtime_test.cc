#include "ranvier/shm/shm_runtime.h"

#include <fstream>
#include <thread>

#include "jobs.h"
#include "ranvier/os/clock.h"
#include "ranvier/os/slice.h"
#include "ranvier/ring/testing.h"
#include "refused_threads.h"
#include "thread_slice.h"

namespace ranvier::shm {
namespace {

using Kind = ShmRuntime::Lookup::Kind;

Result<std::shared_ptr<ShmRuntime>> open_host(const testing::Place& place,
                                              std::function<void(const std::string&)> warn = {}) {
  ShmRuntime::Options options;
  options.parent = place.parent();
  options.limit = 1 << 20;
  options.warn = std::move(warn);
  return ShmRuntime::open(options);
}

// One that has met somebody who publishes.
std::shared_ptr<ShmRuntime> started_host(const testing::Place& place) {
  auto runtime = open_host(place);
  EXPECT_TRUE(runtime && (*runtime)->start());
  (*runtime)->let_executors_watch();
  return *runtime;
}

struct Counting final : Pollable {
  Next serve() override {
    ++served;
    return Next::kWhenRung;
  }
  std::atomic<int> served{0};
};

TEST(ShmRuntimeTest, AHostEndsAtAnyMomentOfItsThread) {
  const testing::Place place;
  for (int i = 0; i < 2000; ++i) ASSERT_TRUE(started_host(place));
  EXPECT_TRUE(place.folder().names().empty());
}

TEST(ShmRuntimeTest, AHostThatMeetsNobodyHasNoFileAndNoThread) {
  const testing::Place place;
  const std::size_t threads = testing::threads_of_this_process();
  const auto runtime = *open_host(place);
  runtime->add(std::make_shared<Counting>());
  EXPECT_TRUE(place.folder().names().empty());
  EXPECT_LE(testing::threads_of_this_process(), threads);  // one that has just ended may go
  EXPECT_TRUE(runtime->start());
  EXPECT_EQ(place.folder().names(), std::vector<std::string>{runtime->name()});
}

TEST(ShmRuntimeTest, ManyThreadsStartItOnce) {
  const testing::Place place;
  for (int round = 0; round < 200; ++round) {
    const auto runtime = *open_host(place);
    std::thread other([&] { EXPECT_TRUE(runtime->start()); });
    EXPECT_TRUE(runtime->start());
    runtime->serve_soon();
    other.join();
    EXPECT_EQ(place.folder().names().size(), 1u);
  }
}

TEST(ShmRuntimeTest, AHostWithoutMemorySaysSoOnceAndItsPeersSeeIt) {
  const testing::Place place;
  std::atomic<int> said{0};
  const auto peer = *open_host(place);
  auto runtime = *open_host(place, [&](const std::string& what) {
    EXPECT_NE(what.find("over DDS"), std::string::npos) << what;
    ++said;
  });
  const std::string name = runtime->name();
  EXPECT_EQ(peer->look_for(name).kind, Kind::kNotYet);
  {
    const testing::NoRoom no_room;
    EXPECT_FALSE(runtime->start());
  }
  EXPECT_FALSE(runtime->start());
  EXPECT_EQ(peer->look_for(name).kind, Kind::kNever);
  EXPECT_EQ(place.folder().clean(), 0u) << "its process lives";
  runtime.reset();
  EXPECT_EQ(said, 1);
  EXPECT_TRUE(place.folder().names().empty());
}

TEST(ShmRuntimeTest, AHostWithoutAThreadSaysSoInTheLogOrPastIt) {
  const testing::Place place;
  for (const int refused_threads : {1, 2}) {
    std::string logged;
    auto runtime = *open_host(place, [&](const std::string& what) { logged += what; });
    ::testing::internal::CaptureStderr();
    {
      const support::RefusedThreads refused(refused_threads);
      EXPECT_FALSE(runtime->start());
      EXPECT_EQ(refused.left(), 0);
    }
    runtime.reset();
    const std::string past = ::testing::internal::GetCapturedStderr();
    const std::string& said = refused_threads == 1 ? logged : past;
    EXPECT_NE(said.find("its thread cannot be started"), std::string::npos) << said;
    EXPECT_NE(said.find("over DDS"), std::string::npos) << said;
  }
  EXPECT_TRUE(place.folder().names().empty());
}

TEST(ShmRuntimeTest, AProcessThatIsToldSoDoesNotMeetItself) {
  const testing::Place place;
  const auto peer = *open_host(place);
  ShmRuntime::Options options;
  options.parent = place.parent();
  options.reaches_itself = false;
  const auto runtime = *ShmRuntime::open(options);
  const Address own = address_of(runtime->place(), runtime->name(), 0, Qos{});
  const Address other = address_of(peer->place(), peer->name(), 0, Qos{});
  EXPECT_FALSE(runtime->can_reach(own));
  EXPECT_TRUE(runtime->can_reach(other));
  EXPECT_TRUE(peer->can_reach(other)) << "unless it is told so";
}

TEST(ShmRuntimeTest, NumbersOfEndpointsAreUsedAgainAndBounded) {
  const testing::Place place;
  const auto runtime = *open_host(place);
  std::vector<std::uint64_t> numbers;
  while (const auto number = runtime->take_number()) numbers.push_back(*number);
  EXPECT_EQ(numbers.size(), kMostEndpoints);
  runtime->give_number(77);
  EXPECT_EQ(runtime->take_number(), 77u);
  EXPECT_FALSE(runtime->take_number());
}

TEST(ShmRuntimeTest, WhoeverIsAddedIsServedUntilItIsRemoved) {
  const testing::Place place;
  const auto runtime = started_host(place);
  const auto served = std::make_shared<Counting>();
  runtime->add(served);
  while (served->served == 0) std::this_thread::yield();
  for (int rings = 1; rings <= 100; ++rings) {
    const int before = served->served;
    runtime->serve_soon();
    while (served->served == before) std::this_thread::yield();
  }
  runtime->remove(*served);
  while (served.use_count() > 1) std::this_thread::yield();
  const int last = served->served;
  const auto witness = std::make_shared<Counting>();
  runtime->add(witness);
  while (witness->served == 0) std::this_thread::yield();
  EXPECT_EQ(served->served, last);
}

// Who was the last to serve.
struct Witness final : Pollable {
  Next serve() override {
    last = std::this_thread::get_id();
    return Next::kWhenRung;
  }
  std::atomic<std::thread::id> last{};
};

TEST(ShmRuntimeTest, AnExecutorWithNothingToDoServesInsteadOfTheThread) {
  const testing::Place place;
  const auto runtime = started_host(place);
  const auto witness = std::make_shared<Witness>();
  runtime->add(witness);
  const auto served_here = [&] { return witness->last.load() == std::this_thread::get_id(); };
  std::atomic<bool> done{false};
  std::thread other([&] {
    while (!done) {
      if (runtime->watched()) runtime->serve_soon();
      std::this_thread::yield();
    }
  });
  Engine engine;
  while (!served_here()) engine.spin_once(steady_ns() + 10'000'000);
  done = true;
  other.join();
}

TEST(ShmRuntimeTest, ExecutorsSleepOnABellOfTheirOwnUntilThereIsSomethingToReceive) {
  const testing::Place place;
  const auto runtime = *open_host(place);
  ASSERT_TRUE(runtime->start());
  Engine engine;
  const support::Attached strand(engine);
  const auto nothing = make_ref<support::Job>(strand, [] {});
  {
    const support::Spinners spinners(engine);
    while (engine.sleepers().parks() < 20) {
      EXPECT_FALSE(runtime->watched());
      nothing->make_ready();
      std::this_thread::yield();
    }
    const auto served = std::make_shared<Counting>();
    runtime->add(served);  // by the host's own thread
    while (served->served == 0) std::this_thread::yield();
    runtime->let_executors_watch();
    while (!runtime->watched()) {
      nothing->make_ready();
      std::this_thread::yield();
    }
  }
  nothing->retire();
}

// The slice of a thread that has spun while it had the watch of the host, and then before.
std::pair<std::uint64_t, std::uint64_t> slices_of_a_watch(const ShmRuntime& runtime, bool wanted) {
  std::pair<std::uint64_t, std::uint64_t> slices;
  std::thread([&] {
    slices.second = support::SchedulingOfThisThread().slice();
    std::atomic<bool> watched{false};
    Engine engine;
    if (wanted) engine.use_short_slices();
    std::thread stops([&] {
      while (!runtime.watched()) std::this_thread::yield();
      watched = true;
      engine.stop();
    });
    while (!watched) engine.spin_once(kForever);
    stops.join();
    slices.first = support::SchedulingOfThisThread().slice();
  }).join();
  return slices;
}

TEST(ShmRuntimeTest, AnExecutorThatSleepsOnTheBellHasAShortSliceIfThatIsWanted) {
  if (!support::SchedulingOfThisThread().may_change()) GTEST_SKIP() << "no slices of threads here";
  const testing::Place place;
  for (const bool wanted : {true, false}) {
    ShmRuntime::Options options;
    options.parent = place.parent();
    options.limit = 1 << 20;
    const auto runtime = *ShmRuntime::open(options);
    ASSERT_TRUE(runtime->start());
    runtime->let_executors_watch();
    const auto [after, before] = slices_of_a_watch(*runtime, wanted);
    EXPECT_EQ(after, wanted ? ShortSlice::kNanoseconds : before);
  }
}

TEST(ShmRuntimeTest, AHostEndsWhileAnExecutorSleepsOnItsBell) {
  const testing::Place place;
  Engine engine;
  const support::Attached strand(engine);
  const auto nothing = make_ref<support::Job>(strand, [] {});
  {
    const support::Spinners spinners(engine, 2);
    for (int i = 0; i < 300; ++i) {
      const auto runtime = started_host(place);
      // Who sleeps since before the host was there has to wake first.
      while (i % 2 && !runtime->watched()) {
        nothing->make_ready();
        std::this_thread::yield();
      }
    }
  }
  nothing->retire();
}

// Brings a job whenever it is served.
struct Bringing final : Pollable {
  explicit Bringing(Work& job) : job_(job) {}
  Next serve() override {
    job_.make_ready();
    return Next::kWhenRung;
  }
  Work& job_;
};

// It sleeps on its own event count then, and takes the watch only after its next work.
TEST(ShmRuntimeTest, AnExecutorThatSleepsSinceBeforeTheHostStartedIsWokenByItsRings) {
  const testing::Place place;
  Engine engine;
  const support::Attached strand(engine);
  std::atomic<int> ran{0};
  const auto job = make_ref<support::Job>(strand, [&] { ++ran; });
  {
    const support::Spinners spinners(engine);
    for (int round = 0; round < 200; ++round) {
      const auto runtime = *open_host(place);
      const auto peer = *open_host(place);
      const auto bringing = std::make_shared<Bringing>(*job);
      runtime->add(bringing);
      ASSERT_TRUE(runtime->start());
      const auto lookup = peer->look_for(runtime->name());
      ASSERT_EQ(lookup.kind, Kind::kThere);
      for (int rings = 0; rings < 3; ++rings) {  // the watch is taken meanwhile
        const int before = ran;
        lookup.window->event(Segment::kRuntimeEvent).notify();
        while (ran == before) std::this_thread::yield();
      }
      runtime->remove(*bringing);
    }
  }
  job->retire();
}

TEST(ShmRuntimeTest, ASegmentIsSeenOnceItIsThereAndNothingIsSaidBefore) {
  const testing::Place place;
  std::atomic<int> said{0};
  const auto runtime = *open_host(place, [&](const std::string&) { ++said; });
  EXPECT_EQ(runtime->look_for("00112233445566778899aabbccddeeff").kind, Kind::kNotYet);
  EXPECT_EQ(runtime->look_for(runtime->name()).kind, Kind::kNotYet);
  EXPECT_EQ(said, 0);
  EXPECT_TRUE(runtime->start());
  EXPECT_EQ(runtime->look_for(runtime->name()).kind, Kind::kThere);
}

TEST(ShmRuntimeTest, APeerThatHasGoneIsNotThereAnyMore) {
  const testing::Place place;
  const auto runtime = *open_host(place);
  auto peer = *open_host(place);
  const std::string name = peer->name();
  ASSERT_TRUE(peer->start());
  EXPECT_EQ(runtime->look_for(name).kind, Kind::kThere);
  EXPECT_EQ(runtime->look_for(name).kind, Kind::kThere);
  peer.reset();
  EXPECT_EQ(runtime->look_for(name).kind, Kind::kNotYet);
  EXPECT_EQ(runtime->look_for(name).kind, Kind::kNotYet);
}

TEST(ShmRuntimeTest, WhatIsNoSegmentIsSaidOnce) {
  const testing::Place place;
  std::atomic<int> said{0};
  const auto runtime = *open_host(place, [&](const std::string&) { ++said; });
  const std::string name = "00112233445566778899aabbccddeeff";
  std::ofstream(place.folder().path() + "/" + name) << "no segment";
  EXPECT_EQ(runtime->look_for(name).kind, Kind::kUnusable);
  EXPECT_EQ(runtime->look_for(name).kind, Kind::kUnusable);
  EXPECT_EQ(said, 1);
}

}  // namespace
}  // namespace ranvier::shm
