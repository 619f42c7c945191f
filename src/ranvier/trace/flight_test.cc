// The flight recorder: what it keeps, and when it saves it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "babeltrace.h"
#include "fork_child.h"
#include "ranvier/os/clock.h"
#include "ranvier/trace/moment.h"
#include "ranvier/trace/recorder.h"
#include "trace_directory.h"

namespace ranvier::trace {
namespace {

using namespace support;
using testing::HasSubstr;

#define NEEDS_BABELTRACE()                                                                         \
  if (!have_babeltrace()) GTEST_SKIP() << "babeltrace2 is not installed (tools/packages.txt)"

class FlightTest : public TraceDirectory {
 protected:
  // The recorder tells us lines until it has ended.
  ~FlightTest() override { static_cast<void>(stop_recording()); }

  /// Few chunks, and nothing lost however fast the test records.
  RecordingOptions flight() {
    RecordingOptions options = this->options(16 * 4096);
    options.keep = RecordingOptions::Keep::kLast;
    options.when_full = RecordingOptions::WhenFull::kBlock;
    options.tell = [this](const std::string& line) {
      std::lock_guard lock(mutex_);
      told_.push_back(line);
    };
    options.warn = options.tell;
    return options;
  }
  static void meet(std::uintptr_t node) {
    RANVIER_TRACE(rcl_node_init, address(node), address(2), "camera", "/front");
  }
  void run(int count) {
    for (int i = 0; i < count; ++i) RANVIER_TRACE(callback_end, address(++counted_));
  }
  SavedTrace saved() {
    auto done = save_recording();
    EXPECT_TRUE(done) << done.error().what;
    return done ? *done : SavedTrace{};
  }
  std::vector<std::string> told() {
    std::lock_guard lock(mutex_);
    return told_;
  }
  void wait_told(std::size_t lines) {
    while (told().size() < lines) std::this_thread::yield();
  }
  /// The trace has the node, and then the last events, up to number `last`.
  static void expect_node_and_last(const std::string& folder, std::uintptr_t last) {
    const ReadTrace trace = read_trace(folder);
    EXPECT_EQ(trace.complaints, "");
    EXPECT_EQ(trace.discarded, 0u);
    ASSERT_GT(trace.events.size(), 100u);
    EXPECT_EQ(trace.events[0].name, "rcl_node_init");
    std::uintptr_t number = last - (trace.events.size() - 1);
    for (std::size_t i = 1; i < trace.events.size(); ++i) {
      ASSERT_EQ(trace.events[i].name, "callback_end");
      ASSERT_EQ(std::stoull(trace.events[i].fields.at("callback"), nullptr, 16), ++number);
    }
    EXPECT_EQ(number, last);
  }

