// Messages, from publish() to the callbacks that got them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/trace_model/stages.h"
#include "story.h"

namespace ranvier::trace_model {
namespace {

using support::kCraftedEpoch;
using testing::IsEmpty;

// /talker with a publisher at 0x20 and its GID 7, /listener with a subscription at 0x40.
class FlowTest : public StoryTest {
 protected:
  void talker(StoryProcess& in) {
    in.node(0x10, "talker");
    in.publisher(0x20, 0x10, "/chatter", 7);
  }
  void listener(StoryProcess& in) {
    in.node(0x30, "listener");
    in.subscription(0x40, 0x30, "/chatter");
  }
};

Stages stages(const Model& m, Index run, Nanoseconds until) {
  return StageClock(m).split({m.takes[m.runs[run].take].publication, run}, until);
}
Nanoseconds sum(const Stages& stages) {
  Nanoseconds all = 0;
  for (const Nanoseconds one : stages) all += one;
  return all;
}

TEST_F(FlowTest, WithinAProcessAMessageIsKnownByItsAddress) {
  StoryProcess& one = process(1);
  talker(one);
  listener(one);
  one.publish(1'000, 1, 0x20, 0x500);
  one.deliver(1'020, 1, 0x40, 0x500, 77, 7);
  one.take(1'100, 2, 0x40, 0x500, 77, true, 40);
  const Model m = model();
  EXPECT_THAT(m.findings, IsEmpty());
  ASSERT_EQ(m.publications.size(), 1u);
  ASSERT_EQ(m.takes.size(), 1u);
  EXPECT_EQ(m.takes[0].publication, 0u);
  EXPECT_TRUE(m.takes[0].is_local);
  ASSERT_EQ(m.runs.size(), 1u);
  EXPECT_EQ(m.runs[0].take, 0u);
  const Stages s = stages(m, 0, m.runs[0].end);
  EXPECT_EQ(s, (Stages{10, 0, 10, 0, 80, 7, 40}));
  EXPECT_EQ(sum(s), m.runs[0].end - m.publications[0].begin);
}

TEST_F(FlowTest, AcrossProcessesItIsKnownByItsStampAndTheGid) {
  talker(process(1));
  listener(process(2));
  // The same address in both, which means nothing.
  process(1).publish_far(1'000, 1, 0x20, 0x500, 71);
  process(1).publish_far(2'000, 1, 0x20, 0x500, 72);
  process(2).deliver(2'300, 5, 0x40, 0x500, 72, 7);
  process(2).take(2'400, 6, 0x40, 0x500, 72, false, 50);
  const Model m = model();
  EXPECT_THAT(m.findings, IsEmpty());
  ASSERT_EQ(m.takes.size(), 1u);
  EXPECT_EQ(m.takes[0].publication, 1u);
  EXPECT_FALSE(m.takes[0].is_local);
  const Stages s = stages(m, 0, m.runs[0].end);
  EXPECT_EQ(s, (Stages{20, 10, 270, 0, 100, 7, 50}));
  EXPECT_EQ(sum(s), m.runs[0].end - m.publications[1].begin);
}

TEST_F(FlowTest, TwoPublishersWithOneStampAreToldApartByTheGid) {
  talker(process(1));
  talker(process(2));
  process(2).publisher(0x80, 0x10, "/chatter", 8);
  listener(process(3));
  process(1).publish_far(1'000, 1, 0x20, 0x500, 71);
  process(2).publish_far(1'000, 1, 0x80, 0x500, 71);
  process(3).deliver(1'300, 5, 0x40, 0x600, 71, 8);
  process(3).take(1'400, 6, 0x40, 0x600, 71, false, 50);
  const Model m = model();
  ASSERT_EQ(m.takes.size(), 1u);
  ASSERT_NE(m.takes[0].publication, kNone);
  EXPECT_EQ(m.threads[m.publications[m.takes[0].publication].thread].process,
            m.publishers.back().process);
}

TEST_F(FlowTest, WithoutAGidTheTopicAndTheStampMustBeOnePublications) {
  talker(process(1));
  talker(process(2));
  listener(process(3));
  process(1).publish_far(1'000, 1, 0x20, 0x500, 71);
  process(2).publish_far(1'100, 1, 0x20, 0x500, 71);
  process(1).publish_far(2'000, 1, 0x20, 0x500, 72);
  process(3).take(1'400, 6, 0x40, 0x600, 71, false, 50);
  process(3).take(2'400, 6, 0x40, 0x600, 72, false, 50);
  const Model m = model();
  ASSERT_EQ(m.takes.size(), 2u);
  EXPECT_EQ(m.takes[0].publication, kNone);
  ASSERT_NE(m.takes[1].publication, kNone);
  EXPECT_EQ(m.publications[m.takes[1].publication].source_timestamp, 72);
  EXPECT_THAT(m.findings,
              testing::ElementsAre(testing::HasSubstr("1 messages could be of several")));
  // Nothing says when it came: the wait cannot be distinguished from the way.
  EXPECT_EQ(stages(m, 1, m.runs[1].end), (Stages{20, 10, 370, 0, 0, 7, 50}));
}

TEST_F(FlowTest, AnAddressUsedAgainIsNotTheOldMessage) {
  StoryProcess& one = process(1);
  talker(one);
  listener(one);
  one.publisher(0x80, 0x10, "/elsewhere", 8);
  one.publish(1'000, 1, 0x20, 0x500);
  one.publish(2'000, 1, 0x80, 0x500);
  one.deliver(3'000, 5, 0x40, 0x500, 90, 9);  // of a process that was not traced
  one.take(3'100, 2, 0x40, 0x500, 90, false, 40);
  const Model m = model();
  ASSERT_EQ(m.takes.size(), 1u);
  EXPECT_EQ(m.takes[0].publication, kNone);
}

TEST_F(FlowTest, TheLastOfOneAddressIsTheMessage) {
  StoryProcess& one = process(1);
  talker(one);
  listener(one);
  one.publish(1'000, 1, 0x20, 0x500);  // which a full queue gave back
  one.deliver(1'020, 1, 0x40, 0x500, 77, 7);
  one.publish(2'000, 1, 0x20, 0x500);
  one.deliver(2'020, 1, 0x40, 0x500, 78, 7);
  one.take(2'100, 2, 0x40, 0x500, 78, true, 40);
  const Model m = model();
  ASSERT_EQ(m.takes.size(), 1u);
  EXPECT_EQ(m.takes[0].publication, 1u);
  EXPECT_EQ(m.takes[0].delivered, kCraftedEpoch + 2'020);
}

TEST_F(FlowTest, BothRoutesOfOneMessageAreOfOnePublication) {
  talker(process(1));
  listener(process(1));
  listener(process(2));
  process(1).publish_far(1'000, 1, 0x20, 0x500, 71);
  process(1).deliver(1'025, 1, 0x40, 0x500, 71, 7);
  process(1).take(1'200, 2, 0x40, 0x500, 71, true, 40);
  process(2).deliver(1'300, 5, 0x40, 0x700, 71, 7);
  process(2).take(1'400, 6, 0x40, 0x700, 71, false, 50);
  const Model m = model();
  ASSERT_EQ(m.takes.size(), 2u);
  EXPECT_EQ(m.takes[0].publication, 0u);
  EXPECT_EQ(m.takes[1].publication, 0u);
  EXPECT_TRUE(m.takes[0].is_local);
  EXPECT_FALSE(m.takes[1].is_local);
  EXPECT_EQ(stages(m, 0, m.runs[0].end)[1], 0);  // it did not go through the middleware
  EXPECT_EQ(stages(m, 1, m.runs[1].end)[1], 10);
}

TEST_F(FlowTest, TheWaitIsForTheExecutorWhileItsThreadRunsOtherCallbacks) {
  StoryProcess& one = process(1);
  talker(one);
  listener(one);
  one.timer(0x50, 0x10, 1'000);
  one.publish(1'000, 1, 0x20, 0x500);
  one.deliver(1'020, 1, 0x40, 0x500, 77, 7);
  one.call(900, 2, 0x52, false, 220);    // until 1120: 100 ns of it after the message came
  one.call(1'150, 2, 0x52, false, 200);  // until 1350
  one.call(1'000, 3, 0x52, false, 400);  // on another thread, which does not matter
  one.take(1'360, 2, 0x40, 0x500, 77, true, 40);
  const Model m = model();
  ASSERT_EQ(m.runs.size(), 4u);
  const Index run = 3;
  ASSERT_NE(m.runs[run].take, kNone);
  EXPECT_EQ(stages(m, run, m.runs[run].end), (Stages{10, 0, 10, 300, 40, 7, 40}));
}

TEST_F(FlowTest, APublishThatReachedNobodyDoesNotDateTheNextOne) {
  StoryProcess& one = process(1);
  talker(one);
  one.timer(0x50, 0x10, 1'000);
  one.at(100, 1, Event::rclcpp_publish, {0x400});  // nobody wants it
  one.call(500, 1, 0x52, false, 100);
  one.at(900, 1, Event::rclcpp_intra_publish, {0x20, 0x500});  // bytes, which have no object
  const Model m = model();
  ASSERT_EQ(m.publications.size(), 1u);
  EXPECT_EQ(m.publications[0].begin, kCraftedEpoch + 900);
  EXPECT_TRUE(m.publications[0].is_bytes);
}

TEST_F(FlowTest, AMessageThatWasPublishedInACallbackIsOfItsRun) {
  StoryProcess& one = process(1);
  talker(one);
  one.timer(0x50, 0x10, 1'000);
  one.call(500, 1, 0x52, false, 100);
  one.publish(520, 1, 0x20, 0x500);
  one.publish(700, 1, 0x20, 0x600);  // after it
  const Model m = model();
  ASSERT_EQ(m.publications.size(), 2u);
  EXPECT_EQ(m.publications[0].run, 0u);
  EXPECT_EQ(m.publications[1].run, kNone);
}

TEST_F(FlowTest, ACallbackWhoseEndIsMissingIsOverWhenItBeginsAgain) {
  listener(process(1));
  process(1).at(100, 2, Event::callback_start, {0x42, 0});  // its end was in a pause
  for (int i = 1; i <= 2; ++i) process(1).call(i * 1'000, 2, 0x42, false, 30);
  const Model m = model();
  ASSERT_EQ(m.runs.size(), 3u);
  EXPECT_EQ(m.runs[0].end, kNever);
  for (const auto& run : {m.runs[1], m.runs[2]}) {
    EXPECT_EQ(run.end - run.start, 30);
    EXPECT_FALSE(run.is_nested);
  }
}

TEST_F(FlowTest, TheTimesOfAThreadBeginAnewAfterAPause) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  for (const std::int64_t second : {1, 2, 7, 8}) {
    for (const std::int32_t thread : {0, 5})
      process(1).at(second * kSecond, 9, Event::ranvier_cpu_time,
                    {thread, "worker", second * 10, second});
  }
  const Model m = model();
  ASSERT_EQ(m.thread_times.size(), 2u);
  for (const ThreadTime& time : m.thread_times) {
    EXPECT_EQ(time.until - time.from, kSecond);
    EXPECT_EQ(time.used, 10);
    EXPECT_EQ(time.before, 70);
  }
}

TEST_F(FlowTest, TheTimesOfAThreadAreThoseBetweenItsFirstLookAndItsLast) {
  const auto look = [&](std::int64_t ns, std::int32_t thread, std::int64_t used,
                        std::int64_t turns) {
    process(1).at(ns, 9, Event::ranvier_cpu_time, {thread, "worker", used, turns});
  };
  look(1'000, 5, 70, 3);
  look(2'000, 5, 90, 4);
  look(3'000, 5, 190, 9);
  look(3'500, 5, 20, 1);  // another thread, which has its number
  look(4'000, 5, 25, 2);
  look(4'500, 5, -1, -1);
  const Model m = model();
  ASSERT_EQ(m.thread_times.size(), 2u);
  const ThreadTime& first = m.thread_times[0];
  EXPECT_EQ(first.id, 5);
  EXPECT_EQ(first.name, "worker");
  EXPECT_EQ(first.until - first.from, 2'000);
  EXPECT_EQ(first.used, 120);
  EXPECT_EQ(first.turns, 6);
  EXPECT_EQ(m.thread_times[1].used, 5);
}

}  // namespace
}  // namespace ranvier::trace_model
