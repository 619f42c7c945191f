// The recorder, read back with babeltrace2.
#include "ranvier/trace/recorder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "babeltrace.h"
#include "ranvier/os/clock.h"
#include "ranvier/trace/trace.h"
#include "ranvier/trace/trace_folder.h"
#include "trace_directory.h"

namespace ranvier::trace {
namespace {

using namespace support;
using testing::HasSubstr;

constexpr std::size_t kSmallBuffer = 3 * 4096;

class RecorderTest : public TraceDirectory {
 protected:
  /// What babeltrace2 reads; skips the test where it is not there.
  ReadTrace read() {
    if (!have_babeltrace()) return {};
    return read_trace(directory_);
  }
};

#define NEEDS_BABELTRACE()                                                                         \
  if (!have_babeltrace()) GTEST_SKIP() << "babeltrace2 is not installed (tools/packages.txt)"

TEST_F(RecorderTest, NobodyElseMayReadATrace) {
  start(options());
  RANVIER_TRACE(rclcpp_executor_get_next_ready);
  stop();
  namespace fs = std::filesystem;
  int streams = 0;
  for (const auto& entry : fs::recursive_directory_iterator(directory_)) {
    // The metadata names no message, and lies in a folder that is closed; the clock is shared.
    if (entry.path().filename() == "metadata" || entry.path().filename() == ".clock") continue;
    streams += entry.is_regular_file();
    EXPECT_EQ(entry.status().permissions() & (fs::perms::group_all | fs::perms::others_all),
              fs::perms::none)
        << entry.path();
  }
  EXPECT_GT(streams, 0);
}

TEST_F(RecorderTest, EveryKindOfFieldComesThrough) {
  NEEDS_BABELTRACE();
  const std::uint8_t gid[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255};
  start(options());
  RANVIER_TRACE(rcl_init, address(0x1000), "1.2.3");
  RANVIER_TRACE(rmw_publisher_init, address(0x2000), gid);
  RANVIER_TRACE(rcl_publisher_init, address(1), address(2), address(3), "/a \"topic\"",
                std::size_t{7});
  RANVIER_TRACE(rcl_timer_init, address(0x3000), -5);
  RANVIER_TRACE(rmw_take, address(1), address(2), std::int64_t{INT64_MIN + 1}, -1);
  RANVIER_TRACE(rclcpp_executor_get_next_ready);
  const auto report = stop();
  EXPECT_EQ(report.events, 6u);
  EXPECT_EQ(report.discarded, 0u);

  const ReadTrace trace = read();
  EXPECT_EQ(trace.complaints, "");
  ASSERT_EQ(trace.events.size(), 6u);
  const auto& e = trace.events;
  EXPECT_EQ(e[0].name, "rcl_init");
  EXPECT_EQ(e[0].fields.at("context_handle"), "0x1000");
  EXPECT_EQ(e[0].fields.at("version"), "\"1.2.3\"");
  EXPECT_EQ(e[0].fields.at("vpid"), std::to_string(::getpid()));
  EXPECT_EQ(e[0].fields.at("vtid"), std::to_string(::gettid()));
  EXPECT_EQ(e[0].fields.count("procname"), 1u);
  EXPECT_EQ(e[0].fields.count("cpu_id"), 1u);
  EXPECT_THAT(e[1].fields.at("gid"), HasSubstr("[15] = 255, [16] = 0"));
  EXPECT_EQ(e[2].fields.at("topic_name"), "\"/a \\\"topic\\\"\"");
  EXPECT_EQ(e[2].fields.at("queue_depth"), "7");
  EXPECT_EQ(e[3].fields.at("period"), "-5");
  EXPECT_EQ(e[4].fields.at("source_timestamp"), std::to_string(INT64_MIN + 1));
  EXPECT_EQ(e[4].fields.at("taken"), "-1");
  EXPECT_EQ(e[5].name, "rclcpp_executor_get_next_ready");
}

TEST_F(RecorderTest, EveryEventOfTheTableIsReadWithItsFields) {
  NEEDS_BABELTRACE();
  start(options());
#define P(name) address(1)
#define N(name) 2
#define I(name) std::int64_t{3}
#define U(name) std::uint64_t{4}
#define S(name) "five"
#define G(name) static_cast<const std::uint8_t*>(gid)
#define RECORD(name, rate, doc, ...) RANVIER_TRACE(name __VA_OPT__(, ) __VA_ARGS__);
  const std::uint8_t gid[16] = {};
  RANVIER_TRACE_EVENTS(RECORD)
#undef RECORD
#undef P
#undef N
#undef I
#undef U
#undef S
#undef G
  stop();
  const ReadTrace trace = read();
  ASSERT_EQ(trace.events.size(), kEventCount);
  for (std::size_t i = 0; i < kEventCount; ++i) {
    const EventInfo& event = info(static_cast<Event>(i));
    EXPECT_EQ(trace.events[i].name, event.name);
    for (std::size_t f = 0; f < event.field_count; ++f) {
      EXPECT_EQ(trace.events[i].fields.count(std::string(event.fields[f].name)), 1u)
          << event.name << " " << event.fields[f].name;
    }
  }
}

void wait_a_microsecond() {
  const std::int64_t begin = steady_ns();
  while (steady_ns() < begin + 1'000) {}
}

TEST_F(RecorderTest, TheEventsOfAStepHaveTheTimeOfItsBeginning) {
  NEEDS_BABELTRACE();
  if (best_tick_source() != detail::kFastTicks) GTEST_SKIP() << "each event reads the slow clock";
  start(options());
  RANVIER_TRACE(callback_end, address(1));  // the thread has a page from here on
  wait_a_microsecond();
  const Step step(RANVIER_TRACE_STATE);
  const std::int64_t begun = system_ns();
  wait_a_microsecond();
  RANVIER_TRACE_IN(step, rmw_take, address(1), address(2), std::int64_t{3}, 1);
  wait_a_microsecond();
  RANVIER_TRACE_IN(step, rcl_take, address(2));
  RANVIER_TRACE(rclcpp_take, address(2));
  stop();
  const ReadTrace trace = read();
  ASSERT_EQ(trace.events.size(), 4u);
  const auto& e = trace.events;
  EXPECT_EQ(e[1].name, "rmw_take");
  EXPECT_EQ(e[2].name, "rcl_take");
  EXPECT_LT(e[0].ns, e[1].ns);
  EXPECT_LT(e[1].ns, begun + 50'000);  // as TimesAreThoseOfTheClock
  EXPECT_EQ(e[1].ns, e[2].ns);
  EXPECT_LT(e[2].ns, e[3].ns);
}

TEST_F(RecorderTest, AStepThatBeganBeforeTheRecordingIsNotInIt) {
  const Step step(RANVIER_TRACE_STATE);
  start(options());
  RANVIER_TRACE_IN(step, rcl_take, address(1));
  RANVIER_TRACE(rclcpp_take, address(1));
  EXPECT_EQ(stop().events, 1u);
}

TEST_F(RecorderTest, AStepIsRecordedByWhoLeavesEventsOutAndByASink) {
  struct Count final : Sink {
    void record(Event, std::span<const Value>) noexcept override { ++events; }
    int events = 0;
  };
  static Count sink;  // an event under way may still reach it
  RecordingOptions how = options();
  how.events = ~(std::uint64_t{1} << static_cast<unsigned>(Event::rcl_take));
  start(how);
  set_sink(&sink);
  const Step step(RANVIER_TRACE_STATE);
  RANVIER_TRACE_IN(step, rcl_take, address(1));
  RANVIER_TRACE_IN(step, rclcpp_take, address(1));
  set_sink(nullptr);
  EXPECT_EQ(stop().events, 1u);
  EXPECT_EQ(sink.events, 2);
}

TEST_F(RecorderTest, TimesAreThoseOfTheClock) {
  NEEDS_BABELTRACE();
  constexpr std::int64_t kSlack = 50'000;  // an anchor that was interrupted in all its tries
  start(options());
  std::vector<std::int64_t> before, after;
  for (int i = 0; i < 200; ++i) {
    before.push_back(steady_ns());
    RANVIER_TRACE(callback_end, address(1));
    after.push_back(steady_ns());
    std::this_thread::sleep_for(std::chrono::microseconds(300));  // over several anchors
  }
  std::string boot;
  std::int64_t epoch = 0;
  std::ifstream(directory_ + "/.clock") >> boot >> epoch;
  stop();
  const ReadTrace trace = read();
  ASSERT_EQ(trace.events.size(), before.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_GE(trace.events[i].ns, before[i] + epoch - kSlack);
    EXPECT_LE(trace.events[i].ns, after[i] + epoch + kSlack);
  }
}

TEST_F(RecorderTest, ALongTextIsCutAndNoneIsEmpty) {
  NEEDS_BABELTRACE();
  start(options());
  const std::string text(5'000, 'x');
  RANVIER_TRACE(rcl_node_init, address(1), address(2), text.c_str(), text.c_str());
  RANVIER_TRACE(rcl_init, address(1), static_cast<const char*>(nullptr));
  stop();
  const ReadTrace trace = read();
  ASSERT_EQ(trace.events.size(), 2u);
  const std::string cut = '"' + text.substr(0, detail::kMaxText) + '"';
  EXPECT_EQ(trace.events[0].fields.at("node_name"), cut);
  EXPECT_EQ(trace.events[0].fields.at("namespace"), cut);
  EXPECT_EQ(trace.events[1].fields.at("version"), "\"\"");
}

TEST_F(RecorderTest, ALongTextIsCutBetweenTwoLetters) {
  NEEDS_BABELTRACE();
  start(options());
  std::string text, whole;
  while (text.size() < 2 * detail::kMaxText) text += "\u20ac";
  while (whole.size() + 3 <= detail::kMaxText) whole += "\u20ac";
  ASSERT_NE(whole.size(), detail::kMaxText);
  RANVIER_TRACE(rcl_init, address(1), text.c_str());
  stop();
  const ReadTrace trace = read();
  ASSERT_EQ(trace.events.size(), 1u);
  EXPECT_EQ(trace.events[0].fields.at("version"), '"' + whole + '"');
}

// Each thread's events are counted up by their pointer.
void record_numbers(std::uintptr_t first, std::uintptr_t count) {
  for (std::uintptr_t i = 0; i < count; ++i) RANVIER_TRACE(callback_end, address(first + i));
}

TEST_F(RecorderTest, BlockingThreadsLoseNothingAndKeepTheirOrder) {
  constexpr std::uintptr_t kThreads = 4, kEach = 20'000, kApart = 1'000'000;
  auto how = options(kSmallBuffer * 2);
  how.when_full = RecordingOptions::WhenFull::kBlock;
  start(how);
  std::vector<std::thread> threads;
  for (std::uintptr_t t = 1; t <= kThreads; ++t) {
    threads.emplace_back([t] { record_numbers(t * kApart, kEach); });
  }
  for (auto& thread : threads) thread.join();
  const auto report = stop();
  EXPECT_EQ(report.events, kThreads * kEach);
  EXPECT_EQ(report.discarded, 0u);
  NEEDS_BABELTRACE();
  const ReadTrace trace = read();
  ASSERT_EQ(trace.events.size(), kThreads * kEach);
  EXPECT_EQ(trace.discarded, 0u);
  std::map<std::uintptr_t, std::uintptr_t> next;
  for (const ReadEvent& event : trace.events) {
    const auto number = std::stoull(event.fields.at("callback"), nullptr, 16);
    ASSERT_EQ(number % kApart, next[number / kApart]++);
  }
}

TEST_F(RecorderTest, WhatFindsNoRoomIsCountedAndVisible) {
  constexpr std::uint64_t kEvents = 300'000;
  start(options(kSmallBuffer));
  std::thread second([] { record_numbers(1, kEvents / 2); });
  record_numbers(1, kEvents / 2);
  second.join();
  const auto report = stop();
  EXPECT_GT(report.discarded, 0u);
  EXPECT_EQ(report.events + report.discarded, kEvents);
  NEEDS_BABELTRACE();
  const ReadTrace trace = read();
  EXPECT_EQ(trace.events.size(), report.events);
  EXPECT_EQ(trace.discarded, report.discarded);
}

TEST_F(RecorderTest, AThreadThatEndsGivesItsPlaceBack) {
  constexpr int kThreads = 200;
  auto how = options(kSmallBuffer);
  how.when_full = RecordingOptions::WhenFull::kBlock;  // else it would be a matter of speed
  start(how);
  for (int i = 0; i < kThreads; ++i) std::thread([] { record_numbers(1, 3); }).join();
  const auto report = stop();
  EXPECT_EQ(report.events, std::uint64_t{kThreads} * 3);
}

TEST_F(RecorderTest, AThreadGoesOnInTheNextRecording) {
  const std::string first = start(options());
  record_numbers(1, 10);
  EXPECT_EQ(stop().events, 10u);
  record_numbers(1, 10);  // nobody records
  const std::string second = start(options());
  EXPECT_NE(first, second);
  record_numbers(1, 20);
  EXPECT_EQ(stop().events, 20u);
}

TEST_F(RecorderTest, StartsAndStopsWhileThreadsRecord) {
  std::atomic<bool> done{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      while (!done) record_numbers(1, 100);
    });
  }
  for (int i = 0; i < 10; ++i) {
    auto how = options(kSmallBuffer * 4);
    if (i % 2) how.when_full = RecordingOptions::WhenFull::kBlock;
    const std::string folder = start(how);
    while (!std::filesystem::exists(folder + "/thread_" + std::to_string(::gettid()))) {
      RANVIER_TRACE(callback_end, address(2));
      std::this_thread::yield();
    }
    EXPECT_GT(stop().events, 0u);
  }
  done = true;
  for (auto& thread : threads) thread.join();
  NEEDS_BABELTRACE();
  EXPECT_EQ(output_of("babeltrace2 -o dummy '" + directory_ + "' 2>&1 | grep -vi discarded"), "");
}

TEST_F(RecorderTest, TheBufferIsAsLargeAsSaidAndGoneAfterwards) {
  const std::string folder = start(options());
  const std::string buffer = linked_buffer(folder);
  struct stat about{};
  ASSERT_EQ(::stat(buffer.c_str(), &about), 0) << buffer;
  EXPECT_EQ(about.st_size, 256 * 1024);
  EXPECT_LE(about.st_blocks * 512, 256 * 1024);
  stop();
  EXPECT_NE(::stat(buffer.c_str(), &about), 0);
  EXPECT_TRUE(folders_with_buffer(directory_)->empty());
}

TEST_F(RecorderTest, ASinkHearsTheSameEvents) {
  struct Counter final : Sink {
    void record(Event, std::span<const Value>) noexcept override { ++count; }
    int count = 0;
  } counter;
  start(options());
  set_sink(&counter);
  record_numbers(1, 5);
  set_sink(nullptr);
  record_numbers(1, 5);
  EXPECT_EQ(counter.count, 5);
  EXPECT_EQ(stop().events, 10u);
}

TEST_F(RecorderTest, TwoAtOnceAndNoneToStopAreErrors) {
  const std::string folder = start(options());
  const auto second = start_recording(options());
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, Code::kAlreadyExists);
  EXPECT_THAT(second.error().what, HasSubstr(folder));
  stop();
  EXPECT_EQ(stop_recording().error().code, Code::kNotFound);
}

TEST_F(RecorderTest, ADirectoryThatCannotBeMadeIsNamedWithItsRemedy) {
  const std::string file = directory_ + "/file";
  std::ofstream(file) << "x";
  auto how = options();
  how.directory = file + "/traces";
  const auto started = start_recording(how);
  ASSERT_FALSE(started);
  EXPECT_EQ(started.error().code, Code::kWorld);
  EXPECT_THAT(started.error().what, HasSubstr(how.directory));
  EXPECT_THAT(started.error().what, HasSubstr("RANVIER_TRACE"));
}

TEST_F(RecorderTest, ABufferThatIsTooSmallIsRefusedAndLeavesNothing) {
  const auto started = start_recording(options(4096));
  ASSERT_FALSE(started);
  EXPECT_EQ(started.error().code, Code::kInvalidArgument);
  EXPECT_THAT(started.error().what, HasSubstr("4096"));
  EXPECT_TRUE(traces().empty());
}

TEST_F(RecorderTest, AFullDiskIsToldOfAndCounted) {
  std::atomic<int> told{0};
  std::string words;
  auto how = options();
  how.when_full = RecordingOptions::WhenFull::kBlock;  // nobody may wait for ever either
  how.warn = [&](const std::string& text) {
    words = text;
    ++told;
  };
  const std::string folder = start(how);
  std::filesystem::create_symlink("/dev/full", folder + "/thread_" + std::to_string(::gettid()));
  record_numbers(1, 100'000);
  while (told == 0) std::this_thread::yield();
  const auto stopped = stop_recording();
  EXPECT_EQ(told, 1);
  EXPECT_THAT(words, HasSubstr(folder));
  EXPECT_THAT(words, HasSubstr("No space left on device"));
  EXPECT_THAT(words, HasSubstr("Make room"));
  ASSERT_FALSE(stopped);
  EXPECT_THAT(stopped.error().what, HasSubstr("0 events; missing: 100000"));
}

// Threads take chunks while the drain looks for them, which takes it long in a large buffer.
TEST_F(RecorderTest, NoChunkIsPassedOverThatWasTakenDuringALook) {
  constexpr int kThreads = 4;
  constexpr std::uint64_t kEvents = 400'000;
  RecordingOptions how = options(4 * 1024 * 1024);
  how.when_full = RecordingOptions::WhenFull::kBlock;
  start(how);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([] {
      for (std::uint64_t n = 0; n < kEvents; ++n) RANVIER_TRACE(callback_end, address(1));
    });
  }
  for (std::thread& thread : threads) thread.join();
  const RecordingReport report = stop();
  EXPECT_EQ(report.events, kThreads * kEvents);
  EXPECT_EQ(report.discarded, 0u);
}

}  // namespace
}  // namespace ranvier::trace
