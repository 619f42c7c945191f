#include "ranvier/ring/segment.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <atomic>
#include <optional>
#include <thread>

#include "eventually.h"
#include "ranvier/os/clock.h"
#include "ranvier/ring/testing.h"
#include "sleeping_thread.h"

namespace ranvier::ring {
namespace {

using testing::Child;
using testing::Common;
using testing::Place;

std::uint64_t memory_of(const Place& place, const std::string& name) {
  struct stat status{};
  ::stat((place.folder().path() + "/" + name).c_str(), &status);
  return static_cast<std::uint64_t>(status.st_blocks) * 512;
}

TEST(SegmentTest, AnIdleOneIsSmall) {
  const Place place;
  const Ref<Segment> segment = place.segment();
  EXPECT_LE(memory_of(place, segment->name()), 64u * 1024);
}

TEST(SegmentTest, ItsFileGoesWithIt) {
  const Place place;
  place.segment();
  EXPECT_TRUE(place.folder().names().empty());
}

TEST(SegmentTest, AnotherFindsAnEndpointByItsNumber) {
  const Place place;
  const Ref<Segment> segment = place.segment();
  const Ref<Window> window = place.window(segment);
  ASSERT_TRUE(window);
  for (const std::uint64_t number :
       {std::uint64_t{0}, std::uint64_t{kOnPage - 1}, std::uint64_t{kOnPage}, kMostEndpoints - 1}) {
    EXPECT_EQ(window->find(number), 0u) << number;
    ASSERT_TRUE(segment->enter(number, 64 * (number + 1)));
    EXPECT_EQ(window->find(number), 64 * (number + 1));
    ASSERT_TRUE(segment->enter(number, 0));
    EXPECT_EQ(window->find(number), 0u);
  }
  for (const std::uint64_t number : {kMostEndpoints, ~std::uint64_t{0}}) {
    EXPECT_EQ(window->find(number), kNowhere) << number;
  }
}

TEST(SegmentTest, ADirectoryTakesMemoryForWhatIsInIt) {
  const Place place;
  const Ref<Segment> segment = place.segment();
  ASSERT_TRUE(segment->enter(7, 0));
  EXPECT_EQ(segment->used(), 0u);
  ASSERT_TRUE(segment->enter(7, 64));
  const std::uint64_t used = segment->used();
  ASSERT_TRUE(segment->enter(8, 64));
  EXPECT_EQ(segment->used(), used);
}

TEST(SegmentTest, AnotherSeesWhatItWrites) {
  const Place place;
  const Ref<Segment> segment = place.segment();
  const Ref<Window> window = place.window(segment);
  ASSERT_TRUE(window);
  const Block block = *segment->allocate(100);
  segment->data(block)[0] = std::byte{42};
  const std::byte* seen = window->bytes(block.offset, 100);
  ASSERT_NE(seen, nullptr);
  EXPECT_EQ(seen[0], std::byte{42});
}

TEST(SegmentTest, AWindowSeesGrowthAndNothingBeyond) {
  const Place place;
  const Ref<Segment> segment = place.segment();
  const Ref<Window> window = place.window(segment);
  ASSERT_TRUE(window);
  EXPECT_EQ(window->bytes(kFirstBlock, 1), nullptr);
  const Block block = *segment->allocate(1'000'000);
  EXPECT_NE(window->bytes(block.offset, block.size), nullptr);
  EXPECT_EQ(window->bytes(block.offset, block.size + 1), nullptr);
  EXPECT_EQ(window->bytes(block.offset + 1, block.size), nullptr);
  EXPECT_EQ(window->bytes(0, 1), nullptr) << "the header is no block";
  EXPECT_EQ(window->bytes(UINT64_MAX - 10, 100), nullptr) << "a sum that wraps";
  EXPECT_EQ(window->bytes(100'000, UINT64_MAX - 50'000), nullptr) << "a sum that wraps";
  EXPECT_EQ(window->at<Entry>(block.offset + 8), nullptr) << "not aligned";
  EXPECT_EQ(window->several<Entry>(block.offset, UINT64_MAX / 2), nullptr)
      << "a product that wraps";
}

TEST(SegmentTest, AWindowStaysReadableWhenItsProcessIsGone) {
  const Place place;
  Common<testing::TestAddress> address;
  Child child([&] {
    const Ref<Segment> segment = place.segment();
    const Block block = *segment->allocate(100);
    segment->data(block)[99] = std::byte{7};
    address->tell(*segment, block.offset);
    for (;;) ::pause();
  });
  address->await();
  const Ref<Window> window = place.window(address->name);
  ASSERT_TRUE(window);
  EXPECT_TRUE(window->alive());
  child.kill();
  EXPECT_FALSE(window->alive());
  EXPECT_EQ(place.folder().clean(), 1u);
  EXPECT_EQ(window->bytes(address->where, 100)[99], std::byte{7});
}

TEST(SegmentTest, ABellWakesASleeperOfAnotherProcess) {
  const Place place;
  const Ref<Segment> segment = place.segment();
  constexpr std::uint32_t event = Segment::kRuntimeEvent;
  Child ringer([&] {
    const Ref<Window> window = place.window(segment);
    if (window) window->event(event).notify();
  });
  EXPECT_EQ(segment->wait(event, 0, kForever), 1u);
  EXPECT_TRUE(ringer.went_well());
}

TEST(SegmentTest, AWaitEndsAtItsDeadlineOrAtOnceWhenItRang) {
  const Place place;
  const Ref<Segment> segment = place.segment();
  EXPECT_EQ(segment->wait(1, 0, steady_ns() + 1'000'000), 0u);
  segment->event(1).notify();
  EXPECT_EQ(segment->wait(1, 0, kForever), 1u);
}

// A thread that sleeps on the runtime's event, or apart on a wake word, until something wakes it.
class Sleeping final {
 public:
  explicit Sleeping(Segment& segment, std::optional<std::uint32_t> wake_word = std::nullopt)
      : thread_([this, &segment, wake_word] {
          sleeper_.is_this();
          if (wake_word) {
            segment.wait_apart(*wake_word, 0, kForever);
          } else {
            segment.wait(kRuntimeEvent, 0, kForever);
          }
          woken_ = true;
        }) {
    EXPECT_TRUE(sleeper_.sleeps());
  }
  ~Sleeping() { thread_.join(); }
  bool sleeps_on() const { return sleeper_.sleeps() && !woken_; }
  bool woken() const {
    return support::eventually([this] { return woken_.load(); });
  }

