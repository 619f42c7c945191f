// Memory from the heap, by node, state and callback.
#include "analysis/trace_model/allocations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "story.h"

namespace ranvier::trace_model {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::uint64_t kHere = 77, kThere = 78;  // places

// /camera's timer callback at 0x32 and its state machine at 0x12.
class AllocationsTest : public StoryTest {
 protected:
  AllocationsTest() {
    process(1).node(0x10, "camera");
    process(1).timer(0x30, 0x10, 1'000);
    process(1).at(0, 1, Event::rcl_lifecycle_state_machine_init, {0x10, 0x12});
    for (const std::uint64_t place : {kHere, kThere}) {
      line(place, 1, "caller");
      line(place, 0, place == kHere ? "here" : "there");
    }
  }
  void line(std::uint64_t place, std::int32_t depth, const char* symbol) {
    process(1).at(1, 1, Event::ranvier_allocation_place, {place, depth, 0x4000 + place, symbol});
  }
  void take(std::int64_t ns, std::int32_t thread, std::uint64_t size, std::uint64_t place) {
    process(1).at(ns, thread, Event::ranvier_allocate, {0x9000, size, 0, place});
  }
  void go(std::int64_t ns, std::int32_t thread, const char* from, const char* to) {
    process(1).at(ns, thread, Event::rcl_lifecycle_transition, {0x12, from, to});
  }
};

TEST_F(AllocationsTest, WhatACallbackTakesIsCountedByPlaceWithItsStack) {
  for (const std::int64_t now : {1'000, 2'000}) {
    process(1).call(now, 1, 0x32, false, 100);
    take(now + 10, 1, 24, kHere);
  }
  take(2'020, 1, 5, kThere);
  const Model m = model();
  const auto all = allocation_traffic(m);
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_EQ(m.name_of(all[0].node), "/camera");
  EXPECT_EQ(all[0].count, 2u);
  EXPECT_EQ(all[0].bytes, 48u);
  EXPECT_THAT(m.allocation_places.at(all[0].place).lines, ElementsAre("here", "caller"));
  EXPECT_EQ(all[1].bytes, 5u);
  EXPECT_THAT(m.findings, IsEmpty());
}

TEST_F(AllocationsTest, TheStateIsThatOfTheNodeAtTheTime) {
  go(1'500, 1, "unconfigured", "inactive");
  go(2'500, 1, "inactive", "active");
  for (const std::int64_t now : {1'000, 2'000, 3'000}) {
    process(1).call(now, 1, 0x32, false, 100);
    take(now + 10, 1, 1, kHere);
  }
  const auto all = allocation_traffic(model());
  ASSERT_THAT(all, SizeIs(3));
  EXPECT_EQ(all[0].state, "active");
  EXPECT_EQ(all[1].state, "inactive");
  EXPECT_EQ(all[2].state, "unconfigured");
}

TEST_F(AllocationsTest, WhatTheCallbackOfATransitionTakesAtItsEndIsOfTheTransition) {
  process(1).call(1'000, 1, 0x32, false, 1'000);
  go(1'100, 1, "inactive", "activating");
  take(1'200, 1, 1, kHere);
  go(1'300, 1, "activating", "active");
  take(1'400, 1, 1, kHere);
  const auto all = allocation_traffic(model());
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].state, "activating");
  EXPECT_EQ(all[0].count, 2u);
}

TEST_F(AllocationsTest, WhatIsTakenOutsideOfCallbacksHasNoNode) {
  process(1).call(1'000, 1, 0x32, false, 100);
  take(1'050, 2, 8, kHere);
  take(1'200, 1, 8, kHere);
  const auto all = allocation_traffic(model());
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].node, kNone);
  EXPECT_EQ(all[0].callback, kNone);
  EXPECT_EQ(all[0].count, 2u);
}

TEST_F(AllocationsTest, LinesOfAnImpossibleDepthAreLeftOut) {
  line(kHere, -1, "before");
  line(kHere, 1'000'000'000, "far beyond");
  take(1'000, 1, 8, kHere);
  EXPECT_THAT(model().allocation_places.at(0).lines, ElementsAre("here", "caller"));
}

}  // namespace
}  // namespace ranvier::trace_model
