// A process that takes its time: publishers do not wake it for each message.
#include <thread>

#include "ranvier/ring/testing.h"
#include "sleeping_thread.h"

namespace ranvier::ring {
namespace {

using testing::connect;
using testing::open_ring_writer;
using testing::Place;
using testing::send;

class NapTest : public ::testing::Test {
 protected:
  RingReader::Ptr reader(std::uint64_t window) {
    RingReader::Options options;
    options.window = window;
    return connect(*writer_, place_.window(there_), here_, place_.window(here_), options);
  }
  void publish(std::uint64_t messages) {
    for (; messages > 0; --messages) ASSERT_TRUE(send(*writer_, ++sequence_, 16));
  }
  const Place place_;
  const Ref<Segment> there_ = place_.segment();
  const Ref<Segment> here_ = place_.segment();
  const RingWriter::Ptr writer_ = open_ring_writer(there_);
  std::uint64_t sequence_ = 0;
};

TEST_F(NapTest, ANapGoesOnUntilAQuarterOfWhatAReaderKeepsWaits) {
  const auto napping = reader(kLeastNapping);
  ASSERT_TRUE(napping);
  support::SleepingThread thread;
  std::thread sleeper([&, seen = here_->rings(kRuntimeEvent)] {
    thread.is_this();
    here_->nap(kRuntimeEvent, seen, kForever);
  });
  ASSERT_TRUE(thread.sleeps());
  publish(kLeastNapping / 4 - 1);
  EXPECT_TRUE(thread.sleeps());
  publish(1);
  sleeper.join();
  std::uint64_t taken = 0;
  while (napping->take()) ++taken;
  EXPECT_EQ(taken, kLeastNapping / 4);
}

TEST_F(NapTest, WhatRangSinceTheLookEndsANapAtOnce) {
  const auto napping = reader(kLeastNapping);
  ASSERT_TRUE(napping);
  const std::uint32_t seen = here_->rings(kRuntimeEvent);
  publish(1);
  here_->nap(kRuntimeEvent, seen, kForever);
  EXPECT_TRUE(napping->take());
}

TEST(EndNapTest, WhoDoesNotNapIsNotWoken) {
  EventWord word{};
  SleeperWord sleepers{};
  const RemoteEvent event(word, sleepers);
  support::SleepingThread thread;
  std::thread sleeper([&] {
    thread.is_this();
    shared_futex_wait(word.rings, 0, kForever, static_cast<std::uint32_t>(Sleeper::kAny));
  });
  ASSERT_TRUE(thread.sleeps());
  event.end_nap();
  EXPECT_TRUE(thread.sleeps());
  sleepers.naps = 1;
  event.end_nap();
  sleeper.join();
}

TEST_F(NapTest, OfReadersInTwoProcessesEachIsWokenWhenItsOwnWindowFills) {
  const Ref<Segment> other = place_.segment();
  RingReader::Options options;
  options.window = 4 * kLeastNapping;
  const auto first = connect(*writer_, place_.window(there_), other, place_.window(other), options);
  const auto napping = reader(kLeastNapping);
  ASSERT_TRUE(first && napping);
  support::SleepingThread threads[2];
  const Ref<Segment> segments[] = {other, here_};
  std::vector<std::thread> sleepers;
  for (int i : {0, 1}) {
    sleepers.emplace_back([&, i, seen = segments[i]->rings(kRuntimeEvent)] {
      threads[i].is_this();
      segments[i]->nap(kRuntimeEvent, seen, kForever);
    });
    ASSERT_TRUE(threads[i].sleeps());
  }
  publish(kLeastNapping / 4);
  sleepers[1].join();
  EXPECT_TRUE(threads[0].sleeps());
  publish(3 * kLeastNapping / 4);
  sleepers[0].join();
}

}  // namespace
}  // namespace ranvier::ring