 private:
  std::uintptr_t counted_ = 0;
  std::mutex mutex_;
  std::vector<std::string> told_;
};

TEST_F(FlightTest, SavesTheLastEventsAndTheNamesThatTheyNeed) {
  NEEDS_BABELTRACE();
  start(flight());
  meet(1);
  run(100'000);
  const SavedTrace first = saved();
  EXPECT_GT(first.events, 1'000u);
  EXPECT_LT(first.events, 16 * 4096 / 16u);
  expect_node_and_last(first.folder, 100'000);
}

TEST_F(FlightTest, EachTimeATraceOfItsOwnAndThenNothingElseStays) {
  NEEDS_BABELTRACE();
  start(flight());
  meet(1);
  run(10'000);
  const SavedTrace first = saved();
  run(10'000);
  const SavedTrace second = saved();
  EXPECT_NE(first.folder, second.folder);
  const RecordingReport report = stop();
  EXPECT_EQ(report.folder, "");
  EXPECT_EQ(report.discarded, 0u);
  std::vector<std::string> left = traces();
  std::sort(left.begin(), left.end());
  EXPECT_EQ(left, (std::vector<std::string>{first.folder, second.folder}));
  expect_node_and_last(first.folder, 10'000);
  expect_node_and_last(second.folder, 20'000);
  EXPECT_EQ(read_trace(directory_).complaints, "");  // side by side, too
}

TEST_F(FlightTest, ThreadsMayWriteWhileItSaves) {
  NEEDS_BABELTRACE();
  start(flight());
  meet(1);
  std::atomic<bool> ending{false};
  std::thread other([&] {
    while (!ending) RANVIER_TRACE(callback_start, address(7), 0);
  });
  for (int i = 0; i < 20; ++i) EXPECT_EQ(read_trace(saved().folder).complaints, "");
  ending = true;
  other.join();
}

TEST_F(FlightTest, TimesOfOldEventsAreThoseOfTheClock) {
  NEEDS_BABELTRACE();
  constexpr std::int64_t kSlack = 50'000;
  start(flight());
  const std::int64_t before = system_ns();
  RANVIER_TRACE(callback_end, address(1));
  const std::int64_t after = system_ns();
  while (system_ns() < after + 1'500'000'000)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const ReadTrace trace = read_trace(saved().folder);
  ASSERT_EQ(trace.events.size(), 1u);
  EXPECT_GT(trace.events[0].ns, before - kSlack);
  EXPECT_LT(trace.events[0].ns, after + kSlack);
}

TEST_F(FlightTest, AKilledProcessHasSavedByBeingKilled) {
  NEEDS_BABELTRACE();
  const pid_t child = support::fork_child();
  if (child == 0) {
    start(flight());
    meet(1);
    run(50'000);
    ::kill(::getpid(), SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  const auto done = recover(directory_);
  ASSERT_TRUE(done) << done.error().what;
  EXPECT_EQ(*done, 1u);
  expect_node_and_last(traces().at(0), 50'000);
}

TEST_F(FlightTest, SavesAtItsSignalAndLeavesTheUsersHandlerInPlace) {
  NEEDS_BABELTRACE();
  static std::atomic<int> heard{0};
  struct sigaction mine{}, before{};
  mine.sa_handler = [](int) { ++heard; };
  ASSERT_EQ(::sigaction(SIGUSR2, &mine, &before), 0);
  RecordingOptions options = flight();
  options.save_signal = SIGUSR2;
  start(options);
  meet(1);
  run(5'000);
  ASSERT_EQ(::raise(SIGUSR2), 0);
  wait_told(1);
  EXPECT_EQ(heard, 1);
  EXPECT_THAT(told()[0], HasSubstr("a signal asked for it"));
  stop();
  ASSERT_EQ(::raise(SIGUSR2), 0);
  EXPECT_EQ(heard, 2);
  EXPECT_EQ(told().size(), 1u);
  ::sigaction(SIGUSR2, &before, nullptr);
  expect_node_and_last(traces().at(0), 5'000);
}

TEST_F(FlightTest, SavesAMissedDeadlineOnceInAWhile) {
  RecordingOptions options = flight();
  options.save_at_deadline = true;
  start(options);
  run(5'000);
  for (int i = 0; i < 3; ++i) {
    notice(Moment::kDeadline);
    notice(Moment::kSignal);  // it does not save at a signal
    wait_told(1);
  }
  saved();  // all that was asked before has been looked at by now, or never will be
  EXPECT_EQ(told().size(), 1u);
  EXPECT_THAT(told()[0], HasSubstr("a deadline was missed"));
}

// Nothing of it is known but the files: tests/tracing asks from another process.
TEST_F(FlightTest, WhoKnowsTheDirectoryMayAsk) {
  NEEDS_BABELTRACE();
  start(flight());
  meet(1);
  run(5'000);
  const auto saved = save_others(directory_);
  ASSERT_TRUE(saved) << saved.error().what;
  ASSERT_EQ(saved->size(), 1u);
  expect_node_and_last(saved->at(0), 5'000);
}

TEST_F(FlightTest, WhoDoesNotKeepTheLastEventsIsNotAsked) {
  start(options());
  const auto none = save_others(directory_);
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->empty());
  const auto refused = save_recording();
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().what, HasSubstr("RANVIER_TRACE_KEEP=last"));
  EXPECT_FALSE(save_others(directory_ + "/nowhere"));
}

TEST_F(FlightTest, AFolderThatCannotBeMadeIsNamedAndTheRecorderGoesOn) {
  if (::geteuid() == 0) {
    // Root may write anywhere: a file is in the way instead.
    const std::string folder = start(flight());
    ASSERT_EQ(::symlink("/dev/null", (folder + "-saved-1").c_str()), 0);
    run(10);
    const auto refused = save_recording();
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().what, HasSubstr(folder + "-saved-1"));
    ::unlink((folder + "-saved-1").c_str());
    EXPECT_EQ(saved().folder, folder + "-saved-1");
    return;
  }
  GTEST_SKIP() << "needs root";
}

}  // namespace
}  // namespace ranvier::trace
