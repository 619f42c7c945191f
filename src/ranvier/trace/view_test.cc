// Looking at what flight recorders have, from another process.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <set>

#include "babeltrace.h"
#include "fork_child.h"
#include "ranvier/os/clock.h"
#include "ranvier/trace/recorder.h"
#include "trace_directory.h"

namespace ranvier::trace {
namespace {

using namespace support;
using testing::ElementsAre;
using testing::HasSubstr;

#define NEEDS_BABELTRACE()                                                                         \
  if (!have_babeltrace()) GTEST_SKIP() << "babeltrace2 is not installed (tools/packages.txt)"

class ViewTest : public TraceDirectory {
 protected:
  RecordingOptions flight() {
    RecordingOptions options = this->options(16 * 4096);
    options.keep = RecordingOptions::Keep::kLast;
    options.tell = [](const std::string& line) { ADD_FAILURE() << "the log said: " << line; };
    options.warn = options.tell;
    return options;
  }
  void run(int count) {
    for (int i = 0; i < count; ++i) {
      times_.push_back(steady_ns());
      RANVIER_TRACE(callback_end, address(times_.size()));
    }
  }
  std::vector<View> views(std::int64_t since = INT64_MIN, std::int64_t patience = 5'000'000'000) {
    const auto views = view_others({directory_, since, patience});
    EXPECT_TRUE(views) << views.error().what;
    return views ? *views : std::vector<View>();
  }
  /// The numbers of the events that run() made.
  static std::set<std::size_t> ran(const ReadTrace& trace) {
    std::set<std::size_t> all;
    for (const auto& event : trace.events) {
      if (event.name != "callback_end") continue;
      all.insert(std::stoull(event.fields.at("callback"), nullptr, 16));
    }
    return all;
  }

  std::vector<std::int64_t> times_;  // before each event, which has the number behind it
};

TEST_F(ViewTest, LeavesOutWhatIsOlderButNotTheNames) {
  NEEDS_BABELTRACE();
  start(flight());
  RANVIER_TRACE(rcl_node_init, address(1), address(2), "camera", "/front");
  run(10);
  // Clocks are read by two ways, so near the bound either may be.
  constexpr std::int64_t kApart = 1'000'000;
  while (steady_ns() < times_.back() + 2 * kApart) {}
  const std::int64_t since = steady_ns() - kApart;
  run(5);
  const auto seen = views(since);
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].complaint, "");
  EXPECT_EQ(seen[0].forgot, 0);
  const ReadTrace trace = read_trace(seen[0].folder);
  EXPECT_EQ(trace.complaints, "");
  ASSERT_EQ(trace.events.size(), 6u);
  EXPECT_EQ(trace.events[0].name, "rcl_node_init");
  EXPECT_THAT(ran(trace), ElementsAre(11, 12, 13, 14, 15));
}

TEST_F(ViewTest, SaysUpToWhenEventsMayBeMissing) {
  NEEDS_BABELTRACE();
  RecordingOptions slow = flight();
  slow.when_full = RecordingOptions::WhenFull::kBlock;
  start(slow);
  run(50'000);
  const auto seen = views();
  ASSERT_EQ(seen.size(), 1u);
  const auto there = ran(read_trace(seen[0].folder));
  EXPECT_LT(there.size(), times_.size());
  // The bound is a time of the trace, which may be some nanoseconds off the kernel's.
  constexpr std::int64_t kApart = 1'000;
  std::size_t before = 0;
  for (std::size_t i = 0; i < times_.size(); ++i) {
    const bool is_after = times_[i] > seen[0].forgot + kApart;
    before += !is_after;
    ASSERT_TRUE(!is_after || there.contains(i + 1)) << "event " << i + 1;
  }
  // It does not call missing what is there, but for what one page has, or two.
  EXPECT_LT(before, times_.size() - there.size() + 2 * 256);
  EXPECT_GT(before, 40'000u);
}

TEST_F(ViewTest, AViewIsNoSave) {
  start(flight());
  run(10);
  const std::string first = views().at(0).folder, second = views().at(0).folder;
  EXPECT_NE(first, second);
  const auto saved = save_recording();
  ASSERT_TRUE(saved);
  EXPECT_THAT(saved->folder, HasSubstr("-saved-1"));
  // Nobody but who asked takes it away.
  EXPECT_TRUE(std::filesystem::exists(first) && std::filesystem::exists(second));
}

TEST_F(ViewTest, OneThatCannotBeWrittenIsAComplaint) {
  const std::string folder = start(flight());
  ASSERT_EQ(::symlink("/dev/null", (folder + "-view-1").c_str()), 0);
  const auto refused = views();
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_EQ(refused[0].folder, "");
  EXPECT_THAT(refused[0].complaint, HasSubstr("cannot write"));
  EXPECT_EQ(views().at(0).complaint, "");
}

TEST_F(ViewTest, WhoRecordsEverythingIsNotAsked) {
  start(options());
  EXPECT_TRUE(views().empty());
  EXPECT_FALSE(view_others({directory_ + "/nowhere"}));
}

TEST_F(ViewTest, AProcessThatIsStoppedIsAComplaintAndOneThatWasKilledIsLeftOut) {
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = support::fork_child();
  if (child == 0) {
    start(flight());
    const char one = 1;
    if (::write(ready[1], &one, 1) != 1) ::_exit(1);
    for (;;) ::pause();
  }
  char one = 0;
  ASSERT_EQ(::read(ready[0], &one, 1), 1);
  EXPECT_EQ(views().size(), 1u);
  ::kill(child, SIGSTOP);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, WUNTRACED), child);
  const auto silent = views(INT64_MIN, 100'000'000);
  ASSERT_EQ(silent.size(), 1u);
  EXPECT_THAT(silent[0].complaint,
              HasSubstr("Process " + std::to_string(child) + " does not answer"));
  ::kill(child, SIGKILL);
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(views().empty());
  EXPECT_TRUE(recover(directory_));
  ::close(ready[0]);
  ::close(ready[1]);
}

}  // namespace
}  // namespace ranvier::trace
