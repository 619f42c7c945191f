// A made-up system, written down as a topology file.
#include "recorded.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

#include "story.h"

namespace ranvier::topology {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using trace_model::StoryTest;
using trace_read::Event;
using Json = nlohmann::ordered_json;

constexpr std::int64_t kMs = 1'000'000;
constexpr std::uint64_t kReliable = 1, kBestEffort = 2, kTransientLocal = 1, kVolatile = 2;

// /camera publishes /image on a timer of 10 ms; /detector gets it, works for 2 ms, and publishes
// /boxes after each second one.
class RecordedTest : public StoryTest {
 protected:
  RecordedTest() {
    process(1).node(0x10, "camera");
    process(1).publisher(0x20, 0x10, "/image", 7);
    process(1).timer(0x30, 0x10, 10 * kMs);
    carry(1, 0x20, kReliable, kVolatile, 5);
    process(2).node(0x10, "detector");
    process(2).subscription(0x40, 0x10, "/image");
    carry(2, 0x40, kBestEffort, kVolatile, 1);
    process(2).publisher(0x60, 0x10, "/boxes", 8);
    carry(2, 0x60, kReliable, kTransientLocal, 1);
  }
  void carry(int pid, std::uint64_t handle, std::uint64_t reliability, std::uint64_t durability,
             std::uint64_t depth, bool is_fixed = false) {
    process(pid).at(0, 1, Event::ranvier_endpoint_type,
                    {handle, "a_msgs/msg/A", is_fixed ? 1u : 0u, reliability, durability, depth});
  }
  void size(int pid, std::uint64_t handle, std::uint64_t bytes) {
    process(pid).at(1, 1, Event::ranvier_message_size, {handle, bytes});
  }
  /// The timer publishes and the detector works, `times` times.
  void run(int times) {
    for (int i = 1; i <= times; ++i) {
      const std::int64_t now = i * 10 * kMs;
      const std::uint64_t message = 0x1000 + static_cast<std::uint64_t>(i) * 16;
      process(1).call(now, 1, 0x32, false, kMs / 100);
      process(1).publish_far(now + 1'000, 1, 0x20, message, now);
      process(2).take(now + kMs, 1, 0x40, message, now, false, 3 * kMs);
      if (i % 2 == 0) process(2).publish(now + 3 * kMs + 7, 1, 0x60, message + 8);
    }
  }
  Json written() { return record_topology(model(), "a test").file; }
};

TEST_F(RecordedTest, ATimersPublisherHasItsPeriodSizeAndPolicies) {
  size(1, 0x20, 1'028);
  run(10);
  const Json camera = written()["nodes"][0];
  EXPECT_EQ(camera["node_name"], "camera");
  const Json& image = camera["publishers"][0];
  EXPECT_EQ(image["topic_name"], "image");
  EXPECT_EQ(image["msg_type"], "stamped_vector");
  EXPECT_EQ(image["msg_size"], 1'000);
  EXPECT_DOUBLE_EQ(image["period_ms"], 10);
  EXPECT_FALSE(image.contains("work_us"));
  EXPECT_EQ(image["qos"],
            Json::parse(R"({"reliability": "reliable", "durability": "volatile", "depth": 5})"));
}

TEST_F(RecordedTest, WhatIsPublishedInACallbackComesAfterItsTopicAndWorksUntilThen) {
  run(10);
  const Json file = written();
  const Json& detector = file["nodes"][1];
  const Json& boxes = detector["publishers"][0];
  EXPECT_EQ(boxes["after"], "image");
  EXPECT_EQ(boxes["every"], 2);
  EXPECT_DOUBLE_EQ(boxes["work_us"], 2'000);
  EXPECT_FALSE(boxes.contains("period_ms"));
  EXPECT_EQ(detector["subscribers"][0]["qos"]["reliability"], "best_effort");
  EXPECT_NE(detector["process"], file["nodes"][0]["process"]);
}

TEST_F(RecordedTest, RunsBeforeTheFirstMessageAreNoneOfARate) {
  for (int i = 1; i <= 9; ++i) process(1).call(i * kMs, 1, 0x32, false, kMs / 100);
  run(4);
  const Json image = written()["nodes"][0]["publishers"][0];
  EXPECT_DOUBLE_EQ(image["period_ms"], 10);
  EXPECT_TRUE(image.contains("timer"));
}

TEST_F(RecordedTest, ACallbackThatPublishesNothingHasItsOwnWork) {
  process(2).node(0x70, "sink");
  process(2).subscription(0x80, 0x70, "/image");
  for (int i = 1; i <= 5; ++i)
    process(2).take(i * 10 * kMs, 2, 0x80, 0x9000 + static_cast<std::uint64_t>(i), i, false,
                    4 * kMs);
  run(5);
  EXPECT_DOUBLE_EQ(written()["nodes"][2]["subscribers"][0]["work_us"], 4'000);
}

TEST_F(RecordedTest, FixedTypesStayFixedWhereTheFormatHasSuchASize) {
  carry(1, 0x20, kReliable, kVolatile, 5, true);
  size(1, 0x20, 60);
  run(2);
  const Json file = written();
  EXPECT_EQ(file["nodes"][0]["publishers"][0]["msg_type"], "stamped9_float32");
  EXPECT_EQ(file["nodes"][1]["subscribers"][0]["msg_type"], "stamped9_float32");
}

TEST_F(RecordedTest, TopicsThatNobodyPublishesAreLeftOutAndNamed) {
  process(2).subscription(0x90, 0x10, "/elsewhere");
  run(2);
  const Recorded recorded = record_topology(model(), "a test");
  EXPECT_THAT(recorded.remarks, ElementsAre(HasSubstr("'/elsewhere'")));
  EXPECT_EQ(recorded.file["nodes"][1]["subscribers"].size(), 1u);
}

TEST_F(RecordedTest, ClientsCallAsOftenAsTheyDidAndServersWork) {
  process(1).client(0x50, 0x10, "/add");
  process(2).service(0x50, 0x10, "/add");
  for (int i = 1; i <= 4; ++i) {
    process(1).request(i * 20 * kMs, 1, 0x50, 1, i);
    process(2).serve(i * 20 * kMs + kMs, 1, 0x50, 1, i, kMs / 2);
  }
  run(2);
  const Json file = written();
  EXPECT_DOUBLE_EQ(file["nodes"][0]["clients"][0]["period_ms"], 20);
  EXPECT_DOUBLE_EQ(file["nodes"][1]["servers"][0]["work_us"], 500);
}

TEST_F(RecordedTest, TwoEndpointsOfATopicAreTwoAndOneThatIsMadeAnewIsOne) {
  process(1).publisher(0x70, 0x10, "/image", 8);
  process(2).subscription(0x80, 0x10, "/image");
  process(2).subscription(0x90, 0x10, "/image");
  process(2).end(200 * kMs, 0x90, "subscription");
  run(5);
  const Json file = written();
  EXPECT_EQ(file["nodes"][0]["publishers"].size(), 2u);
  EXPECT_EQ(file["nodes"][1]["subscribers"].size(), 2u);
}

TEST_F(RecordedTest, TimersThatNeverRanAreNoneOfTheFile) {
  process(1).timer(0x80, 0x10, 50 * kMs);
  process(1).call(50 * kMs, 1, 0x82, false, kMs);
  for (std::uint64_t handle = 0x90; handle < 0xf0; handle += 0x10) {  // a watchdog's
    process(1).timer(handle, 0x10, 4'000 * kMs);
    process(1).end(kMs, handle, "timer");
  }
  run(5);
  const Json timers = written()["nodes"][0]["timers"];
  ASSERT_EQ(timers.size(), 1u);
  EXPECT_DOUBLE_EQ(timers[0]["period_ms"], 50);
}

// Threads of process 1, looked at twice; 100 ms lie between.
class OwnThreadsTest : public RecordedTest {
 protected:
  void ran(std::int32_t thread, const char* name, std::int64_t used, std::int64_t turns = 10) {
    process(1).at(0, kLooker, Event::ranvier_cpu_time, {thread, name, 0, 0});
    process(1).at(100 * kMs, kLooker, Event::ranvier_cpu_time, {thread, name, used, turns});
  }
  void publish(std::int64_t ns, std::int32_t thread, std::uint64_t publisher = 0x20) {
    process(1).publish(ns, thread, publisher, 0x7000 + static_cast<std::uint64_t>(ns / kMs) * 16);
  }
  Json threads() {
    const Json node = written()["nodes"][0];
    return node.contains("threads") ? node["threads"] : Json::array();
  }
  static constexpr std::int32_t kLooker = 99;
};

TEST_F(OwnThreadsTest, OneThatPublishesHasItsPeriodAndTheWorkOfEachTime) {
  process(1).publisher(0x70, 0x10, "/state", 9);
  for (int i = 0; i <= 10; ++i) publish(i * 10 * kMs, 5);
  for (int i = 0; i <= 2; ++i) publish(i * 50 * kMs + kMs, 5, 0x70);
  ran(0, "", 40 * kMs);
  ran(5, "robot", 40 * kMs);
  const Json camera = written()["nodes"][0];
  ASSERT_EQ(camera["threads"].size(), 1u);
  EXPECT_DOUBLE_EQ(camera["threads"][0]["period_ms"], 10);
  EXPECT_DOUBLE_EQ(camera["threads"][0]["work_us"], 4'000);
  const Json& image = camera["publishers"][0];
  EXPECT_EQ(image["thread"], camera["threads"][0]["name"]);
  EXPECT_FALSE(image.contains("every"));
  EXPECT_FALSE(image.contains("period_ms"));
  EXPECT_EQ(camera["publishers"][1]["every"], 5);
}

TEST_F(OwnThreadsTest, OneThatOnlyComputesWorksAsOftenAsItWasGivenACpu) {
  ran(0, "", 20 * kMs);
  ran(5, "robot", 20 * kMs, 20);
  const Json found = threads();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_DOUBLE_EQ(found[0]["period_ms"], 5);
  EXPECT_DOUBLE_EQ(found[0]["work_us"], 1'000);
}

TEST_F(OwnThreadsTest, ThoseThatLiveShortHaveWhatIsLeftOfTheProcess) {
  for (int i = 0; i <= 10; ++i) publish(i * 10 * kMs, 50 + i);
  ran(0, "", 30 * kMs);
  ran(6, "recvUC", 8 * kMs);
  const Json found = threads();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_DOUBLE_EQ(found[0]["period_ms"], 10);
  EXPECT_DOUBLE_EQ(found[0]["work_us"], 2'000);
}

TEST_F(OwnThreadsTest, ThoseOfTheRuntimeAndOfExecutorsAreNone) {
  run(10);
  ran(1, "robot", 50 * kMs);  // it runs the timer
  ran(6, "recvUC", 8 * kMs);
  ran(7, "ranvier_shm", 8 * kMs);
  ran(8, "robot", kMs / 2);  // next to nothing
  ran(0, "", 66 * kMs);
  EXPECT_THAT(threads(), IsEmpty());
}

TEST_F(OwnThreadsTest, ACallbackThatWaitsWorksForAsLongAsItsThreadRan) {
  run(10);  // the detector works for 2 ms of each 10
  process(2).at(0, kLooker, Event::ranvier_cpu_time, {1, "robot", 0, 0});
  process(2).at(105 * kMs, kLooker, Event::ranvier_cpu_time, {1, "robot", 6 * kMs, 10});
  const Json boxes = written()["nodes"][1]["publishers"][0];
  EXPECT_NEAR(boxes["work_us"].get<double>(), 2'000 * 6 / 30, 1);
}

TEST_F(OwnThreadsTest, ALoopThatSpinsAndPublishesWorksForWhatItsCallbacksDoNot) {
  for (int i = 0; i <= 9; ++i) process(1).call(i * 10 * kMs + kMs, 5, 0x32, false, 2 * kMs);
  for (int i = 0; i <= 10; ++i) publish(i * 10 * kMs, 5);
  ran(0, "", 50 * kMs);
  ran(5, "robot", 50 * kMs);
  const Json found = threads();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_DOUBLE_EQ(found[0]["work_us"], 3'000);
}

TEST_F(RecordedTest, WhatEveryNodeHasIsNotWrittenDown) {
  process(1).publisher(0xa0, 0x10, "/rosout", 9);
  process(1).service(0xb0, 0x10, "/camera/get_parameters");
  run(2);
  const Json camera = written()["nodes"][0];
  EXPECT_EQ(camera["publishers"].size(), 1u);
  EXPECT_FALSE(camera.contains("servers"));
}

std::string error_of(const std::function<void()>& what) {
  try {
    what();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no error";
}

TEST_F(RecordedTest, ARateThatNoRobotHasIsRefusedByName) {
  for (int i = 1; i <= 4; ++i)
    process(1).publish(i * 100, 2, 0x20, 0x5000 + static_cast<std::uint64_t>(i) * 16);
  EXPECT_THAT(error_of([this] { (void)written(); }),
              AllOf(HasSubstr("publisher '/image' of /camera"), HasSubstr("100 ns")));
}

TEST_F(RecordedTest, WhatNoFileMaySayIsRefusedOrBounded) {
  carry(1, 0x20, kReliable, kVolatile, UINT64_MAX);
  run(2);
  EXPECT_EQ(written()["nodes"][0]["publishers"][0]["qos"]["depth"], 1'000'000);
}

TEST_F(RecordedTest, ASizeThatNoMessageHasIsRefusedByName) {
  size(1, 0x20, UINT64_MAX);
  run(2);
  EXPECT_THAT(error_of([this] { (void)written(); }),
              AllOf(HasSubstr("'/image'"), HasSubstr("18446744073709551615")));
}

TEST_F(RecordedTest, ATraceWithoutNodesIsRefused) {
  EXPECT_THAT(error_of([] { (void)record_topology({}, "nowhere"); }),
              HasSubstr("nowhere has no node"));
}

TEST(CarrierTest, ServicesHaveTheNearestSize) {
  EXPECT_EQ(service_carrier_for(0), "stamped10b");
  EXPECT_EQ(service_carrier_for(12'000), "stamped10kb");
  EXPECT_EQ(service_carrier_for(UINT64_MAX), "stamped8mb");
}

TEST(CarrierTest, NoMessageIsSmallerThanItsHeader) {
  EXPECT_EQ(carrier_for(0, false).type, "stamped_int64");
  EXPECT_EQ(carrier_for(29, false).size, 1u);
}

}  // namespace
}  // namespace ranvier::topology
