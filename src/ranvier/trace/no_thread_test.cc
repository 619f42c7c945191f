// Recordings when the system has no thread left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "child.h"
#include "ranvier/trace/member.h"
#include "ranvier/trace/recorder.h"
#include "refused_threads.h"
#include "trace_directory.h"

namespace ranvier::trace {
namespace {

using namespace support;
using testing::HasSubstr;

class NoThread : public TraceDirectory {};

TEST_F(NoThread, ARecordingIsRefusedAndLeavesNothingAndTheNextOneRecords) {
  {
    const RefusedThreads refused(1);
    const auto started = start_recording(options());
    ASSERT_FALSE(started);
    EXPECT_THAT(started.error().what, HasSubstr("Trace recorder: its thread cannot be started"));
  }
  EXPECT_TRUE(traces().empty());
  EXPECT_FALSE(stop_recording());
  ASSERT_TRUE(start_recording(options()));
  EXPECT_TRUE(stop_recording());
}

TEST_F(NoThread, ARecordingGoesOnWithoutTheWaitsForACpuAndSaysSo) {
  auto how = options();
  how.cpu_waits = true;
  std::string words;
  how.warn = [&](const std::string& what) { words += what; };
  {
    const RefusedThreads refused(1, 1);
    ASSERT_TRUE(start_recording(how));
    EXPECT_EQ(refused.left(), 0);
  }
  EXPECT_THAT(words, HasSubstr("waits for a CPU"));
  EXPECT_TRUE(stop_recording());
}

TEST_F(NoThread, AProcessFollowsSessionsTheNextTimeItAsks) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(__aarch64__)
  GTEST_SKIP() << "there a child of a process with threads can have none (recover_test.cc)";
#endif
  Child child([&] {  // which follows none yet
    ::setenv("RANVIER_TRACE_SESSIONS", directory_.c_str(), 1);
    bool well = true;
    {
      const RefusedThreads refused(1);
      well = !follow_sessions(1, options());
    }
    well = follow_sessions(1, options()) && well;
    ::_exit(well ? 0 : 1);
  });
  EXPECT_TRUE(child.went_well());
}

}  // namespace
}  // namespace ranvier::trace
