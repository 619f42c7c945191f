#include "analysis/trace_model/model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "story.h"

namespace ranvier::trace_model {
namespace {

using support::kCraftedEpoch;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using ModelTest = StoryTest;

TEST_F(ModelTest, ObjectsAreJoinedByTheirHandles) {
  StoryProcess& one = process(1);
  one.at(0, 1, Event::rcl_node_init, {0x10, 0x10, "talker", "/deep/down"});
  one.publisher(0x20, 0x10, "/chatter", 7);
  one.node(0x30, "listener");
  one.subscription(0x40, 0x30, "/chatter");
  one.timer(0x50, 0x10, 100'000'000);
  one.at(0, 1, Event::rcl_service_init, {0x60, 0x30, 0x60, "/add"});
  one.at(0, 1, Event::rclcpp_service_callback_added, {0x60, 0x62});
  one.at(0, 1, Event::rcl_client_init, {0x70, 0x10, 0x70, "/add"});
  const Model m = model();
  EXPECT_THAT(m.findings, IsEmpty());
  ASSERT_THAT(m.nodes_named("/deep/down/talker"), ElementsAre(0u));
  ASSERT_THAT(m.nodes_named("/listener"), ElementsAre(1u));
  ASSERT_THAT(m.publishers_to("/chatter"), ElementsAre(0u));
  EXPECT_EQ(m.publishers[0].node, 0u);
  EXPECT_EQ(m.publishers[0].depth, 10u);
  EXPECT_NE(m.publishers[0].gid, 0u);
  ASSERT_THAT(m.subscriptions_to("/chatter"), ElementsAre(0u));
  EXPECT_EQ(m.subscriptions[0].node, 1u);
  EXPECT_EQ(m.describe(m.subscriptions[0].callback), "/chatter of /listener");
  ASSERT_THAT(m.timers_of(0), ElementsAre(0u));
  EXPECT_EQ(m.timers[0].period, 100'000'000);
  EXPECT_EQ(m.describe(m.timers[0].callback), "timer 100 ms of /deep/down/talker");
  ASSERT_EQ(m.services.size(), 1u);
  EXPECT_EQ(m.describe(m.services[0].callback), "service /add of /listener");
  ASSERT_EQ(m.clients.size(), 1u);
  EXPECT_EQ(m.clients[0].node, 0u);
  EXPECT_EQ(m.nodes[0].handle, 0x10u);
  EXPECT_EQ(m.publishers[0].handle, 0x20u);
  EXPECT_EQ(m.subscriptions[0].handle, 0x40u);
  EXPECT_EQ(m.timers[0].handle, 0x50u);
  EXPECT_EQ(m.services[0].handle, 0x60u);
  EXPECT_EQ(m.callbacks[m.services[0].callback].handle, 0x62u);
  EXPECT_EQ(m.clients[0].handle, 0x70u);
  EXPECT_THAT(m.subscriptions_to("/other"), IsEmpty());
}

TEST_F(ModelTest, ProcessesMayHaveTheSameHandles) {
  for (const int pid : {1, 2}) {
    process(pid).node(0x10, pid == 1 ? "first" : "second");
    process(pid).subscription(0x40, 0x10, "/same");
    process(pid).call(100 * pid, 1, 0x42, false, 5);
  }
  const Model m = model();
  ASSERT_EQ(m.subscriptions.size(), 2u);
  ASSERT_EQ(m.runs.size(), 2u);
  EXPECT_EQ(m.describe(m.runs[0].callback), "/same of /first");
  EXPECT_EQ(m.describe(m.runs[1].callback), "/same of /second");
}

TEST_F(ModelTest, AnAddressUsedAgainIsTheLaterObject) {
  StoryProcess& one = process(1);
  one.node(0x10, "node");
  one.subscription(0x40, 0x10, "/before");
  one.call(100, 1, 0x42, false, 5);
  one.at(200, 1, Event::rcl_subscription_init, {0x40, 0x10, 0x40, "/after", 1});
  one.at(200, 1, Event::rclcpp_subscription_init, {0x40, 0x41});
  one.at(200, 1, Event::rclcpp_subscription_callback_added, {0x41, 0x42});
  one.call(300, 1, 0x42, false, 5);
  const Model m = model();
  ASSERT_EQ(m.runs.size(), 2u);
  EXPECT_EQ(m.describe(m.runs[0].callback), "/before of /node");
  EXPECT_EQ(m.describe(m.runs[1].callback), "/after of /node");
}

TEST_F(ModelTest, ARunHasItsStartItsEndAndItsThread) {
  StoryProcess& one = process(1);
  one.node(0x10, "node");
  one.timer(0x50, 0x10, 1'000);
  one.call(1'000, 7, 0x52, false, 30);
  one.call(2'050, 7, 0x52, false, 40);
  one.at(3'000, 7, Event::callback_start, {0x52, 0});  // the trace ends within it
  const Model m = model();
  const auto runs = m.runs_of(m.timers.at(0).callback);
  ASSERT_EQ(runs.size(), 3u);
  EXPECT_EQ(m.runs[runs[0]].start, kCraftedEpoch + 1'000);
  EXPECT_EQ(m.runs[runs[0]].end, kCraftedEpoch + 1'030);
  EXPECT_EQ(m.runs[runs[1]].end - m.runs[runs[1]].start, 40);
  EXPECT_EQ(m.runs[runs[2]].end, kNever);
  EXPECT_EQ(m.threads.at(m.runs[runs[0]].thread).id, 7);
}

TEST_F(ModelTest, ACallbackWithinACallbackIsToldFromIt) {
  StoryProcess& one = process(1);
  one.node(0x10, "node");
  one.timer(0x50, 0x10, 1'000);
  one.subscription(0x40, 0x10, "/inner");
  one.call(1'000, 7, 0x52, false, 100);
  one.call(1'020, 7, 0x42, false, 30);
  const Model m = model();
  ASSERT_EQ(m.runs.size(), 2u);
  EXPECT_FALSE(m.runs[0].is_nested);
  EXPECT_TRUE(m.runs[1].is_nested);
  EXPECT_EQ(m.runs[0].end - m.runs[0].start, 100);
  EXPECT_EQ(m.runs[1].end - m.runs[1].start, 30);
}

TEST_F(ModelTest, TransitionsOfAManagedNodeAreThere) {
  StoryProcess& one = process(1);
  one.node(0x10, "managed");
  one.at(1, 1, Event::rcl_lifecycle_state_machine_init, {0x10, 0x80});
  one.at(50, 1, Event::rcl_lifecycle_transition, {0x80, "inactive", "active"});
  const Model m = model();
  ASSERT_EQ(m.transitions.size(), 1u);
  EXPECT_EQ(m.name_of(m.transitions[0].node), "/managed");
  EXPECT_EQ(m.transitions[0].from, "inactive");
  EXPECT_EQ(m.transitions[0].to, "active");
  EXPECT_EQ(m.transitions[0].time, kCraftedEpoch + 50);
}

TEST_F(ModelTest, WhatNoEventIntroducedIsToldOf) {
  StoryProcess& one = process(1);
  one.publish(100, 1, 0x99, 0x500);             // no such publisher
  one.take(200, 1, 0x98, 0x500, 5, true, 9);    // no such subscription, no such callback
  one.at(300, 1, Event::callback_end, {0x9a});  // which did not begin again
  const Model m = model();
  EXPECT_TRUE(m.publications.empty());
  EXPECT_TRUE(m.takes.empty());
  ASSERT_EQ(m.runs.size(), 1u);  // it ran, whatever it is
  EXPECT_EQ(m.describe(m.runs[0].callback), "a callback of ?");
  EXPECT_THAT(m.findings, ElementsAre(HasSubstr("3 events name an object that no event introduced"),
                                      HasSubstr("1 callbacks end that did not begin")));
}

}  // namespace
}  // namespace ranvier::trace_model
