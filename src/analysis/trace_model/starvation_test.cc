#include "analysis/trace_model/starvation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "story.h"

namespace ranvier::trace_model {
namespace {

using testing::SizeIs;

class StarvationTest : public StoryTest {
 protected:
  StarvationTest() {
    process(1).node(0x10, "node");
    process(1).publisher(0x20, 0x10, "/chatter", 7);
    process(1).subscription(0x40, 0x10, "/chatter");
    process(1).timer(0x50, 0x10, 1'000);
  }
};

TEST_F(StarvationTest, AMessageIsReadyWhenItComesAndTheTimeOfOtherCallbacksIsTold) {
  process(1).publish(1'000, 1, 0x20, 0x500);
  process(1).deliver(1'020, 1, 0x40, 0x500, 77, 7);
  process(1).call(1'030, 2, 0x52, false, 800);
  process(1).take(1'900, 2, 0x40, 0x500, 77, true, 40);  // its callback begins 7 ns later
  const Model m = model();
  const Starvation found = find_starvation(m, 500);
  ASSERT_THAT(found.longest, SizeIs(1));
  EXPECT_EQ(m.describe(m.runs[found.longest[0].run].callback), "/chatter of /node");
  EXPECT_EQ(found.longest[0].waited, 887);
  EXPECT_EQ(found.longest[0].busy, 800);
  EXPECT_EQ(find_starvation(m, 887).longest.size(), 0u);
}

TEST_F(StarvationTest, ATimerIsReadyOnePeriodAfterItsLastStart) {
  for (const std::int64_t at : {1'000, 2'000, 3'600, 4'600}) {
    process(1).call(at, 1, 0x52, false, 10);
  }
  const Starvation found = find_starvation(model(), 500);
  ASSERT_THAT(found.callbacks, SizeIs(1));
  EXPECT_EQ(found.callbacks[0].waits.count, 3u);
  EXPECT_EQ(found.callbacks[0].waits.most, 600);
  EXPECT_EQ(found.callbacks[0].starved, 1u);
  EXPECT_THAT(found.longest, SizeIs(1));
}

TEST_F(StarvationTest, TheLongestAreToldTheLongestFirst) {
  std::int64_t at = 1'000;
  for (const std::int64_t late : {0, 30, 10, 50, 20, 40}) {
    at += 1'000 + late;
    process(1).call(at, 1, 0x52, false, 10);
  }
  const Starvation found = find_starvation(model(), 5, 3);
  ASSERT_THAT(found.longest, SizeIs(3));
  EXPECT_EQ(found.longest[0].waited, 50);
  EXPECT_EQ(found.longest[1].waited, 40);
  EXPECT_EQ(found.longest[2].waited, 30);
  EXPECT_EQ(found.callbacks.at(0).starved, 5u);
}

TEST_F(StarvationTest, WhereNoEventSaysWhenAMessageCameThereIsNoWait) {
  process(1).take(1'900, 2, 0x40, 0x500, 77, false, 40);
  EXPECT_THAT(find_starvation(model(), 0).callbacks, SizeIs(0));
}

}  // namespace
}  // namespace ranvier::trace_model
