// What the recorder wrote, read back.
#include "analysis/trace_read/read.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "analysis/trace_read/count.h"
#include "babeltrace.h"
#include "crafted_trace.h"
#include "ranvier/os/clock.h"
#include "trace_directory.h"

namespace ranvier::trace_read {
namespace {

using namespace support;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ReadTest : public TraceDirectory {
 protected:
  Trace read() {
    auto trace = read_traces(directory_);
    EXPECT_TRUE(trace) << trace.error().what;
    return trace ? std::move(*trace) : Trace{};
  }
};

std::vector<EventView> events_of(const Trace& trace) {
  std::vector<EventView> all;
  for_each(trace, [&](const EventView& event) { all.push_back(event); });
  return all;
}

TEST_F(ReadTest, EveryKindOfFieldComesThrough) {
  const std::uint8_t gid[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255};
  start(options());
  RANVIER_TRACE(rcl_init, address(0x1000), "1.2.3");
  RANVIER_TRACE(rmw_publisher_init, address(0x2000), static_cast<const std::uint8_t*>(gid));
  RANVIER_TRACE(rcl_publisher_init, address(1), address(2), address(3), "/a \"topic\"",
                std::size_t{7});
  RANVIER_TRACE(rcl_timer_init, address(0x3000), -5);
  RANVIER_TRACE(rmw_take, address(1), address(2), std::int64_t{INT64_MIN + 1}, -1);
  RANVIER_TRACE(rclcpp_executor_get_next_ready);
  RANVIER_TRACE(rcl_init, address(0), "");
  stop();
  const Trace trace = read();
  EXPECT_THAT(trace.findings.words(), IsEmpty());
  const auto e = events_of(trace);
  ASSERT_EQ(e.size(), 7u);
  EXPECT_EQ(e[0].event(), Event::rcl_init);
  EXPECT_EQ(e[0].word(field(Event::rcl_init, "context_handle")), 0x1000u);
  EXPECT_EQ(e[0].text(field(Event::rcl_init, "version")), "1.2.3");
  EXPECT_EQ(e[1].text(field(Event::rmw_publisher_init, "gid")),
            std::string(reinterpret_cast<const char*>(gid), 16));
  EXPECT_EQ(e[2].text(field(Event::rcl_publisher_init, "topic_name")), "/a \"topic\"");
  EXPECT_EQ(e[2].word(field(Event::rcl_publisher_init, "queue_depth")), 7u);
  EXPECT_EQ(e[3].number(field(Event::rcl_timer_init, "period")), -5);
  EXPECT_EQ(e[4].number(field(Event::rmw_take, "source_timestamp")), INT64_MIN + 1);
  EXPECT_EQ(e[4].number(field(Event::rmw_take, "taken")), -1);
  EXPECT_EQ(e[5].event(), Event::rclcpp_executor_get_next_ready);
  EXPECT_EQ(e[6].text(field(Event::rcl_init, "version")), "");
  ASSERT_EQ(trace.threads.size(), 1u);
  EXPECT_EQ(trace.threads[0].id, ::gettid());
  ASSERT_EQ(trace.processes.size(), 1u);
  EXPECT_EQ(trace.processes[0].pid, ::getpid());
}

TEST_F(ReadTest, TimesAreThoseThatBabeltraceReads) {
  if (!have_babeltrace()) GTEST_SKIP() << "babeltrace2 is not installed (tools/packages.txt)";
  start(options());
  std::thread other([] {
    for (int i = 0; i < 500; ++i) RANVIER_TRACE(callback_end, address(2));
  });
  for (int i = 0; i < 500; ++i) RANVIER_TRACE(callback_start, address(1), i);
  other.join();
  stop();
  const ReadTrace theirs = read_trace(directory_);
  const Trace ours = read();
  const auto events = events_of(ours);
  ASSERT_EQ(events.size(), theirs.events.size());
  std::vector<std::int64_t> our_times, their_times;
  for (const EventView& event : events) our_times.push_back(event.time());
  for (const ReadEvent& event : theirs.events) their_times.push_back(event.ns);
  EXPECT_EQ(our_times, their_times);
  EXPECT_TRUE(std::is_sorted(our_times.begin(), our_times.end()));
}

TEST_F(ReadTest, StreamsAndProcessesAreMergedByTime) {
  CraftedTrace first(directory_, 1), second(directory_, 2);
  first.packet(11, 0, 1'000, 3);  // 1000 2000 3000
  first.packet(12, 0, 1'500, 2);  // 1500 2500
  second.packet(21, 0, 500, 2);   // 500 1500, after the other at 1500
  second.packet(21, 1, 4'000, 1);
  const Trace trace = read();
  EXPECT_THAT(trace.findings.words(), IsEmpty());
  std::vector<std::pair<std::int64_t, std::int32_t>> seen;
  for (const EventView& event : events_of(trace)) {
    seen.emplace_back(event.time() - kCraftedEpoch, trace.threads[event.thread()].id);
  }
  using P = std::pair<std::int64_t, std::int32_t>;
  EXPECT_EQ(seen, (std::vector<P>{{500, 21},
                                  {1'000, 11},
                                  {1'500, 12},
                                  {1'500, 21},
                                  {2'000, 11},
                                  {2'500, 12},
                                  {3'000, 11},
                                  {4'000, 21}}));
  ASSERT_EQ(trace.processes.size(), 2u);
  EXPECT_EQ(trace.processes[0].host, "robot");
  EXPECT_EQ(trace.processes[0].clock_zero, kCraftedEpoch);
}

TEST_F(ReadTest, SoManyEventsAsWereWrittenByManyThreads) {
  constexpr std::size_t kThreads = 4, kEach = 30'000;
  auto how = options();
  how.when_full = trace::RecordingOptions::WhenFull::kBlock;
  start(how);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([t] {
      for (std::size_t i = 0; i < kEach; ++i) {
        RANVIER_TRACE(rcl_publish, address(t + 1), address(i + 1));
      }
    });
  }
  for (auto& thread : threads) thread.join();
  stop();
  const Trace trace = read();
  EXPECT_THAT(trace.findings.words(), IsEmpty());
  EXPECT_EQ(trace.order.size(), kThreads * kEach);
  std::vector<std::uint64_t> last(kThreads + 1);
  for (const EventView& event : events_of(trace)) {  // each thread's in their order
    ASSERT_EQ(event.word(1), ++last[event.word(0)]);
  }
}

TEST_F(ReadTest, LostEventsAreCounted) {
  start(options(3 * 4096));
  for (int i = 0; i < 100'000; ++i) RANVIER_TRACE(callback_end, address(1));
  const auto report = stop();
  const Trace trace = read();
  EXPECT_GT(report.discarded, 0u);
  EXPECT_EQ(trace.order.size(), report.events);
  EXPECT_EQ(trace.discarded, report.discarded);
}

TEST_F(ReadTest, ATextLongerThanAWindowIsRead) {
  CraftedTrace crafted(directory_, 1);
  const std::string metadata =
      "typealias integer { size = 32; } := uint32_t; typealias integer { size = 64; } := uint64_t;"
      "trace { byte_order = le; packet.header := struct { uint32_t magic; }; };"
      "stream { packet.context := struct { uint64_t content_size; uint64_t packet_size; };"
      "  event.header := struct { uint32_t id; uint64_t timestamp; }; };"
      "event { name = \"ros2:rcl_init\"; fields := struct { uint64_t context_handle; string version; }; };";
  std::filesystem::remove_all(crafted.path());
  std::filesystem::create_directories(crafted.path());
  std::ofstream(crafted.path() + "/metadata") << metadata;
  const std::string text(3'000'000, 'x');
  const std::uint64_t bits = (20 + 2 * (12 + 8 + text.size() + 1)) * 8;
  std::string bytes;
  const auto put = [&](std::uint64_t number, std::size_t size) {
    bytes.append(reinterpret_cast<const char*>(&number), size);
  };
  put(0xC1FC1FC1, 4);
  put(bits, 8);
  put(bits, 8);
  for (std::uint64_t i = 0; i < 2; ++i) {
    put(0, 4);
    put(i, 8);
    put(40 + i, 8);
    bytes += text + '\0';
  }
  write_bytes(crafted.file(1), bytes);
  const Trace trace = read();
  EXPECT_THAT(trace.findings.words(), ElementsAre(HasSubstr("of which process and thread")));
  const auto events = events_of(trace);
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[1].word(0), 41u);
  EXPECT_EQ(events[1].text(1), text);
}

TEST_F(ReadTest, EventsOfOthersAreCountedByName) {
  CraftedTrace crafted(directory_, 1);
  crafted.packet(1, 0, 1'000, 5);
  std::string metadata = bytes_of(crafted.path() + "/metadata");
  const std::string name = "ros2:callback_end";
  metadata.replace(metadata.find(name), name.size(), "mine:callback_end");
  write_bytes(crafted.path() + "/metadata", metadata);
  const Trace trace = read();
  EXPECT_TRUE(trace.order.empty());
  const auto other =
      std::find_if(trace.others.begin(), trace.others.end(),
                   [](const OtherEvents& o) { return o.name == "mine:callback_end"; });
  ASSERT_NE(other, trace.others.end());
  EXPECT_EQ(other->count, 5u);
}

// More than is kept at a time, of several threads.
TEST_F(ReadTest, CountingFindsEveryEventThatReadingDoes) {
  constexpr int kMany = 50'000;
  trace::RecordingOptions how = options();
  how.when_full = trace::RecordingOptions::WhenFull::kBlock;
  start(how);
  RANVIER_TRACE(rcl_init, address(1), "1.2.3");
  std::thread other([] {
    for (int i = 0; i < kMany; ++i) RANVIER_TRACE(callback_start, address(2), 1);
  });
  for (int i = 0; i < 2 * kMany; ++i) RANVIER_TRACE(callback_end, address(2));
  other.join();
  stop();
  const auto counts = count_events(directory_);
  ASSERT_TRUE(counts) << counts.error().what;
  const Trace trace = read();
  EXPECT_EQ(counts->events, trace.order.size());
  EXPECT_EQ(counts->events, 3u * kMany + 1);
  for (std::size_t i = 0; i < counts->of.size(); ++i) {
    EXPECT_EQ(counts->of[i], trace.tables[i].size()) << i;
  }
  EXPECT_EQ(counts->discarded, 0u);
  EXPECT_THAT(counts->findings.words(), IsEmpty());
}

TEST_F(ReadTest, CountingSaysWhatIsNotWhole) {
  CraftedTrace crafted(directory_, 1);
  crafted.packet(1, 0, 1'000, 5);
  crafted.packet(1, 2, 20'000, 5);  // number 1 is missing
  const auto counts = count_events(directory_);
  ASSERT_TRUE(counts) << counts.error().what;
  EXPECT_EQ(counts->events, 10u);
  EXPECT_THAT(counts->findings.words(), testing::ElementsAre(HasSubstr("are missing")));
  EXPECT_EQ(count_events(directory_ + "/not/there").error().code, Code::kNotFound);
}

TEST_F(ReadTest, ADirectoryWithoutATraceIsAnErrorThatNamesIt) {
  const auto nothing = read_traces(directory_);
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().code, Code::kNotFound);
  EXPECT_THAT(nothing.error().what, HasSubstr(directory_));
  EXPECT_THAT(nothing.error().what, HasSubstr("RANVIER_TRACE"));
  EXPECT_EQ(read_traces(directory_ + "/not/there").error().code, Code::kNotFound);
}

}  // namespace
}  // namespace ranvier::trace_read
