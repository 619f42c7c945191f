// Recordings that begin late, pause, or leave events out.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "babeltrace.h"
#include "ranvier/trace/past.h"
#include "trace_directory.h"

namespace ranvier::trace {
namespace {

using namespace support;

class JoiningTest : public TraceDirectory {
 protected:
  void SetUp() override {
    if (!have_babeltrace()) GTEST_SKIP() << "babeltrace2 is not installed (tools/packages.txt)";
    detail::forget_past();
  }
  void TearDown() override { detail::forget_past(); }

  RecordingOptions late() {
    RecordingOptions how = options();
    how.with_past = true;
    return how;
  }
  std::vector<std::string> recorded() {
    stop();
    const ReadTrace trace = read_trace(directory_);
    EXPECT_EQ(trace.complaints, "");
    std::vector<std::string> names;
    for (const auto& event : trace.events) names.push_back(event.name);
    return names;
  }
};

using Names = std::vector<std::string>;

TEST_F(JoiningTest, ALateRecordingBeginsWithWhatNamesThings) {
  RANVIER_TRACE(rcl_init, address(1), "1.2.3");
  RANVIER_TRACE(callback_end, address(2));
  RANVIER_TRACE(rcl_timer_init, address(3), 5);
  start(late());
  RANVIER_TRACE(callback_end, address(2));
  EXPECT_EQ(recorded(), (Names{"rcl_init", "rcl_timer_init", "callback_end"}));
}

TEST_F(JoiningTest, ARecordingThatDoesNotAskForThePastHasNone) {
  RANVIER_TRACE(rcl_init, address(1), "1.2.3");
  start(options());
  RANVIER_TRACE(callback_end, address(2));
  EXPECT_EQ(recorded(), (Names{"callback_end"}));
}

TEST_F(JoiningTest, APastThatIsLargerThanTheBufferIsToldWhole) {
  constexpr int kTimers = 5000;
  for (int i = 0; i < kTimers; ++i) RANVIER_TRACE(rcl_timer_init, address(16 + i), i);
  RecordingOptions how = late();
  how.buffer_bytes = 3 * 4096;
  start(how);
  const auto report = stop();
  EXPECT_EQ(report.discarded, 0u);
  EXPECT_EQ(report.events, static_cast<std::uint64_t>(kTimers));
}

TEST_F(JoiningTest, APauseIsSilentAndWhatBeganInItIsToldAfterIt) {
  start(late());
  RANVIER_TRACE(callback_start, address(1), 0);
  ASSERT_TRUE(pause_recording());
  RANVIER_TRACE(callback_end, address(1));
  RANVIER_TRACE(rcl_timer_init, address(3), 5);
  ASSERT_TRUE(pause_recording());  // which it is
  ASSERT_TRUE(resume_recording());
  ASSERT_TRUE(resume_recording());
  RANVIER_TRACE(rclcpp_take, address(1));
  EXPECT_EQ(recorded(), (Names{"callback_start", "rcl_timer_init", "rclcpp_take"}));
}

TEST_F(JoiningTest, WhatIsPausedCanBeStopped) {
  start(late());
  RANVIER_TRACE(callback_start, address(1), 0);
  ASSERT_TRUE(pause_recording());
  EXPECT_EQ(recorded(), (Names{"callback_start"}));
  EXPECT_FALSE(pause_recording());
  EXPECT_FALSE(resume_recording());
}

TEST_F(JoiningTest, EventsThatAreLeftOutAreNotRecordedAndTheNextRecordingHasThem) {
  RecordingOptions how = late();
  how.events = std::uint64_t{1} << static_cast<unsigned>(Event::callback_end);
  RANVIER_TRACE(rcl_init, address(1), "1.2.3");
  start(how);
  RANVIER_TRACE(callback_start, address(1), 0);
  RANVIER_TRACE(callback_end, address(1));
  EXPECT_EQ(recorded(), (Names{"callback_end"}));
  std::filesystem::remove_all(directory_);
  start(options());
  RANVIER_TRACE(callback_start, address(1), 0);
  EXPECT_EQ(recorded(), (Names{"callback_start"}));
}

}  // namespace
}  // namespace ranvier::trace