 private:
  support::SleepingThread sleeper_;
  std::atomic<bool> woken_{false};
  std::thread thread_;
};

// The front of a segment's file, as a hostile process could map it.
struct Front {
  Front(const Place& place, const std::string& name) {
    const Result<Descriptor> file = place.folder().open_segment(name);
    memory = ::mmap(nullptr, kFirstBlock, PROT_READ | PROT_WRITE, MAP_SHARED, **file, 0);
  }
  ~Front() { ::munmap(memory, kFirstBlock); }
  EventWord& event(std::uint32_t number) const { return static_cast<EventWord*>(memory)[number]; }
  Header& header() const {
    return *reinterpret_cast<Header*>(static_cast<std::byte*>(memory) + kEventArea);
  }
  void* memory;
};

// One that dies after it counted and before it woke must not be relied on.
TEST(SegmentTest, ARingThatWasCutShortCostsNobodyElsesWakeUp) {
  const Place place;
  const Ref<Segment> segment = place.segment();
  const Front front(place, segment->name());
  std::thread sleeper([&] {
    std::uint32_t seen = 0;
    while (seen < 2) seen = segment->wait(1, seen, kForever);
  });
  while (front.header().sleepers[1].count == 0) std::this_thread::yield();
  ++front.event(1).rings;  // and no wake
  segment->event(1).notify();
  sleeper.join();
}

TEST(SegmentTest, WhatIsForAThreadThatSleepsApartWakesItAndNobodyElse) {
  const Place place;
  const Ref<Segment> segment = place.segment();
  Sleeping server(*segment), own(*segment, 7), other(*segment, 8);
  Child sender([&] {
    const Ref<Window> window = place.window(segment);
    if (window) window->event(event_of_wake_word(7)).notify(4);
  });
  EXPECT_TRUE(sender.went_well());
  EXPECT_TRUE(own.woken());
  EXPECT_TRUE(server.sleeps_on());
  EXPECT_TRUE(other.sleeps_on());
  EXPECT_EQ(segment->take_groups(kRuntimeEvent), 4u) << "whoever serves finds it named";
  EXPECT_EQ(segment->rings(kRuntimeEvent), 1u);
  segment->wake_apart(8);
  segment->event(kRuntimeEvent).notify();
}

TEST(SegmentTest, WhereThatThreadDoesNotSleepTheOthersAreWoken) {
  const Place place;
  const Ref<Segment> segment = place.segment();
  Sleeping server(*segment), other(*segment, 8);
  segment->event(event_of_wake_word(7)).notify();
  EXPECT_TRUE(server.woken());
  EXPECT_TRUE(other.sleeps_on());
  segment->wake_apart(8);
}

TEST(SegmentTest, AnyNumberOfAnEventIsOneOfThem) {
  const Place place;
  const Ref<Segment> segment = place.segment();
  for (const std::uint32_t number : {0u, 1u, kEvents, kEvents + kWakeWords, 12345u, UINT32_MAX}) {
    const std::uint32_t room = segment->rings(kRoomEvent), serving = segment->rings(kRuntimeEvent);
    segment->event(number).notify();
    EXPECT_EQ(segment->rings(kRoomEvent) + segment->rings(kRuntimeEvent), room + serving + 1);
  }
}

TEST(SegmentTest, AHeaderThatMakesNoSenseIsRefused) {
  const Place place;
  const auto refused = [&](auto spoil) {
    const Ref<Segment> segment = place.segment();
    spoil(Front(place, segment->name()).header());
    return !place.window(segment);
  };
  EXPECT_FALSE(refused([](Header&) {}));
  EXPECT_TRUE(refused([](Header& header) { header.magic ^= 1; }));
  EXPECT_TRUE(refused([](Header& header) { ++header.layout; }));
  EXPECT_TRUE(refused([](Header& header) { header.header_size -= 64; }));
  EXPECT_TRUE(refused([](Header& header) { header.limit = 0; }));
  EXPECT_TRUE(refused([](Header& header) { header.limit = UINT64_MAX; }));
  EXPECT_TRUE(refused([](Header& header) { header.limit += 1; }));
}

TEST(SegmentTest, AForkedChildDoesNotRemoveItsParentsFile) {
  const Place place;
  Ref<Segment> segment = place.segment();
  Child child([&] { segment = {}; });
  EXPECT_TRUE(child.went_well());
  EXPECT_EQ(place.folder().names().size(), 1u);
}

}  // namespace
}  // namespace ranvier::ring
