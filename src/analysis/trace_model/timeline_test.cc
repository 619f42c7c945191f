// What is packed for the page is what happened: unpacked here by the words of timeline.h.
#include "analysis/trace_model/timeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "story.h"

namespace ranvier::trace_model {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::Le;
using testing::SizeIs;

class Numbers final {
 public:
  explicit Numbers(const Packed& packed) : bytes_(packed.bytes) {}
  std::int64_t next() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint8_t byte = bytes_.at(at_++);
      value |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return static_cast<std::int64_t>(value);
    }
  }
  [[nodiscard]] bool at_end() const { return at_ == bytes_.size(); }

 private:
  const std::vector<std::uint8_t>& bytes_;
  std::size_t at_ = 0;
};

struct Item {
  std::int64_t start = 0, length = 0, callback = 0, age = -1, publisher = -1, count = 1, busy = 0;
};

std::vector<Item> unpacked(const RunLane& lane) {
  Numbers numbers(lane.runs);
  std::vector<Item> all;
  for (std::uint64_t i = 0; i < lane.runs.items; ++i) {
    Item item;
    item.start = numbers.next() + (all.empty() ? 0 : all.back().start);
    item.busy = item.length = numbers.next();
    const std::int64_t word = numbers.next();
    item.callback = word / 4;
    if (word % 4 == 1) {
      item.age = numbers.next();
      item.publisher = numbers.next();
    } else if (word % 4 == 2) {
      item.count = numbers.next();
      item.busy = numbers.next();
    }
    all.push_back(item);
  }
  EXPECT_TRUE(numbers.at_end());
  return all;
}

std::vector<std::pair<std::int64_t, std::int64_t>> unpacked(const Packed& marks) {
  Numbers numbers(marks);
  std::vector<std::pair<std::int64_t, std::int64_t>> all;
  for (std::uint64_t i = 0; i < marks.items; ++i) {
    const std::int64_t word = numbers.next();
    const std::int64_t time = word / 2 + (all.empty() ? 0 : all.back().first);
    all.emplace_back(time, word % 2 ? numbers.next() : 1);
  }
  EXPECT_TRUE(numbers.at_end());
  return all;
}

class TimelineTest : public StoryTest {
 protected:
  TimelineTest() {
    process(1).node(0x10, "node");
    process(1).publisher(0x20, 0x10, "/chatter", 7);
    process(1).subscription(0x40, 0x10, "/chatter");
    process(1).timer(0x50, 0x10, 1'000);
  }
  Timeline timeline(std::uint64_t most = 4'000'000) {
    const auto read = trace();
    return pack_timeline(build_model(read), spans_of(read), most);
  }
};

TEST_F(TimelineTest, RunsAreWithTheirCallbackTheirTimesAndTheirMessage) {
  process(1).call(1'000, 2, 0x52, false, 300);
  process(1).publish(1'100, 2, 0x20, 0x500);
  process(1).deliver(1'120, 2, 0x40, 0x500, 77, 7);
  process(1).take(1'400, 2, 0x40, 0x500, 77, true, 40);
  const Timeline t = timeline();
  EXPECT_EQ(t.grain, 0);
  ASSERT_THAT(t.threads, SizeIs(1));
  const auto runs = unpacked(t.threads[0]);
  ASSERT_THAT(runs, SizeIs(2));
  EXPECT_THAT(runs[0], AllOf(Field(&Item::start, 1'000), Field(&Item::length, 300),
                             Field(&Item::callback, 1), Field(&Item::age, -1)));
  EXPECT_THAT(runs[1],
              AllOf(Field(&Item::start, 1'407), Field(&Item::length, 40), Field(&Item::callback, 0),
                    Field(&Item::age, 307), Field(&Item::publisher, 0)));
  ASSERT_THAT(t.topics, SizeIs(1));
  EXPECT_THAT(unpacked(t.topics[0].publications), ElementsAre(std::pair(1'100, 1)));
  EXPECT_THAT(unpacked(t.topics[0].takes), ElementsAre(std::pair(1'400, 1)));
}

TEST_F(TimelineTest, ACallbackWithinAnotherIsInALaneOfItsOwn) {
  process(1).timer(0x60, 0x10, 1'000);
  process(1).call(1'000, 2, 0x52, false, 300);
  process(1).call(1'100, 2, 0x62, false, 100);
  const Timeline t = timeline();
  ASSERT_THAT(t.threads, SizeIs(2));
  EXPECT_FALSE(t.threads[0].is_nested);
  EXPECT_TRUE(t.threads[1].is_nested);
  EXPECT_THAT(unpacked(t.threads[1]), ElementsAre(Field(&Item::start, 1'100)));
}

TEST_F(TimelineTest, ALargeTraceIsGatheredAndNoTimeIsLost) {
  constexpr std::int64_t kRuns = 200'000;
  for (std::int64_t i = 0; i < kRuns; ++i) process(1).call(i * 1'000, 2, 0x52, false, 10);
  const Timeline t = timeline(100'000);
  EXPECT_GT(t.grain, 0);
  EXPECT_THAT(t.items(), Le(100'000u));
  const auto runs = unpacked(t.threads.at(0));
  const auto sum = [&](std::int64_t Item::* of) {
    return std::accumulate(runs.begin(), runs.end(), std::int64_t{0},
                           [&](std::int64_t all, const Item& one) { return all + one.*of; });
  };
  EXPECT_EQ(sum(&Item::count), kRuns);
  EXPECT_EQ(sum(&Item::busy), kRuns * 10);
  for (const Item& one : runs) ASSERT_LE(one.length, t.grain);
}

TEST_F(TimelineTest, OfNoEventsItIsEmpty) {
  const Timeline t = pack_timeline({}, {});
  EXPECT_EQ(t.items(), 0u);
  EXPECT_EQ(t.length, 0);
}

}  // namespace
}  // namespace ranvier::trace_model
