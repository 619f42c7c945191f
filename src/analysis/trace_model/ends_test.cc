// Objects that end while a trace goes on, their groups, and the threads of executors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>

#include "analysis/trace_model/scheduling.h"
#include "analysis/trace_model/traffic.h"
#include "story.h"

namespace ranvier::trace_model {
namespace {

using support::kCraftedEpoch;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

using EndsTest = StoryTest;

TEST_F(EndsTest, AnObjectHasItsTimes) {
  StoryProcess& one = process(1);
  one.node(0x10, "node");
  one.publisher(0x20, 0x10, "/topic", 7);
  one.subscription(0x40, 0x10, "/topic");
  one.timer(0x50, 0x10, 1'000);
  one.service(0x60, 0x10, "/add");
  one.client(0x70, 0x10, "/add");
  one.end(100, 0x40, "subscription");
  one.end(110, 0x50, "timer");
  one.end(120, 0x60, "service");
  one.end(130, 0x70, "client");
  one.end(140, 0x20, "publisher");
  one.end(150, 0x10, "node");
  const Model m = model();
  EXPECT_THAT(m.findings, IsEmpty());
  EXPECT_EQ(m.nodes.at(0).life.begin, kCraftedEpoch);
  EXPECT_EQ(m.subscriptions.at(0).life.end, kCraftedEpoch + 100);
  EXPECT_EQ(m.timers.at(0).life.end, kCraftedEpoch + 110);
  EXPECT_EQ(m.services.at(0).life.end, kCraftedEpoch + 120);
  EXPECT_EQ(m.clients.at(0).life.end, kCraftedEpoch + 130);
  EXPECT_EQ(m.publishers.at(0).life.end, kCraftedEpoch + 140);
  EXPECT_EQ(m.nodes.at(0).life.end, kCraftedEpoch + 150);
}

TEST_F(EndsTest, WhatIsStillThereHasNoEnd) {
  process(1).node(0x10, "node");
  EXPECT_EQ(model().nodes.at(0).life.end, kNever);
}

TEST_F(EndsTest, AnAddressThatIsUsedAgainByAnotherKindIsNotTheOldObject) {
  StoryProcess& one = process(1);
  one.node(0x10, "node");
  one.timer(0x50, 0x10, 1'000'000);
  one.call(100, 1, 0x52, false, 5);
  one.end(200, 0x50, "timer");
  one.at(300, 1, Event::rcl_service_init, {0x50, 0x10, 0x50, "/add"});
  one.at(300, 1, Event::rclcpp_service_callback_added, {0x50, 0x52});
  one.at(300, 1, Event::ranvier_group_link, {0x50, 0x900, 1});
  one.call(400, 1, 0x52, false, 5);
  const Model m = model();
  EXPECT_EQ(m.describe(m.runs.at(0).callback), "timer 1 ms of /node");
  EXPECT_EQ(m.describe(m.runs.at(1).callback), "service /add of /node");
  EXPECT_EQ(m.callbacks[m.services.at(0).callback].group, 0u);
  EXPECT_EQ(m.callbacks[m.timers.at(0).callback].group, kNone);
}

TEST_F(EndsTest, WhatRunsAtAnAddressWhoseObjectEndedIsOfNobodyKnown) {
  StoryProcess& one = process(1);
  one.node(0x10, "node");
  one.timer(0x50, 0x10, 1'000'000);
  one.end(200, 0x50, "timer");
  one.call(400, 1, 0x52, false, 5);  // the next owner's events are lost
  one.publisher(0x20, 0x10, "/topic", 7);
  one.end(410, 0x20, "publisher");
  one.publish(500, 1, 0x20, 0x500);
  const Model m = model();
  EXPECT_EQ(m.describe(m.runs.at(0).callback), "a callback of ?");
  EXPECT_THAT(m.publications, IsEmpty());
  EXPECT_THAT(m.findings, ElementsAre(HasSubstr("2 events name an object")));
}

TEST_F(EndsTest, ACallbackThatEndsItsOwnObjectRunsUntilItsEnd) {
  StoryProcess& one = process(1);
  one.node(0x10, "node");
  one.timer(0x50, 0x10, 1'000'000);
  one.call(100, 1, 0x52, false, 50);
  one.end(120, 0x50, "timer");
  const Model m = model();
  EXPECT_THAT(m.findings, IsEmpty());
  ASSERT_THAT(m.runs, SizeIs(1));
  EXPECT_EQ(m.runs[0].end, kCraftedEpoch + 150);
  EXPECT_THAT(m.callbacks, SizeIs(1));
}

TEST_F(EndsTest, WhatWaitedForASubscriptionThatEndedIsNotWaitingStill) {
  StoryProcess& one = process(1);
  one.node(0x10, "node");
  one.publisher(0x20, 0x10, "/topic", 7);
  one.subscription(0x40, 0x10, "/topic");
  one.publish(1'000, 1, 0x20, 0x500);
  one.deliver(1'020, 1, 0x40, 0x500, 77, 7);
  one.end(2'000, 0x40, "subscription");
  const auto all = topic_traffic(model());
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].receptions.at(0).waiting, 0u);
  EXPECT_EQ(all[0].receptions.at(0).refused.at("subscription ended"), 1u);
}

TEST_F(EndsTest, CallbacksOfOneGroupAreToldFromThoseOfAnother) {
  StoryProcess& one = process(1);
  one.node(0x10, "node");
  one.subscription(0x40, 0x10, "/topic");
  one.timer(0x50, 0x10, 1'000);
  one.client(0x70, 0x10, "/add");
  one.at(1, 1, Event::ranvier_group_link, {0x40, 0x900, 0});
  one.at(1, 1, Event::ranvier_group_link, {0x50, 0x900, 0});
  one.at(1, 1, Event::ranvier_group_link, {0x70, 0xa00, 1});
  one.end(100, 0x40, "subscription");
  one.end(110, 0x50, "timer");
  one.timer(0xb0, 0x10, 2'000);
  one.at(200, 1, Event::ranvier_group_link, {0xb0, 0x900, 0});  // another at its address
  const Model m = model();
  EXPECT_THAT(m.findings, IsEmpty());
  ASSERT_THAT(m.groups, SizeIs(3));
  const auto words = [&](Index callback) { return group_in_words(m, callback); };
  EXPECT_EQ(words(m.subscriptions.at(0).callback), "group 0 (exclusive)");
  EXPECT_EQ(words(m.timers.at(0).callback), "group 0 (exclusive)");
  EXPECT_EQ(words(m.clients.at(0).callback), "group 1 (reentrant)");
  EXPECT_EQ(words(m.timers.at(1).callback), "group 2 (exclusive)");
}

TEST_F(EndsTest, AThreadOfAnExecutorHasItsPolicyAndItsCpus) {
  StoryProcess& one = process(1);
  one.at(1, 7, Event::rclcpp_executor_get_next_ready, {});
  one.at(1, 8, Event::rclcpp_executor_get_next_ready, {});
  one.at(2, 8, Event::ranvier_executor_thread, {0x1, 0x300, 7, SCHED_FIFO, 80, 0x4f});
  one.at(3, 8, Event::ranvier_executor_thread, {0x2, 0x300, 8, SCHED_OTHER, -5, 0});
  one.at(4, 8, Event::ranvier_executor_thread, {0x2, 0x400, 8, SCHED_OTHER, 0, 1ull << 63});
  one.at(4, 8, Event::ranvier_executor_thread, {0x3, 0x400, 99, SCHED_OTHER, 0, 1});  // no events
  const Model m = model();
  ASSERT_THAT(m.executor_threads, SizeIs(3));
  EXPECT_EQ(describe(m.executor_threads[0]), "fifo 80");
  EXPECT_EQ(cpus_in_words(m.executor_threads[0].cpus), "0-3, 6");
  EXPECT_EQ(describe(m.executor_threads[1]), "other, nice -5");
  EXPECT_EQ(m.executor_threads[1].executor, m.executor_threads[0].executor);
  EXPECT_EQ(describe(m.executor_threads[2]), "other");
  EXPECT_EQ(cpus_in_words(m.executor_threads[2].cpus), "63");
  const auto of = executors_of_threads(m);
  EXPECT_THAT(of, testing::UnorderedElementsAre(0u, 2u));
}

}  // namespace
}  // namespace ranvier::trace_model
